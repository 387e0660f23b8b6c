import{A as e,At as t,Ct as n,Dt as r,Pt as i,d as a,kt as o,u as s}from"./shared-lc6xk2nj.js";import{n as c}from"./focus-game-lx2yho9u.js";import{E as l}from"./shared-bw97y5xi.js";import{a as u,i as d,n as f,r as p}from"./library-i59jq9as.js";import{A as m,C as h,D as g,G as _,I as v,N as y,R as b,S as x,W as S,b as C,w}from"./shared-emvr0o8b.js";import{n as T}from"./dialog-n0h8bgjn.js";import{E,V as D}from"./shared-h162dg8e.js";import{y as O}from"./shared-bnrvstgz.js";var k=class{state=S({entries:[],filter:{},shown:50,renaming:null,deleting:null,message:``,bad:!1});#e={};constructor(e,t,n){this.app=e,this.library=t,this.page=n}begin(){return _(this.state,{message:``,bad:!1,renaming:null,deleting:null}),this.refresh()}async refresh(e=()=>{}){let t={};try{await e(),this.#e=t;let n=await this.library.list(this.state.filter);t===this.#e&&_(this.state,{entries:n})}catch(e){this.#t(j(this.app,e),!0)}}narrow(e){return _(this.state,{filter:{...this.state.filter,...e},shown:50}),this.refresh()}get isNarrowed(){return Object.values(this.state.filter).some(Boolean)}showMore(){this.state.shown+=50}async open({id:e,slot:n,result:o}){let c=this.app,{site:l,opened:u}=this.page;try{let d=await this.library.find(e);if(!d)return this.refresh();let f=n===null||o!==`*`?null:t(e);if(f)return u(`${l}friend.html?id=${f}`);if(n!==null&&i(n))return u(n===r(d.game)?a(l,d.game):s(l,d,{record:!0}));if(!await c.session.reopen(d,n))return this.#t(c.t(`records.library.elsewhere`),!0);c.change({game:d.game}),u(null)}catch(e){this.#t(j(c,e),!0)}}rename(e,t){return this.state.renaming=null,this.refresh(()=>this.library.rename(e,t))}remove(e){return this.state.deleting=null,this.refresh(async()=>{let{session:t,state:n}=this.app;e===n.game.id&&n.plays&&(await t.begin(O(n.game)),t.dismiss(`previous_kept`)),await this.library.remove(e)})}exportAll(){return this.refresh(async()=>{let{text:e,unreadable:t}=await this.library.exportAll();this.page.save(`cannonfish-games-${D(new Date)}.json`,e),t>0&&this.#t(this.app.t(`records.library.unreadable`,{count:t}))})}importAll(e){return this.refresh(async()=>this.#t(A(this.app,await this.library.importAll(await e.text()))))}#t(e,t=!1){_(this.state,{message:e,bad:t})}};function A(e,{added:t,known:n,faults:r}){let i=[e.t(`records.library.imported`,{count:t})];if(n>0&&i.push(e.t(`records.library.known`,{count:n})),r.length>0){let[{number:t}]=r;i.push(e.t(`records.library.faults`,{count:r.length,number:String(t)}))}return i.join(` `)}function j(e,t){return t instanceof p?e.t(t.code===`version`?`records.library.fault.version`:`records.library.fault.file`):e.t(t?.trouble===`full`?`records.library.fault.full`:`records.library.fault.storage`)}const M=[`engine`,`person`,`imported`],N={"1-0":`records.library.result.first`,"0-1":`records.library.result.second`,"1/2-1/2":`records.library.result.draw`,"*":`records.library.result.open`};function P(e,t){let n=document.createElement(`div`);n.className=`form library`;let r=T(e,{name:`library-dialog`,title:`shell.library`,body:n}),i=new k(e,t,{site:document.baseURI,opened:e=>{r.close(),e===null?c():location.assign(e)},save:E});return y(n,()=>b`<a class="btn to-studies" href="study.html">${m(`book`)}<span>${e.t(`study.title`)}</span></a>`,()=>F(e,i),()=>R(e,i)),t.onChange(()=>r.node.open&&i.refresh()),{...r,open:()=>{r.open(),i.begin()}}}const F=(e,t)=>b`<form class="form search" role="search" @submit=${U}>
  <div class="field">
    <label for="library-text">${e.t(`records.library.search`)}</label>
    <input
      id="library-text"
      type="text"
      autocomplete="off"
      @input=${e=>t.narrow({text:e.target.value})}
    />
  </div>
  <details><summary>${e.t(`records.library.filters`)}</summary><div class="filters">
  ${I(e,t,`game`,`game-view.game.label`,n,e=>`game-view.game.${e}`)}
  ${I(e,t,`opponent`,`game-view.player.opponent`,M,e=>`records.library.opponent.${e}`)}
  ${I(e,t,`result`,`records.library.result.label`,Object.keys(N),e=>N[e])}
  ${L(e,t,`from`,`records.library.from`)} ${L(e,t,`to`,`records.library.to`)}
  </div></details>
</form>`,I=(e,t,n,r,i,a)=>g({id:`library-${n}`,label:e.t(r),choices:w([``,...i],t=>e.t(t?a(t):`records.library.any`)),chosen:t.state.filter[n]??``,choose:e=>t.narrow({[n]:e||void 0})}),L=(e,t,n,r)=>b`<div class="field">
  <label for="library-${n}">${e.t(r)}</label>
  <input
    id="library-${n}"
    type="date"
    @change=${({target:e})=>t.narrow({[n]:e.value||void 0})}
  />
</div>`;function R(e,t){let{entries:n,shown:r,message:i,bad:a}=t.state,o=n.length===0;return b`
    ${o?b`<p class="muted">${e.t(t.isNarrowed?`records.library.nothing`:`records.library.none`)}</p>`:v}
    <ul class="games" ?hidden=${o}>
      ${n.slice(0,r).map(n=>z(e,t,n))}
    </ul>
    ${n.length>r?C(null,e.t(`records.library.more`),()=>t.showMore()):v}
    <p class="small ${a?`fault`:``}" role="status">${i}</p>
    <div class="row">
      ${C(`export`,e.t(`records.library.export`),()=>t.exportAll(),{disabled:o&&!t.isNarrowed})}
      ${x(`import`,e.t(`records.library.import`),`.json,application/json`,e=>t.importAll(e))}
    </div>
  `}function z(e,t,n){let{id:r}=n,i=W(e,n);return t.state.renaming===r?b`<li>${B(e,t,n,i)}</li>`:b`<li data-id=${r}>
    <button class="open" type="button" @click=${()=>t.open(n)}>
      <b>${i}</b><span class="small muted">${G(e,n)}</span>
    </button>
    ${h(`pen`,e.t(`records.library.rename.of`,{title:i}),()=>{_(t.state,{renaming:r}),H(`.rename input`)})}
    ${h(`bin`,e.t(`records.library.delete.of`,{title:i}),()=>_(t.state,{deleting:r}))}
    ${t.state.deleting===r?V(e,t,r):v}
  </li>`}function B(e,t,{id:n,title:r},i){let a=()=>{_(t.state,{renaming:null}),H(`[data-id="${CSS.escape(n)}"] .icon-only`)};return b`<form class="row rename" @submit=${e=>{e.preventDefault(),a(),t.rename(n,e.currentTarget.elements.namedItem(`name`).value)}} @keydown=${e=>{e.key===`Escape`&&(e.preventDefault(),a())}}>
    <input
      name="name"
      type="text"
      maxlength="200"
      autocomplete="off"
      aria-label=${e.t(`records.library.name`)}
      placeholder=${i}
      .value=${r??``}
    />
    <button class="btn main" type="submit">${e.t(`records.library.save`)}</button>
    ${C(null,e.t(`ui.cancel`),a)}
  </form>`}function V(e,t,n){return b`<div class="row ask" role="group" aria-label=${e.t(`records.library.delete.ask`)}>
    <span>${e.t(`records.library.delete.ask`)}</span>
    ${C(null,e.t(`records.library.delete.button`),()=>{t.remove(n),H(`#library-text`)})}
    ${C(null,e.t(`ui.cancel`),()=>{_(t.state,{deleting:null}),H(`[data-id="${CSS.escape(n)}"] .icon-only + .icon-only`)})}
  </div>`}const H=e=>requestAnimationFrame(()=>document.querySelector(`.library ${e}`)?.focus()),U=e=>e.preventDefault();function W(t,n){let{title:r,headers:i,game:a,level:o}=n;return r||i&&l(t,{...i,Date:``,Result:`*`})||(d(n)===`engine`?`${t.t(`records.library.opponent.engine`)} · ${e(t.words,a,o)}`:t.t(`records.library.opponent.${d(n)}`))}function G(e,t){let{game:n,opening:r,result:i,plies:a}=t,{language:s}=e.words,c=new Intl.DateTimeFormat(s,{dateStyle:`medium`}).format(u(t)),[l]=o(n).sides,d=i===`1-0`?l:i===`0-1`?`black`:null,f=d?e.t(`records.library.won`,{side:e.t(`game-view.side.${d}`)}):e.t(N[i]);return[c,e.t(`game-view.game.${n}`),r?.[s]??r?.en,f,e.t(`records.import.moves`,{count:a})].filter(Boolean).join(` · `)}export{f as Library,P as libraryDialog};