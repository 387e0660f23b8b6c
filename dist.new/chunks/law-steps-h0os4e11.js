import{m as e}from"./shared-bnrvstgz.js";import{Bt as t,D as n,L as r,kt as i,pt as a,w as o}from"./shared-lc6xk2nj.js";import{C as s,I as c,R as l}from"./shared-emvr0o8b.js";import{$ as u,Q as d,X as f,et as p}from"./shared-h162dg8e.js";import{P as m}from"./shared-bw97y5xi.js";function h(e){let t=f(e);if(!t)return c;let n=u(t),{at:r}=t;return l`<section class="explanation" aria-label=${e.t(`game-view.explain.name`)}>
    <p class="said">${v(e,t)}</p>
    <div class="chips" role="group" aria-label=${e.t(`game-view.explain.legend`)}>
      ${n.map((n,r)=>g(e,t,r))}
    </div>
    <div class="now">
      <div role="status">
        <b class="step">${b(e,t)}</b>
        ${S(e,t).map(e=>l`<p class="small muted">${e}</p>`)}
      </div>
      ${s(`previous`,e.t(`game-view.explain.previous`),()=>d(e,r-1),{ended:r===0})}
      ${s(`next`,e.t(`game-view.explain.next`),()=>d(e,r+1),{ended:r===n.length-1})}
    </div>
    ${s(`close`,e.t(`ui.close`),()=>p(e))}
  </section>`}function g(e,t,n){let r=u(t)[n],i=t.explanation.moves[n],a=_(e,t,r),o=i?e.t(`game-view.explain.class.${i.class}`):``,s=[String(r),a?.move?m(e,a):e.t(`game-view.say.start`),o].filter(Boolean).join(`, `);return l`<button
    class="chip ${i?.class??`idle`} ${i?.side??``}"
    type="button"
    aria-label=${s}
    title=${s}
    aria-current=${n===t.at?`step`:c}
    @click=${()=>d(e,n)}
  >${i?e.t(`game-view.explain.mark.${i.class}`):r}</button>`}function _(e,{line:t},n){return e.state.game.tree.nodes.get(t[n])??null}function v(e,{explanation:t,over:n}){let{law:r,loser:i}=t,a={loser:i?e.t(`game-view.side.${i}`):``,victim:y(e,t)};if(!n&&i===null)return`${e.t(`game-view.explain.law.${r}`)} ${e.t(`game-view.explain.would.draw`)}`;let o=`game-view.explain.${n?`law`:`would`}.${r}`;return e.words.has(o)?e.t(o,a):e.t(`game-view.outcome.cause.other`,{termination:r})}function y(e,{moves:t,loser:r}){let i=t.filter(({side:e})=>e===r).flatMap(({threats:e})=>e).filter(({perpetual:e})=>e).map(({victim:e})=>e);return[...new Set(i)].map(t=>n(e.words,t)).join(` / `)}function b(t,n){let{explanation:r,at:i}=n,a=u(n),o=_(t,n,a[i]);if(!o?.move)return t.t(`game-view.say.start`);let s=r.moves[i]?.side??x(t,o),c=m(t,o);return r.since===void 0?t.t(`game-view.explain.step`,{number:i+1,total:a.length,side:t.t(`game-view.side.${s}`),move:c}):t.t(`game-view.say.position`,{number:e(t.state.game,o).move,move:c})}function x(e,n){let{game:r,tree:o}=e.state.game,s=a(o,n.id).view?.turn;return s?t(r,s):i(r).sides[0]}function S(e,t){let{explanation:n,at:i}=t;if(n.since!==void 0)return C(e,t);let a=n.moves[i],s=a.class===`check`?[e.t(`game-view.explain.check`)]:[],c=o(e.state.game,t.line[u(t)[i]]);for(let t of a.threats){let n=r(e.words,c,t.orig),i=r(e.words,c,t.dest);s.push(e.t(`game-view.explain.threat.${t.worth}`,{taker:n,victim:i})),t.perpetual&&s.push(e.t(`game-view.explain.perpetual`))}return s.length>0?s:[e.t(`game-view.explain.idle`)]}function C(t,n){let{since:r=0,uncounted:i=0,before:a=0}=n.explanation,o=_(t,n,r),s=o?.move?[t.t(`game-view.explain.limit.capture`,{number:e(t.state.game,o).move,move:m(t,o)})]:[t.t(`game-view.explain.limit.never`)];return a>0&&s.push(t.t(`game-view.explain.limit.before`,{count:a})),i>0&&s.push(t.t(`game-view.explain.limit.uncounted`,{count:i})),s}export{h as lawSteps};