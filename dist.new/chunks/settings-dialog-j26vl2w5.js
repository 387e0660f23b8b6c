import{Bt as e,Kt as t,P as n,Qt as r,Ut as i,V as a,Yt as o,_ as s,i as c,kt as l,nn as u}from"./shared-lc6xk2nj.js";import{t as d}from"./ice-servers-nvsgo4gw.js";import{D as f,E as p,H as m,I as h,R as g,a as _,c as v,j as y,k as b,l as x,r as S,s as C,w}from"./shared-emvr0o8b.js";import{i as T}from"./read-aloud-pcrub7hv.js";import{n as E}from"./dialog-n0h8bgjn.js";import{i as D}from"./shared-eporsk0o.js";import{i as O}from"./shared-dnvzyj06.js";import{a as k}from"./shared-h162dg8e.js";import{d as A,u as j}from"./page-negt103i.js";const M={xiangqi:{moves:`h2e2 b7e7 e2e6`,check:`e9`},chess:{moves:`e2e4 e7e5 f1c4 b8c6 c4f7`,check:`e8`},liuzichong:{moves:`b1b2 b4b3`}};function N(n){let s=document.createElement(`div`);s.className=`look-preview`,s.inert=!0;let c=1,u=d();function d(){let{game:e}=n.state.game;return O(s,{...n.boardStyle(e),game:e,interactive:!1})}function f(){let{game:n}=u,s=t(n),{moves:d,check:f}=M[n],p=d.split(` `).map(a),{fen:m,sides:h}=l(n),g=o(s,m);i(g,p.slice(0,c-1));let _=g.size;i(g,p.slice(c-1,c));let v=c===p.length&&f?f:null;return u.set({fen:r(s,g),turn:c%2==0?h[0]:e(n,h[0]),lastMove:p[c-1],check:v}),u.setShapes(p.slice(c,c+1).map(([e,t])=>({orig:e,dest:t,brush:`hint`}))),{captures:g.size<_,inCheck:v}}return m(()=>{let{game:e}=n.state.game;u.game!==e&&(u.destroy(),u=d(),c=1),u.configure(n.boardStyle(e)),f()}),{node:s,play(){c=c%M[u.game].moves.split(` `).length+1;let{captures:e,inCheck:t}=f();k(n,e?`capture`:`move`),t&&k(n,`check`)}}}const P=v.filter(e=>x[e].section===`looks`);function F(e){let t=null,n=()=>t?.play(),r=()=>e.change(Object.fromEntries(P.map(e=>[e,C[e]]))),i=t=>v.filter(e=>x[e].section===t).map(t=>I(e,t,n)),a=E(e,{name:`settings`,title:`shell.settings.title`,body:()=>g`<form class="form" method="dialog">
    ${i(`words`)} ${i(`looks`)}
    <div>
      <button class="btn" type="button" @click=${r}>${e.t(`shell.settings.reset`)}</button>
    </div>
    ${i(`more`)} ${V(e)}
    <p class="small"><a href="about.html">${e.t(`shell.nav.about`)}</a></p>
    <p class="small muted" role="status" ?hidden=${e.settings.kept}>${e.t(`shell.settings.unsaved`)}</p>
    <div class="preview">
      ${t?.node}
      <button class="btn" type="button" @click=${n}>${e.t(`shell.settings.preview`)}</button>
    </div>
  </form>`});return{...a,open:()=>{e.pageStatus.refresh?.(),S(`looks`),t??=N(e),a.open()}}}function I(e,t,n){let r=z[t];if(r)return r(e,n);if(!x[t].values?.includes(!0))return L(e,t);let i=n=>e.change({[t]:n}),a=!!(t===`contrast`?_(e.settings):e.settings[t]);return g`<div class="field inline">${b(t,e.t(R(t)),a,i)}</div>`}function L(e,t,{values:n=x[t].values??[],...r}={}){let{pieces:i,coordinates:a}=e,o={...e.settings,pieces:i,coordinates:a};return p({name:t,legend:e.t(`${R(t)}.label`),choices:w(n.filter(e=>e!==null).map(String),n=>e.t(`${R(t)}.${n}`)),chosen:String(o[t]),choose:n=>e.change({[t]:n}),...r})}const R=e=>`shell.settings.${e}`,z={lang(e){let t=Object.entries(s).map(([e,{name:t}])=>[e,t]),n=e.settings.lang===null?``:e.words.language;return f({id:`language`,label:e.t(`shell.settings.lang.label`),choices:{"":e.t(`shell.settings.lang.auto`),...Object.fromEntries(t)},chosen:n,choose:(t,r)=>D(e,r,n),autofocus:!0})},notation:e=>f({id:`notation`,label:e.t(`shell.settings.notation.label`),choices:w(u(e.state.game.game).notations,t=>n(e.words,e.state.game.game,t)),chosen:e.notation,choose:t=>e.change({notation:t})}),pieces(e){if(e.state.game.game!==`xiangqi`)return h;for(let e of c)S(e);return L(e,`pieces`,{picture:e=>g`<span class="swatch">${y(`red`,`r`,`xiangqi`,e)}${y(`black`,`k`,`xiangqi`,e)}</span>`})},men(e){return e.state.game.game===`xiangqi`?L(e,`men`):L(e,`men`,{values:[`classic`,`flat`],chosen:e.settings.men===`flat`?`flat`:`classic`})},board:e=>L(e,`board`,{picture:t=>g`<span class="swatch of-board" data-game=${e.state.game.game} data-board=${t}></span>`}),animation:(e,t)=>L(e,`animation`,{choose:n=>{e.change({animation:n}),t()}}),volume(e,t){let{volume:n}=e.settings,r=n===0?e.t(`shell.settings.volume.off`):e.t(`shell.settings.volume.percent`,{volume:n});return g`<div class="field">
      <label for="volume">${e.t(`shell.settings.volume.label`)}</label>
      <div class="volume">
        <input
          type="range"
          id="volume"
          max="100"
          step="10"
          aria-valuetext=${r}
          .value=${String(n)}
          @change=${({currentTarget:n})=>{e.change({volume:n.valueAsNumber}),t()}}
        />
        <output for="volume">${r}</output>
      </div>
    </div>`},readingRate:e=>e.settings.readAloud?L(e,`readingRate`):h,voice(e){let t=T(e.words.language);return!e.settings.readAloud||t.length===0?h:f({id:`voice`,label:e.t(`shell.settings.voice.label`),choices:{"":e.t(`shell.settings.voice.auto`),...Object.fromEntries(t.map(({voiceURI:e,name:t})=>[e,t]))},chosen:e.settings.voice??``,choose:t=>e.change({voice:t||null})})},execution:e=>L(e,`execution`,{note:g`<p class="small muted">${e.t(`shell.settings.execution.note`)}</p>`}),iceServers(e){let{iceServers:t}=e.settings,n=!!t&&d(t).length<(t??``).trim().split(/\s+/).length;return g`<div class="field">
      <label for="ice-servers">${e.t(`shell.settings.iceServers.label`)}</label>
      <input
        type="text"
        id="ice-servers"
        maxlength="300"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="about-ice-servers"
        .value=${t??``}
        @change=${({target:t})=>e.change({iceServers:t.value.trim()||null})}
      />
      <p class="small muted" id="about-ice-servers">${e.t(`shell.settings.iceServers.note`)}</p>
      <p class="fault small" role="alert">${n?e.t(`shell.settings.iceServers.fault`):``}</p>
    </div>`},threads(e){let t=String(e.settings.threads??``),n=Math.max(Math.min(navigator.hardwareConcurrency,8),Number(t)),r=Array.from({length:n},(e,t)=>String(t+1));return!A()||n<2?h:f({id:`threads`,label:e.t(`shell.settings.threads.label`),choices:{"":e.t(`shell.settings.threads.auto`,{count:j()}),...Object.fromEntries(r.map(e=>[e,e]))},chosen:t,choose:t=>e.change({threads:Number(t)||null})})}},B=e=>`shell.settings.offline.part.${e}`;function V(e){let{state:t=`off`,parts:n={}}=e.pageStatus.offline??{},r=`shell.settings.offline.${t===`updateAvailable`?`ready`:t}`;if(!e.words.has(r))return h;let i=e.words.endings(B(``)).filter(e=>n[e]),a=i.every(e=>n[e][0]===n[e][1]);return g`<div class="kept small">
    <p>${e.t(`shell.settings.offline.label`,{state:e.t(r)})}</p>
    <ul>${i.map(t=>H(e,t,n[t]))}</ul>
    ${a?h:g`<p class="muted">${e.t(`shell.settings.offline.note`)}</p>`}
  </div>`}function H(e,t,[n,r]){let i=n===r?`all`:n===0?`none`:`some`;return g`<li data-kept=${i}>
    <span>${e.t(B(t))}</span>
    <span class="muted">${e.t(`shell.settings.offline.kept.${i}`,{here:n,all:r})}</span>
  </li>`}export{F as settingsDialog};