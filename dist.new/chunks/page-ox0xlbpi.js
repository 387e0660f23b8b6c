import{$ as e,B as t,Bt as n,Ct as r,G as i,Gt as a,H as o,Ht as s,I as c,J as l,K as u,Q as d,S as f,Tt as p,U as m,Vt as h,W as g,X as _,Z as v,c as ee,f as te,kt as y,p as ne,q as re,sn as b,u as x}from"./shared-lc6xk2nj.js";import{A as S,C,D as w,E as ie,F as ae,G as T,H as E,I as D,L as O,N as k,R as A,U as oe,W as j,b as M,j as se,w as N}from"./shared-emvr0o8b.js";import{c as ce,i as le}from"./shared-dnvzyj06.js";import{p as ue}from"./shared-bnrvstgz.js";import{A as de,D as P,M as fe,N as pe,O as me,P as F,a as I,c as L,f as R,n as z,p as he,t as ge}from"./shared-h162dg8e.js";import{t as _e}from"./shared-j0oqjlqb.js";async function ve(e){try{let t=`cannonfish shared ${e.pathname}`,n=await(await caches.open(t)).match(e);if(await caches.delete(t),!n)return null;let r=await n.blob();return new File([r],decodeURIComponent(n.headers.get(`X-Name`)??``),{type:r.type})}catch{return null}}var ye=class{state=j({tool:`hand`});#e;#t;constructor(e,t){this.#e=e,this.#t=t,oe(()=>e.state.game.game,()=>{this.state.tool=`hand`})}isChosen(e){let t=this.state.tool;return t===e||typeof t==`object`&&typeof e==`object`&&B(t,e)}choose(e){this.state.tool=this.isChosen(e)?`hand`:e}point(e,t){let{tool:n}=this.state;if(n===`hand`)return!1;let{game:r,fen:a}=this.#e.state,o=i(r.game,a,e),s=t&&n!==`bin`&&B(o,n);return this.#t(e,n===`bin`||s?null:n,!t),!0}key(e,t){let n=u(this.#e.state.game.game,t);return!n&&![`Delete`,`Backspace`].includes(t)?!1:(this.#t(e,n,!1),!0)}};const B=(e,t)=>e?.side===t.side&&e.role===t.role;function V(e,r,i){let{session:a}=e,o=new ye(a,h),s=b(()=>e.state.game.game),u=b(()=>e.state.game.orientation),d=b(()=>({...e.boardStyle(s.value),orientation:u.value,labels:xe(e,s.value)})),f=p();function p(){return le(r.board,{...d.value,game:s.value,onAnnounce:e=>i.say(e),editing:{onArrange:t=>{a.arrange(t),I(e,`move`),m()},onPoint:(e,t)=>o.point(e,t),onKey:(e,t)=>o.key(e,t)}})}function m(){let{fen:t}=e.state;f.game!==s.value&&(f.destroy(),f=p());let n=y(s.value).sides[+(l(t).turn===`b`)];f.set({fen:t,turn:n},{movable:`both`})}function h(n,r,o){f.cancelSelection(),a.put(n,r,{joined:o}),I(e,r?`move`:`capture`);let l=t(e.words,n,s.value);i.say(r?e.t(`editor.put`,{piece:c(e.words,{...r,game:s.value}),square:l}):e.t(`editor.emptied`,{square:l}))}function g(e,t){if(e.button!==0||!e.isPrimary)return;let n=e.currentTarget,r=n.querySelector(`.man`),i=o.state.tool;o.choose(t),n.setPointerCapture(e.pointerId);let a=null,s=t=>{let i=Math.hypot(t.clientX-e.clientX,t.clientY-e.clientY);!a&&i>5&&r&&(a=_(r.parentElement??n)),a&&(a.style.translate=`${t.clientX}px ${t.clientY}px`)},c=()=>{u.abort(),a&&(a.remove(),o.state.tool=i)},l=e=>{c();let n=a&&f.squareAt(e);n&&h(n,t,!1)},u=new AbortController,{signal:d}=u;n.addEventListener(`pointermove`,s,{signal:d}),n.addEventListener(`pointerup`,l,{signal:d}),ce(d,c)}function _(e){let t=e.cloneNode(!0);return t.classList.add(`carried`),t.style.fontSize=`${f.areaOf(`a${s.value===`xiangqi`?0:1}`).width/1.6}px`,document.body.append(t),t}document.addEventListener(`keydown`,e=>{e.key===`Escape`&&!e.defaultPrevented&&!document.querySelector(`dialog[open]`)&&(o.state.tool=`hand`)}),k(r.above,()=>H(e,o,n(s.value,u.value),g)),k(r.below,()=>H(e,o,u.value,g,[`hand`,`bin`])),E(()=>{r.board.classList.toggle(`tooled`,o.state.tool!==`hand`)}),E(()=>f.configure(d.value)),E(m)}function H(e,t,n,r,[i,a]=[]){let{game:o}=e.state.game,s=[...y(o).roles].map(e=>({side:n,role:e}));return A`<div
    class="palette"
    data-game=${o}
    role="group"
    aria-label=${e.t(`editor.palette`,{side:e.t(`game-view.side.${n}`)})}
  >
    ${i?U(e,t,i):A`<i></i>`}
    ${s.map(n=>be(e,t,n,r))}
    ${a?U(e,t,a):A`<i></i>`}
  </div>`}function U(e,t,n){let r=e.t(`editor.${n}`),i={kind:``,title:r,pressed:t.isChosen(n)};return C(n,r,()=>T(t.state,{tool:n}),i)}function be(e,t,n,r){let{game:i}=e.state.game,a=c(e.words,{...n,game:i});return A`<button
    class="btn plain"
    type="button"
    title=${a}
    aria-label=${a}
    aria-pressed=${t.isChosen(n)}
    @click=${e=>e.detail===0&&t.choose(n)}
    @pointerdown=${e=>r(e,n)}
  >
    ${se(n.side,n.role,i,e.pieces)}
  </button>`}function xe(e,t){let n=f(e.words,t),r=[...y(t).roles].map(e=>e.toUpperCase()).join(` `),i=r=>r.type===`lift`?e.t(`editor.lifted`,{piece:c(e.words,{...r.piece,game:t})}):n.announce(r);return{...n,help:e.t(`editor.board.help`,{letters:t===`liuzichong`?`W B`:r}),announce:i}}const W=fe(class extends pe{constructor(e){if(super(e),e.type!==F.PROPERTY&&e.type!==F.ATTRIBUTE&&e.type!==F.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!he(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===O||t===D)return t;let n=e.element,r=e.name;if(e.type===F.PROPERTY){if(t===n[r])return O}else if(e.type===F.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(r))return O}else if(e.type===F.ATTRIBUTE&&n.getAttribute(r)===t+``)return O;return R(e),t}}),G=new URL(`../`,import.meta.url),Se=[[`white`,`KQ`],[`black`,`kq`]],K=9999,Ce=(e,t)=>()=>A`<div class="set-up">
  ${we(e)}
  <form class="fields" novalidate @submit=${e=>e.preventDefault()}>
    ${Te(e)} ${Ee(e)} ${De(e)}
    ${e.state.game.game===`chess`?Oe(e):D}
  </form>
  ${Ae(e)}
  ${M(`camera`,e.t(`picture.open`),t.picture)} ${je(e)} ${Fe(e,t)}
</div>`;function we(e){let{session:t}=e,n=(t,n,r,i=!0)=>M(t,e.t(n),r,{disabled:!i});return A`<div class="tools" role="group" aria-label=${e.t(`editor.edits`)}>
    ${n(`back`,`editor.undo`,()=>t.undo(),e.state.canUndo)}
    ${n(`redo`,`editor.redo`,()=>t.redo(),e.state.canRedo)}
    ${n(`flip`,`editor.flip`,()=>t.flip())}
    ${n(`setUp`,`editor.start`,()=>t.start())}
    ${n(`empty`,`editor.clear`,()=>t.clear())}
    ${n(`mirror`,`editor.mirror`,()=>t.mirror())}
    ${n(`swap`,`editor.swap`,()=>t.swap())}
  </div>`}const Te=e=>w({id:`editor-game`,label:e.t(`editor.game`),choices:N(r,t=>e.t(`game-view.game.${t}`)),chosen:e.state.game.game,choose:t=>e.session.start(t)});function Ee(e){let{game:t}=e.state.game,{sides:n}=y(t);return ie({name:`editor-turn`,legend:e.t(`editor.turn`),choices:N(n,t=>e.t(`game-view.side.${t}`)),chosen:s(t,e.state.fen),choose:t=>e.session.set({turn:t===`black`?`b`:`w`})})}function De(e){if(e.state.game.game===`liuzichong`)return D;let{halfmoves:t,fullmove:n}=l(e.state.fen);return A`${Y(e,`halfmoves`,t,0)}${Y(e,`fullmove`,n,1)}`}let q=``;const J=e=>{q=e};function Y(e,t,n,r){let i=({target:i})=>{J(``);let a=Math.round(Number(i.value));i.value!==``&&a>=r&&a<=K?e.session.set({[t]:String(a)}):i.value=n},a=`editor.note.${t}`,o=e.state.game.game===`chess`?`third`:``;return A`<div class="field ${o}">
    <label for="editor-${t}" title=${e.t(a)}>${e.t(`editor.${t}`)}</label>
    <input
      type="number"
      id="editor-${t}"
      min=${r}
      max=${K}
      step="1"
      inputmode="numeric"
      .value=${q===t?O:W(n)}
      @input=${()=>J(t)}
      @change=${i}
      @blur=${()=>J(``)}
    />
  </div>`}function Oe(e){let{castling:t,enPassant:n}=l(e.state.fen),r=X(e)?.enPassant??[],i=[`-`,...new Set([...r,n].filter(e=>e!==`-`))];return A`${w({id:`editor-passed`,label:e.t(`editor.enPassant`),choices:N(i,t=>t===`-`?e.t(`editor.noEnPassant`):t),chosen:n,choose:t=>e.session.set({enPassant:t}),kind:`third`})}
    <fieldset class="field castling">
      <legend>${e.t(`editor.castling`)}</legend>
      <div>${Se.map(([n,r])=>A`<div class="row">
    <span>${e.t(`game-view.side.${n}`)}</span>${[...r].map(n=>ke(e,n,t))}
  </div>`)}</div>
    </fieldset>`}function ke(t,n,r){let i=r.includes(n),a=()=>t.session.set({castling:e(i?r.replace(n,``):r+n)}),o=t.t(n===n.toUpperCase()?`game-view.side.white`:`game-view.side.black`),s=n.toUpperCase()===`K`?`O-O`:`O-O-O`;return A`<label class="right"
    ><input type="checkbox" aria-label="${o} ${s}" .checked=${W(i)} @change=${a} /><span>${s}</span></label
  >`}function Ae(e){let{session:t}=e,{fen:n,typed:r,remarks:i,game:a}=e.state,o=r?.fault?P(e.words,r.fault,a.game):``;return A`<div class="field fen">
    <label for="editor-fen">${e.t(`editor.fen`)}</label>
    <div class="row">
      <textarea
        id="editor-fen"
        rows="2"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        maxlength="20000"
        aria-describedby="editor-fault"
        aria-invalid=${o?`true`:D}
        .value=${W(r?.text??n)}
        @input=${({target:e})=>t.type(e.value)}
        @blur=${()=>t.endTyping()}
      ></textarea>
      ${_e(e,{name:`fen`,symbol:`copy`,label:e.t(`game-view.entry.copyFen`),text:()=>n})}
    </div>
    <p class="fault small" id="editor-fault" role="alert">${o}</p>
    ${i.map(t=>A`<p class="small muted" role="status">${de(e.words,t,a.game)}</p>`)}
  </div>`}function X(e){let{inspection:t,fen:n}=e.state;return t?.fen===n?t:null}function je(e){let{game:t,inspection:n,engine:r}=e.state,[i,a,o]=n?Ne(e,n):[``,Me(e,r.state),[]];return A`<div class="judged ${i}" role="status" data-game=${t.game}>
    ${S(i===`bad`?`warn`:i===`good`?`done`:`info`)}
    <div>
      <p>${a}</p>
      ${o.length>0?A`<ul>${o.map(e=>A`<li>${e}</li>`)}</ul>`:D}
    </div>
  </div>`}const Me=(e,t)=>e.t(t===`failed`?`game-view.error.failed`:`editor.waiting`);function Ne(e,{faults:t,view:n}){let{game:r}=e.state.game;if(!n){let n=t.map(t=>P(e.words,{...t,details:t},r));return[`bad`,e.t(`editor.illegal`,{count:n.length}),n]}let i=me(e.words,n.status??[]);if(n.outcome){let{sentence:t}=L(e.words,n.outcome,r);return[`warn`,e.t(`editor.over`),[t,...i]]}return i.length>0?[`warn`,e.t(`editor.odd`),i]:[`good`,e.t(`editor.legal`),[]]}function Pe(e){document.addEventListener(`keydown`,t=>{let{target:n,key:r,ctrlKey:i,metaKey:a,shiftKey:o}=t;if(t.defaultPrevented||!(i||a)||!(n instanceof Element)||n.closest(`textarea, input[type=number]`)||document.querySelector(`dialog[open]`))return;let s=r.toLowerCase();if(s===`z`&&!o)e.undo();else if(s===`y`||s===`z`)e.redo();else return;t.preventDefault()})}function Z(e){let{game:t,fen:n}=e.state,r=X(e)?.view,i=s(t.game,n);return{...r&&{analysis:x(G.href,t)},...r&&!r.outcome&&{play:ee(G,{game:t.game,fen:n,side:i})}}}function Fe(e,{share:t,embed:n}){let{game:r,fen:i}=e.state,{analysis:a,play:o}=Z(e),s=a!==void 0,c=o!==void 0,l=te(r.game,i);return A`<div class="ways" role="group" aria-label=${e.t(`editor.ways`)}>
    ${Q(e,`next`,`editor.play`,o,c,`main`)}
    ${Q(e,`graph`,`editor.analyse`,a,s)}
    ${ae(r.game!==`liuzichong`,()=>Q(e,`check`,`editor.puzzle`,ne(new URL(`puzzles.html`,G),{game:r.game,fen:i}),c))}
    ${l.includes(`?`)?Q(e,`book`,`editor.endings`,l,c):D}
    ${M(`share`,e.t(`editor.share`),t)}
    ${M(`code`,e.t(`editor.embed`),n,{disabled:!s})}
    ${s?D:A`<p class="small muted" id="editor-why">${e.t(`editor.why.illegal`)}</p>`}
    ${s&&!c?A`<p class="small muted" id="editor-why">${e.t(`editor.why.over`)}</p>`:D}
  </div>`}function Q(e,t,n,r,i,a=``){let o=A`${S(t)}<span>${e.t(n)}</span>`;return i?A`<a class="btn ${a}" href=${r}>${o}</a>`:A`<a class="btn ${a}" role="link" aria-disabled="true" aria-describedby="editor-why" tabindex="0">${o}</a>`}var Ie=class extends ge{#e;#t;#n=0;#r=!1;#i;#a=null;#o=!1;constructor({client:e}){let{fen:t}=y(p);super(e,{game:$(p,t,`red`,null),fen:t,inspection:null,typed:null,remarks:[],canUndo:!1,canRedo:!1}),this.#e=e,this.#i=`red`,this.#t=[{game:p,fen:t,men:!0}]}runsAgain(){this.#f()}async open({game:e,fen:t,below:n=null}){this.#i=h(e,n??y(e).sides[0]),this.#t=[{game:e,fen:y(e).fen,men:!0}],this.#n=0;let r=t!==null&&g(t),i=t!==null&&m(e,t);if(t&&i){let n=s(e,t)===`black`?`b`:`w`,i=r?t:`${l(t).placement} ${n}`;this.#t=[{game:e,fen:v(e,i,{}),men:!1}]}this.#d(),t&&!(r&&i)&&(await this.type(t),this.endTyping())}put(e,t,{joined:n=!1}={}){let{game:r,fen:i}=this.#l,a=this.#u({game:r,fen:d(r,i,e,t),men:!0},n&&this.#r);this.#r=a||n&&this.#r}arrange(e){this.set({placement:e})}set(e){let{game:t,fen:n}=this.#l;this.#u({game:t,fen:v(t,n,e),men:`placement`in e})}take(e,t){this.#u({game:e,fen:t,men:!0})}start(e=this.#l.game){this.#u({game:e,fen:y(e).fen,men:!0})}clear(){this.#s(o)}mirror(){this.#s(re)}swap(){this.#s(_)}#s(e){let{game:t,fen:n}=this.#l;this.#u({game:t,fen:e(t,n),men:!0})}undo(){return this.#n!==0&&(--this.#n,this.#d(),!0)}redo(){this.#n!==this.#t.length-1&&(this.#n+=1,this.#d())}flip(){super.flip(),this.#i=this.state.game.orientation}async type(e){let t={text:e,fault:null,unread:!0};this.state.typed=t,this.#o=!0;let{game:n}=this.#l;try{let r=await this.#c(n,e);if(this.state.typed!==t)return;(r.game!==n||r.inspection.fen!==this.#l.fen)&&this.#u({game:r.game,fen:r.inspection.fen,men:!1}),this.state.typed=this.#o?{text:e,fault:null}:null,this.state.remarks=r.inspection.remarks??[]}catch(n){if(this.state.typed!==t)return;this.state.typed={text:e,fault:z(n)}}}endTyping(){let{typed:e}=this.state;this.#o=!1,e&&!e.fault&&!e.unread&&(this.state.typed=null)}async#c(e,t){try{return{game:e,inspection:await this.#e.inspect({game:e,fen:t})}}catch(n){let r=a(t).game;if(r===e)throw n;let i=await this.#e.inspect({game:r,fen:t}).catch(()=>null);if(!i)throw n;return{game:r,inspection:i}}}get#l(){return this.#t[this.#n]}#u(e,t=!1){let n=this.#l;return e.game===n.game&&e.fen===n.fen?!1:(e.game!==n.game&&(this.#i=h(e.game,this.#i)),this.#t=[...this.#t.slice(0,this.#n+ +!t),e],this.#n=this.#t.length-1,this.#d(),!0)}#d(e=null){T(this.state,{game:this.#h(null),fen:this.#l.fen,typed:e,remarks:[],canUndo:this.#n>0,canRedo:this.#n<this.#t.length-1}),this.#f()}async#f(){let e=this.#l;if(this.#a)return;this.#a=e;let t=null;try{t=await this.#e.inspect({game:e.game,fen:e.fen})}catch(t){let n=z(t);n.code===`invalid_fen`&&e===this.#l&&(this.state.typed={text:e.fen,fault:n})}this.#a=null,e===this.#l?t&&this.#p(t):this.#f()}#p(e){let{game:t,men:n}=this.#l,r=n?this.#m(e):e.fen;r===this.#l.fen?T(this.state,{inspection:e,game:this.#h(e.view)}):(this.#t=this.#t.with(this.#n,{game:t,fen:r,men:!1}),this.#d(this.state.typed),this.state.remarks=e.remarks??[])}#m({fen:t,faults:n}){let{castling:r,enPassant:i}=l(t);for(let{reason:t,right:a}of n)t===`castling_rights`&&(r=e(r.replace(String(a),``))),t===`en_passant_pawn`&&(i=`-`);return v(this.#l.game,t,{castling:r,enPassant:i})}#h(e){return $(this.#l.game,this.#l.fen,this.#i,e)}};function $(e,t,n,r){let{level:i}=y(e);return{...ue({id:`editor`,game:e,opponent:`person`,side:n,level:i,fen:t,view:r}),orientation:n}}export{W as a,Pe as i,Z as n,V as o,Ce as r,ve as s,Ie as t};