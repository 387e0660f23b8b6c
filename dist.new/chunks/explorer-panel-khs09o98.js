import{kt as e,ut as t}from"./shared-lc6xk2nj.js";import{E as n,F as r,G as i,I as a,R as o,W as s,b as c,w as l}from"./shared-emvr0o8b.js";import{t as u}from"./answers-n2com0ar.js";const d=[`book`,`mine`];function f(e,t){let r=s({source:`book`}),a=p(e);return()=>o`${n({name:`explorer-source`,legend:e.t(`analysis.explorer.source.label`),choices:l(d,t=>e.t(`analysis.explorer.source.${t}`)),chosen:r.source,choose:e=>i(r,{source:e})})}
  ${r.source===`book`?a():t()}`}function p(e){let n=new u(t=>e.client.explore(t));return()=>{let{game:r,tree:i}=e.state.game,s={game:r,fen:i.fen,moves:t(i)},{answer:l,current:u,error:d}=n.of(s);if(d!==null)return o`<p role="alert">${e.t(`analysis.explorer.failed`,{reason:d})}</p>
        ${c(null,e.t(`ui.retry`),()=>{e.client.retry(),n.retry(s)})}`;if(!l)return o`<p class="small muted" role="status">${e.t(`analysis.explorer.waiting`)}</p>`;let f=l.opening?.[e.words.language]??l.opening?.en;return o`<div class="explorer" aria-busy=${!u}>
      ${f?o`<p class="opening">${f}</p>`:a}
      ${l.moves.length>0?m(e,l.moves,u):o`<p class="small muted" role="status">${e.t(`analysis.explorer.none`)}</p>`}
    </div>`}}function m(e,t,n){let r=t.some(({results:e})=>e),i=o`<th scope="col">${e.t(`analysis.explorer.games`)}</th>
    <th scope="col" class="results">${e.t(`analysis.explorer.results`,y(e))}</th>`;return o`<table>
      <caption class="sr">${e.t(`analysis.explorer.caption`)}</caption>
      <thead>
        <tr>
          <th scope="col">${e.t(`analysis.explorer.move`)}</th>
          <th scope="col">${e.t(`analysis.explorer.share`)}</th>
          ${r?i:a}
        </tr>
      </thead>
      <tbody>${t.map(t=>h(e,t,n,r))}</tbody>
    </table>
    <p class="small muted">${e.t(`analysis.explorer.note.share`)}</p>
    ${r?o`<p class="small muted">${e.t(`analysis.explorer.note.games`)}</p>`:a}`}function h(e,t,n,i){let{results:s,opening:c,share:l}=t,u=c?.[e.words.language]??c?.en??``;return o`<tr>
    ${g(e,t.uci,t[e.notation]??t.uci,u,n)}
    <td>${e.words.number(l)}%</td>
    ${r(i,()=>o`<td>${s?e.words.number(_(s)):`–`}</td>
          <td class="results">${s?v(e,s):a}</td>`)}
  </tr>`}const g=(e,t,n,r,i)=>o`<th scope="row">
  <button class="btn plain book-move" type="button" ?disabled=${!i} @click=${()=>e.session.move(t)}
    ><b>${n}</b>${r?o` <span class="small muted">${r}</span>`:a}</button
  >
</th>`,_=({won:e,drawn:t,lost:n})=>e+t+n;function v(e,t){let{won:n,drawn:r,lost:i}=t,a=e.t(`analysis.explorer.result`,{...y(e),won:n,drawn:r,lost:i});return o`<span class="result-bar" title=${a}>
    <svg viewBox=${`0 0 ${_(t)} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="won" width=${n} height="10" />
      <rect class="drawn" x=${n} width=${r} height="10" />
      <rect class="lost" x=${n+r} width=${i} height="10" />
    </svg>
    <span class="small" aria-hidden="true">${n} / ${r} / ${i}</span>
    <span class="sr">${a}</span>
  </span>`}function y(t){let[n,r]=e(t.state.game.game).sides;return{first:t.t(`game-view.side.${n}`),second:t.t(`game-view.side.${r}`)}}export{y as i,g as n,v as r,f as t};