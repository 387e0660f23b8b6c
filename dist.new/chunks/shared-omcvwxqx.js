import{N as e,b as t,c as n,en as r,in as i,kt as a,pt as o,ut as s}from"./shared-lc6xk2nj.js";import{A as c,F as l,G as u,I as d,R as f,U as p,W as m,b as h}from"./shared-emvr0o8b.js";import{t as g}from"./shared-j0oqjlqb.js";import{D as _,L as v}from"./shared-h162dg8e.js";function y(e,t){let n=b(e);return()=>f`<section class="entry">${n()}${S(e,t)}</section>`}function b(n){let i={said:()=>``,wrong:!1,text:``,meanings:[]},a=m(i),s=()=>{n.refusal.clear(),u(a,i)},c=()=>document.getElementById(`typed-move`),h=()=>{s(),c()&&(c().value=``)},g=e=>c().value.trim()===e;function _(e,t){s();let r=n.session.move(e);r===`played`?h():u(a,{said:()=>n.t(`game-view.entry.${r}`,{text:t}),wrong:!0})}async function v(e){e.preventDefault(),s();let r=c().value.trim();if(!r)return;let i=await w(n,r,{onWait:(e,t)=>u(a,{said:e,wrong:t}),isAsked:()=>g(r)});if(i===null||!g(r))return;if(typeof i==`function`)return u(a,{said:i,wrong:!0});if(i.length===1)return _(i[0].uci,r);let o=new Set(i.map(({uci:e})=>e.slice(0,4))).size===1,l=({uci:e})=>t.indexOf(e.slice(4));i.sort((e,t)=>l(e)-l(t)),u(a,{said:()=>o?n.t(`game-view.promotion.title`):n.t(`game-view.entry.ambiguous`,{text:r,count:i.length}),text:r,meanings:i})}function y(t){let r=t[n.notation]??t.uci,i=o(n.state.game.tree).view?.fen??``,a=t.uci.slice(4),s=a?n.t(`game-view.promotion.${a}`):e(n.words,i,t.uci);return f`<button class="btn" type="button" @click=${()=>{_(t.uci,r),c().focus()}}>
      <b>${r}</b><span class="muted">${s}</span>
    </button>`}function b(e){e.key===`Escape`&&a.said()&&(e.preventDefault(),s(),c().focus())}return p(()=>n.state.game.id,h),p(()=>n.state.game.tree.current,()=>a.meanings.length>0?h():s()),p(()=>n.state.hint?.step,s),()=>f`<form class="typed" novalidate @submit=${v} @keydown=${b}>
      <label class="small" for="typed-move">${n.t(`game-view.entry.label`)}</label>
      <div class="row">
        <input
          type="text"
          id="typed-move"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
          maxlength="40"
          aria-describedby="typed-fault"
          aria-invalid=${a.wrong?`true`:d}
          placeholder=${r(n.state.game.game,n.notation)}
          @input=${s}
        /><button class="btn" type="submit">${n.t(`game-view.entry.play`)}</button>
      </div>
    </form>
    <p class="fault small ${a.wrong?``:`muted`}" id="typed-fault" role="alert">${a.said()}</p>
    ${l(a.meanings.length>0,()=>f`<div class="meanings" role="group" aria-label=${a.said()} @keydown=${b}>
        ${a.meanings.map(y)}
      </div>`)}`}function x(e){let{game:t,tree:r,orientation:i}=e.state.game,c=new URL(`../editor.html`,import.meta.url),l=o(r).view,[u]=a(t).sides,d=i===u?void 0:i;return n(c,l?{game:t,fen:l.fen,side:d}:{game:t,fen:r.fen,moves:s(r),side:d})}function S(e,{openImport:t,openExport:n}){let r=o(e.state.game.tree).view?.fen;return f`<div class="row copies">
    ${g(e,{name:`fen`,symbol:`copy`,label:e.t(`game-view.entry.copyFen`),text:()=>r??``,disabled:!r})}
    ${g(e,{name:`link`,symbol:`link`,label:e.t(`game-view.entry.copyLink`),text:()=>v(e)})}
    ${t?h(`import`,e.t(`game-view.entry.import`),t,{disabled:!e.state.plays}):d}
    ${h(`export`,e.t(`game-view.entry.export`),()=>n())}
    ${h(`code`,e.t(`shell.nav.embedding`),()=>n(`embed`))}
    <a class="btn" href=${x(e)}>${c(`setUp`)}<span>${e.t(`game-view.entry.edit`)}</span></a>
  </div>`}const C=/^[a-z]?[a-i]?x?[a-i]\d$/i;async function w(e,t,{onWait:n,isAsked:a}){let{game:c}=e.state,{tree:l}=c,u=e.session.cannotMoveReason();if(u)return()=>e.t(`game-view.entry.${u}`);let{view:d}=o(l),f=(d?T(d,t):[]).map(e=>({uci:e})),p=!/^[A-Z][^A-Z]*$/.test(t);if(f.length>0&&p)return f;let m=d&&p&&/^[a-z]\d[a-z]\d$/i.test(t),h=()=>a()&&e.state.game.id===c.id&&e.state.game.tree.current===l.current;e.state.engine.state!==`idle`&&e.state.engine.state!==`thinking`&&n(()=>e.t(m?`game-view.illegal.waiting`:`game-view.entry.loading`),!!m);try{let n=i(c.game,e.settings.notation,e.words.language),r={game:c.game,fen:l.fen,moves:s(l)},a=await e.client.parse({...r,text:t,notation:n});return h()?a:null}catch(n){let i=n;if(!h())return null;let{code:a}=i,o=r(c.game,e.notation),s=c.game===`xiangqi`&&e.notation!==`san`&&C.test(t);return a===`illegal_move`&&s?()=>e.t(`game-view.entry.illegalHow`,{text:t,example:o}):a===`illegal_move`?(e.refusal.mark(i),()=>e.refusal.inWords(c.game,i)??e.t(`game-view.entry.illegal`,{text:t})):a===`invalid_move`&&f.length>0?f:a===`invalid_move`?()=>e.t(`game-view.entry.malformed`,{text:t,example:o}):()=>_(e.words,i)}}function T({dests:e,promotions:n={}},r){let i=r.toLowerCase().replace(/[\s–—=-]+/g,``),[a,o,s]=[i.slice(0,2),i.slice(2,4),i.slice(4)];if(!e[a]?.includes(o))return[];let c=n[a+o]??[``];return(s||c[0]===``?[s]:t).filter(e=>c.includes(e)).map(e=>a+o+e)}export{w as i,T as n,b as r,y as t};