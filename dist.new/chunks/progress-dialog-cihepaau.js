import{B as e,G as t,I as n,R as r,S as i,W as a,b as o}from"./shared-emvr0o8b.js";import{C as s,_ as c,a as l,f as u,g as d,h as f,t as p}from"./shared-opmwdpg0.js";import{n as m}from"./dialog-n0h8bgjn.js";import{E as h}from"./shared-h162dg8e.js";import{S as g,T as _}from"./page-b8a67wl0.js";const v=[`xiangqi`,`chess`,`file`],y=(e,t)=>JSON.stringify({schema:2,game:t,...e},null,1);function b(e,t){let n=JSON.parse(t),r=c(n);if(!v.includes(n.game))throw Error(`game ${n.game}`);return e.changeProgress(n.game,e=>e.attempts.length===0?r:x(e,r)),r.attempts.length}function x(e,t){let n=(t.attempts.at(-1)?.at??0)>(e.attempts.at(-1)?.at??0)?t:e,r=n===e?t:e,i=new Map([...r.attempts,...n.attempts].map(e=>[`${e.at} ${e.id}`,e]));return{rating:n.rating,attempts:[...i.values()].sort((e,t)=>e.at-t.at).slice(-u),cards:{...r.cards,...n.cards},streak:{now:n.streak.now,best:Math.max(e.streak.best,t.streak.best)},daily:d(e.daily,t.daily),placed:Math.max(e.placed,t.placed),runs:[...new Map([...e.runs,...t.runs].map(e=>[`${e.at} ${e.kind} ${e.spent}`,e])).values()].sort((e,t)=>e.at-t.at).slice(-500),votes:{...r.votes,...n.votes}}}const S=[`kind`,`count`,`best`,`last`,`all`],C=[`kind`,`solved`,`mistakes`],w=[`when`,`puzzle`,`result`,`rating`];function T({app:e,trainer:c}){let u=a({text:``,bad:!1});function d(){let{progress:e,place:t}=c.state,n=t===`site`?`xiangqi`:t;h(`cannonfish-puzzles-${n}-${c.today}.json`,y(e,n))}async function v(n){try{let r=b(c,await n.text());t(u,{text:e.t(`puzzles.progress.imported`,{count:r}),bad:!1})}catch{t(u,{text:e.t(`puzzles.progress.unreadable`,{file:n.name}),bad:!0})}}function x(){let{attempts:t}=c.state.progress;return r`<div class="form progress">
      <dl class="figures">
        ${T().map(([t,n])=>r`<div><dt>${e.t(t)}</dt><dd>${n}</dd></div>`)}
      </dl>
      ${g(c.state.progress.rating).endsWith(`?`)?r`<p class="small">${e.t(`puzzles.progress.guess`)}</p>`:n}
      ${t.length>1?r`<figure class="plot">${D(e,t.slice(-200))}</figure>`:n}
      ${O()} ${k()}
      ${t.length>0?j():r`<p class="muted">${e.t(`puzzles.progress.none`)}</p>`}
      <div class="row">
        ${o(`export`,e.t(`puzzles.progress.export`),d)}
        ${i(`import`,e.t(`puzzles.progress.import`),`.json,application/json`,v)}
      </div>
      <p class="small ${u.bad?`fault`:``}" role="status">${u.text}</p>
      <p class="small muted">${e.t(`puzzles.progress.note`)}</p>
    </div>`}function T(){let{progress:t,place:n}=c.state,{rating:r,attempts:i,streak:a}=t,{words:o}=e,s=i.filter(({result:e})=>e===`solved`).length,l=i.length>0?` · ${Math.round(100*s/i.length)}%`:``;return[[n===`file`?`puzzles.progress.rating.chess`:`puzzles.progress.rating.title`,`${g(r)} ± ${Math.round(2*r.deviation)}`],[`puzzles.progress.solved`,`${o.number(s)} / ${o.number(i.length)}${l}`],[`puzzles.progress.streak`,`${a.now} · ${e.t(`puzzles.progress.best`,{count:a.best})}`],[`puzzles.progress.days`,String(f(t,c.today))],[`puzzles.progress.coming`,String(c.coming)]]}function O(){let{runs:t}=c.state.progress,i=s.filter(e=>t.some(t=>t.kind===e));return i.length===0?n:r`<table class="attempts runs">
      <thead>
        <tr>
          ${S.map(t=>r`<th scope="col">${e.t(`puzzles.runs.${t}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${i.map(n=>{let i=t.filter(e=>e.kind===n).map(e=>e.solved);return r`<tr>
            <th scope="row">${e.t(`puzzles.way.${n}.name`)}</th>
            <td class="number">${i.length}</td>
            <td class="number">${Math.max(...i)}</td>
            <td class="number">${i.at(-1)}</td>
            <td>${E(i.slice(-200))}</td>
          </tr>`})}
      </tbody>
    </table>`}function k(){let{runs:t}=c.state.progress;if(t.length===0)return n;let i=A();return r`<div class="scroll" tabindex="0" role="region" aria-label=${e.t(`puzzles.runs.recent`)}>
      <table class="attempts last-runs">
        <thead>
          <tr>
            <th scope="col">${e.t(`puzzles.progress.col.when`)}</th>
            ${C.map(t=>r`<th scope="col">${e.t(`puzzles.runs.${t}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${t.slice(-30).reverse().map(({at:t,kind:n,solved:a,mistakes:o})=>r`<tr>
              <td>${t?i.format(new Date(t)):`–`}</td>
              <td>${e.t(`puzzles.way.${n}.name`)}</td>
              <td class="number">${a}</td>
              <td class="number">${o}</td>
            </tr>`)}
        </tbody>
      </table>
    </div>`}let A=()=>new Intl.DateTimeFormat(e.words.language,{dateStyle:`medium`,timeStyle:`short`});function j(){let{attempts:t}=c.state.progress,n=A();return r`<div class="scroll" tabindex="0" role="region" aria-label=${e.t(`puzzles.progress.last`)}>
      <table class="attempts">
        <thead>
          <tr>${w.map(t=>r`<th scope="col">${e.t(`puzzles.progress.col.${t}`)}</th>`)}</tr>
        </thead>
        <tbody>
          ${t.slice(-30).reverse().map(({id:t,at:i,result:a,rating:o})=>r`<tr>
              <td>${n.format(new Date(i))}</td>
              <td>${l(t)?r`<a href="endings.html?drill=${encodeURIComponent(t)}#drill">${p(t)}</a>`:r`<a href="?id=${encodeURIComponent(t)}">${_(e.words,{id:t})}</a>`}</td>
              <td class=${a}>${e.t(`puzzles.result.${a}`)}</td>
              <td class="number">${o}</td>
            </tr>`)}
        </tbody>
      </table>
    </div>`}return{...m(e,{name:`progress`,title:`puzzles.progress.title`,body:x}),exportFile:d}}function E(e){let[t,n]=[96,24],i=Math.max(1,...e),a=n=>2+(t-4)*n/Math.max(1,e.length-1),o=e=>n-2-(n-4)*e/i,s=e.map((e,t)=>`${a(t).toFixed(1)},${o(e).toFixed(1)}`).join(` `);return r`<svg class="spark line" viewBox="0 0 ${t} ${n}" aria-hidden="true">
    <polyline class="way" points=${s} />
    <circle class="now" cx=${a(e.length-1)} cy=${o(e.at(-1)??0)} r="2.5" />
  </svg>`}function D(t,n){let[i,a,o]=[520,160,42],s=n.map(({rating:e})=>e),c=Math.floor((Math.min(...s)-20)/50)*50,l=Math.ceil((Math.max(...s)+20)/50)*50,u=e=>o+(i-o-6)*e/(s.length-1),d=e=>8+(a-16)*(l-e)/(l-c),f=s.length-1,p={count:s.length,first:String(s[0]),last:String(s[f])},m=s.map((e,t)=>`${u(t).toFixed(1)},${d(e).toFixed(1)}`).join(` `);return r`<svg
    class="line"
    viewBox="0 0 ${i} ${a}"
    role="img"
    aria-label=${t.t(`puzzles.progress.plot`,p)}
  >
    ${[c,(c+l)/2,l].map(t=>e`<line class="grid" x1=${o} x2=${i-6} y1=${d(t)} y2=${d(t)} />
        <text x=${o-6} y=${d(t)+4} text-anchor="end">${t}</text>`)}
    <polyline class="way" points=${m} />
    <circle class="now" cx=${u(f)} cy=${d(s[f])} r="4.5" />
  </svg>`}export{T as progressDialog};