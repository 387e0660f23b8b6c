import{E as e,L as t,kt as n,pt as r,ut as i}from"./shared-lc6xk2nj.js";import{G as a,H as o,I as s,R as c,W as l,b as u,k as d}from"./shared-emvr0o8b.js";import{t as f}from"./answers-n2com0ar.js";const p=[`drawish`];function m(e,t){let n=l({worth:!1}),r=new f(t=>e.client.explain(t)),p=()=>{let{game:t,tree:n}=e.state.game;return{game:t,fen:n.fen,moves:i(n)}};o(()=>{let{answer:i,current:o}=n.worth?r.of(p()):{answer:null,current:!0};o?a(t.state,{marks:i?y(e,i):[]}):a(t.state,{marks:[]})});let m=()=>{e.client.retry(),r.retry(p())};return()=>{let{answer:t,current:i,error:o}=r.of(p());return c`<div class="terms" aria-busy=${!i}>
      ${o===null?t?h(e,t):c`<p class="small muted" role="status">${e.t(`analysis.terms.waiting`)}</p>`:c`<p role="alert">${e.t(`analysis.terms.failed`,{reason:o})}</p>
              ${u(null,e.t(`ui.retry`),m)}`}
      <div class="row between">${d(`worth-of-pieces`,e.t(`analysis.terms.worth.switch`),n.worth,e=>a(n,{worth:e}))}</div>
      ${n.worth&&t?b(e,t):s}
    </div>`}}function h(e,{evaluation:t,score:r,change:i,terms:a}){let[o,s]=n(e.state.game.game).sides,l=a.filter(({name:e,first:t,second:n,change:r})=>t||n||r||!p.includes(e)),u=Math.max(100,...l.map(({balance:e})=>Math.abs(e)));return c`<table>
      <caption class="sr">${e.t(`analysis.terms.caption`)}</caption>
      <thead>
        <tr>
          <th scope="col">${e.t(`analysis.terms.term`)}</th>
          <th scope="col">${e.t(`game-view.side.${o}`)}</th>
          <th scope="col">${e.t(`game-view.side.${s}`)}</th>
          <td class="bar"></td>
          <th scope="col">${e.t(`analysis.terms.balance`)}</th>
          <th scope="col">${e.t(`analysis.terms.change`)}</th>
        </tr>
      </thead>
      <tbody>${l.map(t=>g(e,t,u))}</tbody>
      <tfoot>
        <tr>
          <th scope="row">${e.t(`analysis.terms.total`)}</th>
          <td></td>
          <td></td>
          <td class="bar"></td>
          <td>${v(e,r)}</td>
          <td>${i===null?``:v(e,i)}</td>
        </tr>
      </tfoot>
    </table>
    <p class="small muted">${e.t(t===`network`?`analysis.terms.network`:`analysis.terms.note`,{side:e.t(`game-view.side.${o}`)})}</p>`}function g(t,{name:n,first:r,second:i,balance:a,change:o},s){let{game:l}=t.state.game,u=e(t.words,`analysis.term.${l}.${n}`,`analysis.term.${n}`),d=100*Math.abs(a)/s;return c`<tr data-term=${n}>
    <th scope="row">${u?t.t(u):n}</th>
    <td>${_(t,r)}</td>
    <td>${_(t,i)}</td>
    <td class="bar">
      <svg viewBox="-100 0 200 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class=${a>0?`first`:`second`} x=${a>0?0:-d} width=${d} height="10" />
        <path d="M0 0V10" />
      </svg>
    </td>
    <td>${v(t,a)}</td>
    <td>${o===null?``:v(t,o)}</td>
  </tr>`}const _=(e,t)=>e.words.number(t/100,2),v=(e,t)=>t>0?`+${_(e,t)}`:_(e,t);function y(e,{pieces:t}){return Object.entries(t).map(([t,{value:n,average:r}])=>{let i=(n-r)/Math.max(Math.abs(r),1);return{orig:t,brush:i>.05?`more`:i<-.05?`less`:`same`,label:e.words.number(n/100,1)}})}function b(e,{pieces:n}){let{view:i}=r(e.state.game.tree);return c`<p class="small muted">${e.t(`analysis.terms.worth.note`)}</p>
    <ul class="sr">
      ${Object.entries(n).map(([n,{value:r}])=>c`<li>${e.t(`analysis.terms.worth.piece`,{piece:i?t(e.words,i.fen,n):n,value:_(e,r)})}</li>`)}
    </ul>`}export{m as evaluationPanel};