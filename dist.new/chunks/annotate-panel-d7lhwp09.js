import{F as e,I as t,R as n,b as r}from"./shared-emvr0o8b.js";import{M as i,N as a,f as o}from"./shared-h162dg8e.js";import{m as s}from"./shared-bnrvstgz.js";import{kt as c,lt as l,mt as u,pt as d}from"./shared-lc6xk2nj.js";import{P as f,S as p}from"./shared-bw97y5xi.js";import{t as m}from"./shared-j0oqjlqb.js";const h=i(class extends a{constructor(){super(...arguments),this.key=t}render(e,t){return this.key=e,t}update(e,[t,n]){return t!==this.key&&(o(e),this.key=t),n}}),g=[1,2,3,4,5,6,7],_=[10,13,14,15,16,17,18,19],v=r=>()=>{let{tree:i}=r.state.game,a=d(i),{notes:o={}}=a,s=a.id===0?r.t(`analysis.annotate.start`):f(r,a);return n`<div class="annotate">
    ${e(a.id!==0,()=>n`<div class="glyphs" role="group" aria-label=${r.t(`analysis.annotate.glyphs`)}>
            ${[g,_].map(e=>n`<div>${e.map(t=>y(r,t,e))}</div>`)}
          </div>`)}
    <label class="small muted" for="comment">${r.t(`analysis.annotate.comment`,{move:s})}</label>
    ${h(a.id,n`<textarea
        id="comment"
        rows="1"
        maxlength="20000"
        ?disabled=${r.state.plays===!1}
        .value=${o.comment??``}
        @change=${({target:e})=>{let{session:t}=r;e.value.trim()!==(o.comment??``)&&t.annotate(a.id,{...o,comment:e.value.trim()})}}
      ></textarea>`)}
    <div class="row">${a.id===0?t:b(r)}${x(r)}</div>
  </div>`};function y(e,t,r){let{id:i,notes:a={}}=d(e.state.game.tree),o=a.nags??[],s=o.includes(t),l=()=>{let n=o.filter(e=>!r.includes(e));e.session.annotate(i,{...a,nags:s?n:[...n,t].sort((e,t)=>e-t)})},[u]=c(e.state.game.game).sides,f=e.t(`analysis.glyph.${t}`,{first:e.t(`game-view.side.${u}`)});return n`<button class="btn plain" type="button" aria-pressed=${s} aria-label=${f} title=${f} @click=${l}
    >${p[t]}</button>`}function b(t){let{session:i}=t,{tree:a}=t.state.game,{id:o}=d(a),s=u(a).every(({id:e,parent:t})=>t===null||d(a,t).children[0]===e);return n`${e(!s,()=>n`${r(null,t.t(`analysis.annotate.promote`),()=>i.promote(o))}
          ${r(null,t.t(`analysis.annotate.main`),()=>i.makeMainLine(o))}`)}${r(null,t.t(`analysis.annotate.delete`),()=>i.remove(o))}`}function x(e){let{tree:t}=e.state.game,[,...n]=l(t),r=()=>n.map((t,n)=>{let{move:r,first:i}=s(e.state.game,t);return(i?`${r}. `:n===0?`${r}... `:``)+f(e,t)}).join(` `),i=e.t(`analysis.annotate.copy`);return m(e,{name:`line`,label:i,text:r,disabled:n.length===0})}export{v as annotatePanel};