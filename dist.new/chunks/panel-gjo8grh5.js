import{B as e,D as t,E as n,G as r,I as i,N as a,O as o,R as s,U as c,W as l,b as u,k as d,w as f,x as p}from"./shared-emvr0o8b.js";import{pt as m,z as h}from"./shared-lc6xk2nj.js";import{a as g,i as _,n as v,o as y,s as b,t as x}from"./panel-fatu50vw.js";function S(e,t){let n=(e[t.algorithm]??[]).filter(({depth:e})=>e<t.depth);return{...e,[t.algorithm]:[...n,t]}}const C=(e,t)=>e[t]?.at(-1)??null,w=(e,t)=>Math.max(0,...Object.values(e).map(e=>e.at(-1)?.[t]??0));function T(e,t,n){let r=t=>(e[t]??[]).filter(({finished:e})=>e),i=r(n),a=r(t).filter(({depth:e})=>i.some(t=>t.depth===e)).at(-1),o=i.find(({depth:e})=>e===a?.depth);return a&&o?{depth:a.depth,share:1-o.nodes/a.nodes}:null}const E=(e,t)=>e<=1||t<=1?0:Math.log(e)/Math.log(t),D=e=>10**Math.max(1,Math.ceil(Math.log10(Math.max(e,1)))),O=[`1`,`2`,`3`,`4`,`5`,`6`,`7`,`8`],k=[`ordering`,`table`,`null_move`],A=.6,j={left:56,bottom:28,top:10,right:12},M=()=>l({depth:`4`,execution:`compiled`,options:{ordering:!0,table:!0,null_move:!1},of:`variant`,measure:`nodes`,running:!1,trouble:``,standing:{},raced:null});function N(e,{engine:t,createWorker:n}){let o=M(),l=new y(n,t),u=document.createElement(`div`);return u.className=`race`,a(u,()=>F(e,o,t,{start:()=>P(e,o,l),stop:()=>l.end()}),()=>I(e,o),()=>o.raced?s`${z(e,o)}${Object.keys(o.standing).length>0?B(e,o):i}`:i),c(()=>t.state.game,()=>{l.end(),r(o,{standing:{},raced:null})}),()=>s`${u}`}async function P(e,t,n){let{depth:i,execution:a,options:o,of:s}=t,{game:c}=e.state,l={turn:m(c.tree).view?.turn,game:c.game,execution:a,null_move:o.null_move};r(t,{running:!0,trouble:``,standing:{},raced:l});try{let{execution:c}=await n.race(_(e),{depth:Number(i),execution:a,options:o,original:s===`original`},e=>r(t,{standing:S(t.standing,e)}));r(t,{raced:{...l,execution:c}})}catch(e){let{reason:n,message:i}=e;n!==`ended`&&r(t,{trouble:i})}finally{r(t,{running:!1})}}function F(e,i,a,{start:c,stop:l}){let{options:m,running:h}=i,g=a.state.status===`ready`;return s`<form class="race-form" @submit=${o(()=>g&&!h&&c())}>
    ${t({id:`race-depth`,label:e.t(`lab.tree.depth`),choices:f(O,e=>e),...p(i,`depth`)})}
    ${n({name:`race-execution`,legend:e.t(`lab.race.execution`),choices:{compiled:e.t(`lab.speed.compiled`),interpreted:e.t(`lab.speed.interpreted`)},...p(i,`execution`)})}
    ${v(e,a,`race`,i)}
    <div class="race-options" role="group" aria-label=${e.t(`lab.race.options`)}>
      ${k.map(t=>s`<span>${d(`race-${t}`,e.t(`lab.race.${t}`),m[t],e=>r(i,{options:{...m,[t]:e}}))}</span>`)}
    </div>
    ${h?u(`stop`,e.t(`lab.race.stop`),l):s`<button class="btn main" type="submit" ?disabled=${!g}>${e.t(`lab.race.start`)}</button>`}
  </form>`}function I(e,t){let{running:n,trouble:r,standing:a,raced:o}=t;if(r)return s`<p class="race-result" role="alert">${e.t(`lab.tree.failed`,{trouble:r})}</p>`;let c=T(a,`minimax`,`alphabeta`);if(!o||!c)return s`<p class="race-result muted" role="status">${e.t(n?`lab.race.running`:`lab.race.intro`)}</p>`;let{depth:l,share:u}=c;return s`<p class="race-result">
    ${e.t(`lab.race.saved`,{depth:l,share:L(e,u)})}
    ${e.t(u>A?`lab.race.claim.holds`:`lab.race.claim.fails`,{share:L(e,A)})}
    ${o.null_move?e.t(`lab.race.nullMoveNote`):i}
  </p>`}function L(e,t){return new Intl.NumberFormat(e.words.language,{style:`percent`,maximumFractionDigits:1}).format(Math.floor(t*1e3)/1e3)}const R=(e,t)=>t<1e3?e.t(`lab.race.ms`,{number:e.words.number(Math.round(t))}):e.t(`lab.play.limit.time`,{number:e.words.number(t/1e3,1)});function z(e,t){let{standing:n,raced:r}=t,a={nodes:w(n,`nodes`),ms:w(n,`ms`)},o=(e,t)=>s`<i class="bar" aria-hidden="true" .style=${`--share: ${a[t]?e[t]/a[t]:0}`}></i>`,c=t=>{let a=C(n,t),c=t===`minimax`?null:T(n,`minimax`,t);return s`<tr data-algorithm=${t}>
      <th scope="row"><i class="key" aria-hidden="true"></i>${x(e,t)}</th>
      <td>${a?s`${a.depth}${a.done&&!a.finished?s` <small>${e.t(`lab.race.out`)}</small>`:i}`:``}</td>
      <td class="measure">${a?s`${o(a,`nodes`)}<span>${e.words.number(a.nodes)}</span>`:``}</td>
      <td class="measure">${a?s`${o(a,`ms`)}<span>${R(e,a.ms)}</span>`:``}</td>
      <td>${c?L(e,c.share):``}</td>
      <td>${a?.score&&r?.turn?h(e.words,a.score,r.turn,r.game):``}</td>
    </tr>`},l=r?b[r.execution]:0,u=g.some(e=>n[e]?.some(({done:e,finished:t})=>e&&!t));return s`<div class="race-table"><table>
    <caption class="sr">${e.t(`lab.race.title`)}</caption>
    <thead><tr>
      <th scope="col">${e.t(`lab.tree.algorithm`)}</th>
      <th scope="col">${e.t(`lab.tree.depth`)}</th>
      <th scope="col">${e.t(`lab.race.nodes`)}</th>
      <th scope="col">${e.t(`lab.race.time`)}</th>
      <th scope="col">${e.t(`lab.race.saving`)}</th>
      <th scope="col">${e.t(`lab.tree.value`)}</th>
    </tr></thead>
    <tbody>${g.map(c)}</tbody>
  </table>
  ${u?s`<p class="small muted">${e.t(`lab.race.outNote`,{nodes:e.words.number(l)})}</p>`:i}</div>`}function B(t,r){let{standing:i,measure:a}=r,o=Object.values(i).flat().filter(({finished:e})=>e),c=Math.max(2,...o.map(({depth:e})=>e)),l=D(Math.max(...o.map(e=>e[a]),10)),u=e=>j.left+(e-1)/(c-1)*(480-j.left-j.right),d=e=>220-j.bottom-E(e,l)*(220-j.bottom-j.top),f=Array.from({length:Math.round(Math.log10(l))+1},(e,t)=>10**t),m=Array.from({length:c},(e,t)=>t+1),h=t=>{let n=(i[t]??[]).filter(({finished:e})=>e);return e`<g data-algorithm=${t}>
      <polyline points=${n.map(e=>`${u(e.depth)},${d(e[a])}`).join(` `)} />
      ${n.map(t=>e`<circle cx=${u(t.depth)} cy=${d(t[a])} r="3" />`)}
    </g>`};return s`<figure class="race-chart">
    <figcaption>${n({name:`race-measure`,legend:t.t(`lab.race.chart`),choices:{nodes:t.t(`lab.race.nodes`),ms:t.t(`lab.race.milliseconds`)},...p(r,`measure`)})}</figcaption>
    <svg viewBox=${`0 0 480 220`} role="img" aria-label=${t.t(`lab.race.chartLabel`)}>
      ${f.map(n=>e`<path class="grid" d=${`M${j.left} ${d(n)}H${480-j.right}`} />
        <text x=${j.left-5} y=${d(n)+3.5} text-anchor="end">${t.words.compact(n)}</text>`)}
      ${m.map(t=>e`<text x=${u(t)} y=${212} text-anchor="middle">${t}</text>`)}
      ${g.map(h)}
    </svg>
  </figure>`}export{N as panel};