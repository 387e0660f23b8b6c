import{h as e}from"./shared-bnrvstgz.js";import{kt as t,lt as n}from"./shared-lc6xk2nj.js";import{t as r}from"./focus-game-lx2yho9u.js";import{I as i,R as a}from"./shared-emvr0o8b.js";import{s as o}from"./page-negt103i.js";const s=(e,t)=>()=>{let{game:o}=e.state,s=n(o.tree),u=l(e,t,s);return a`<div class="evaluation-graph">
    ${c(e,{label:e.t(`analysis.graph.title`),line:s,shares:u,go:t=>{e.session.goTo(s[t].id),r()}})}
    ${u.filter(e=>e!==null).length>1?i:a`<p class="small muted">${e.t(`analysis.graph.none`)}</p>`}
  </div>`};function c(e,{label:t,line:n,shares:r,turns:i=[],go:o}){let s=r.flatMap((e,t)=>e===null?[]:[{ply:t,y:100*(1-e)}]),c=Math.max(n.length-1,1),l=n.findIndex(({id:t})=>t===e.state.game.tree.current),u=s.length>1?s.map(({ply:e,y:t})=>`${e} ${t.toFixed(1)}`).join(`L`):``;return a`<svg viewBox=${`0 0 ${c} 100`} preserveAspectRatio="none" role="img" aria-label=${t} @click=${({clientX:e,currentTarget:t})=>{let{left:r,width:i}=t.getBoundingClientRect(),a=Math.round((e-r)/i*c);o(Math.max(0,Math.min(a,n.length-1)))}}>
    <path class="area" d=${u&&`M${s[0].ply} 50L${u}L${s.at(-1)?.ply} 50Z`} />
    <path class="middle" d=${`M0 50H${c}`} />
    <path class="curve" d=${u&&`M${u}`} />
    <path class="turns" d=${i.map(e=>`M${e} 0V100`).join(``)} />
    <path class="now" d=${l<0?``:`M${l} 0V100`} />
  </svg>`}function l(n,r,i){let{game:a}=n.state,[s]=t(a.game).sides,c=[];return i.map(t=>{t.move&&c.push(t.move);let n=e(a,t.id);if(n)return n.winner===null?.5:+(n.winner===s);let i=r.of({game:a.game,fen:a.tree.fen,moves:c});return i&&o(i,i.turn===s)})}export{c as n,s as t};