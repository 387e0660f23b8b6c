import{C as e,N as t,S as n,T as r,w as i}from"./shared-opmwdpg0.js";import{A as a,F as o,I as s,R as c,b as l}from"./shared-emvr0o8b.js";import{n as u}from"./dialog-n0h8bgjn.js";import{E as d}from"./shared-h162dg8e.js";import{T as f,n as p,w as m}from"./page-b8a67wl0.js";function h({app:t,trainer:n,runner:i}){let a=e=>{y.close(),e()};function f(){let{filter:r,blind:a}=n.state;return c`<div class="form ways">
      <h3>${t.t(`puzzles.modes.runs`)}</h3>
      <ul class="ways-list">
        ${e.map(e=>g(e,()=>i.start(e),h(e)))}
        ${g(`blind`,()=>n.setBlind(a===`off`),a===`off`?``:t.t(`puzzles.modes.on`))}
      </ul>
      ${o(r.place===`site`,()=>c`<h3>${t.t(`puzzles.modes.courses`)}</h3>
              <ul class="ways-list">
                ${p.map(_)}
              </ul>`)}
      <div class="row">
        ${l(`export`,t.t(`puzzles.votes.export`),v,{disabled:Object.keys(n.votes).length===0})}
      </div>
    </div>`}function h(e){let i=r(n.runsOf(n.game),e);return i>0?t.t(`puzzles.modes.best`,{count:i}):``}let g=(e,n,r)=>c`<li>
    <button class="btn way" type="button" @click=${()=>a(n)}>
      <span class="way-name">${t.t(`puzzles.way.${e}.name`)}</span>
      <span class="small muted">${t.t(`puzzles.way.${e}.text`)}</span>
      ${r?c`<span class="way-note small">${r}</span>`:s}
    </button>
  </li>`;function _(e){let{rows:r,solved:i}=n.courseState(e);return c`<li>
      <button
        class="btn way"
        type="button"
        ?disabled=${r.length===0}
        @click=${()=>a(()=>n.openCourse(e))}
      >
        <span class="way-name">${m(t.words,e,`xiangqi`)}</span>
        <span class="small muted">${t.t(`puzzles.course.${e}`)}</span>
        <span class="way-note small">${t.t(`puzzles.course.done`,{count:i,all:r.length})}</span>
      </button>
    </li>`}function v(){let e=Object.entries(n.votes).map(([e,t])=>JSON.stringify({id:e,vote:t}));d(`cannonfish-puzzle-votes-${n.today}.jsonl`,`${e.join(`
`)}\n`)}let y=u(t,{name:`ways`,title:`puzzles.modes.title`,body:f});return y}function g(e){let t=Math.ceil(e/1e3);return`${Math.floor(t/60)}:${String(t%60).padStart(2,`0`)}`}function _({app:e,session:u,runner:d,trainer:p,library:m,chess:h}){let _=t=>{let n=(t.game===`chess`?h:m).state.puzzles;return c`<ul class="run-puzzles" aria-label=${e.t(`puzzles.run.puzzles`)}>
    ${i(t).map(({id:t,solved:r})=>{let i=f(e.words,n.find(e=>e.id===t)??{id:t}),o=r===null?null:e.t(`puzzles.result.${r?`solved`:`failed`}`);return c`<li>
        <a
          class="btn"
          href=${`?id=${encodeURIComponent(t)}`}
          aria-label=${o?`${i}: ${o}`:s}
          aria-current=${u.state.puzzle?.id===t||s}
          data-solved=${r??s}
          @click=${e=>{e.preventDefault(),p.openId(t,`train`)}}
          >${r===null?s:a(r?`done`:`close`)}<span>${i}</span></a
        >
      </li>`})}
  </ul>`};return()=>{let{run:i,over:u,halted:f}=d.state;if(!i)return s;let m=t(i),{mistakes:h}=n[i.kind],v=r(p.runsOf(i.game),i.kind);return c`<section class="run" data-over=${u??s} aria-label=${e.t(`puzzles.way.${i.kind}.name`)}>
      <p class="run-name">${e.t(`puzzles.way.${i.kind}.name`)}</p>
      <p class="run-score" role="img" aria-label=${e.t(`puzzles.run.solved`,{count:i.solved})}>
        ${a(`done`)}${i.solved}
      </p>
      <p class="run-lives" role="img" aria-label=${e.t(`puzzles.run.mistakes`,{count:i.mistakes,all:h})}>
        ${Array.from({length:h},(e,t)=>c`<i ?data-lost=${t<i.mistakes}></i>`)}
      </p>
      ${m===null?s:c`<p class="run-clock" role="timer" ?data-low=${m<15e3}>${g(m)}</p>`}
      ${u?c`<p class="run-end" role="status">
                ${e.t(`puzzles.run.over.${u}`)} ${e.t(`puzzles.run.result`,{count:i.solved,best:v})}
                ${i.pauses>0?e.t(`puzzles.run.paused`):s}
              </p>
              ${i.seen.length>0?_(i):s}
              ${l(null,e.t(`puzzles.run.again`),()=>d.start(i.kind,i.game),{kind:`main`})}
              ${l(null,e.t(`puzzles.run.close`),()=>d.close())}`:l(null,e.t(`puzzles.run.stop`),()=>d.stop())}
      ${o(f,()=>c`<p class="run-end" role="status">${e.t(`puzzles.run.halted`)}</p>
              ${l(null,e.t(`puzzles.run.goOn`),()=>d.goOn(),{kind:`main`})}`)}
    </section>`}}export{h as modesDialog,_ as runBar};