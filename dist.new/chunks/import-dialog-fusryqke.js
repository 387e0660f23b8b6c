import{it as e,kt as t,pt as n,sn as r,vn as i}from"./shared-lc6xk2nj.js";import{A as a,T as o,k as s,y as c}from"./shared-h162dg8e.js";import{n as l}from"./focus-game-lx2yho9u.js";import{E as u}from"./shared-bw97y5xi.js";import{D as d,E as f,G as p,I as m,R as h,S as g,W as _,b as v,w as y,x as b}from"./shared-emvr0o8b.js";import{n as x}from"./dialog-n0h8bgjn.js";const S=()=>({typed:``,source:null,reading:!1,share:null,result:null,error:null,encoding:``,encodings:[],refused:!1,list:null,search:``,active:-1,how:`new`});var C=class{state=_({...S(),opponent:`person`,side:`red`});#e=r(()=>(this.state.list?.games??[]).map((e,t)=>{let n=u(this.app,e)||this.app.t(`records.import.untitled`,{number:t+1});return{number:t,title:n,found:n.toLowerCase()}}));#t=null;#n=null;constructor(e,t=null){this.app=e,this.merge=t}get ready(){let e=this.state.result?.game;return e&&(e.moves.length>0||e.errors.length===0)?e:null}get mayMerge(){let{game:e,tree:t}=this.app.state.game,{ready:n}=this;return!!(this.merge&&n&&n.game===e&&n.fen===t.fen&&t.nodes.size>1)}type(e){clearTimeout(this.#n),p(this.state,{typed:e}),this.#n=setTimeout(()=>e.trim()?this.read({text:e}):this.forget(),350)}readLong(e){if(e.length<=2e5)return!1;let t=Math.round(e.length/1e5)/10;return this.read({text:e,name:this.app.t(`records.import.pasted`,{size:t})}),!0}async readFile(e){let{name:t,size:n}=e;if(n>25165824)return this.#r(t,`too_large`);try{let[,n]=(await o(e)).split(`,`);this.read({data:n,name:t})}catch{this.#r(t,`unreadable`)}}read(e){this.forget(),p(this.state,{source:e,typed:e.name?``:e.text??``}),this.#i(null)}forget(){clearTimeout(this.#n),this.#t=null,p(this.state,S())}#r(e,t){this.forget(),p(this.state,{source:{name:e},error:{code:`invalid_record`,reason:t,message:``}})}readAs(e){p(this.state,{encoding:e,list:null,search:``,active:-1}),this.#i(null)}async#i(e){let{state:t}=this,n=this.app;if(!t.source)return;let r={};this.#t=r,p(t,{reading:!0,share:null,result:null,error:null});let{text:i,data:a}=t.source,o=a===void 0?{text:i}:{data:a,encoding:t.encoding||null};try{let i=await n.client.read({game:n.state.game.game,...o,pick:e},{onProgress:e=>this.#t===r&&p(t,{share:e})});if(this.#t!==r)return;let{encoding:a,encodings:s=[]}=i;p(t,{result:i,encoding:a??``,encodings:s}),i.total>1&&p(t,{list:i})}catch(e){if(this.#t!==r)return;let n=e;p(t,{error:n,...w(n)})}p(t,{reading:!1,share:null})}get rows(){let{search:e,list:t,active:n}=this.state,r=e.trim().toLowerCase(),i=this.#e.value.filter(({found:e})=>e.includes(r)),a=i.slice(0,500);return{shown:a,hidden:(r?i.length:t?.total??0)-a.length,active:Math.min(n,a.length-1)}}rowFor(e){let{shown:t,active:n}=this.rows,r=t.length-1;return{ArrowDown:Math.min(n+1,r),ArrowUp:Math.max(n-1,0),Home:0,End:r," ":n}[e]}choose(e){let t=this.rows.shown[e];t&&(p(this.state,{active:e}),clearTimeout(this.#n),this.#n=setTimeout(()=>this.#i(t.number),150))}async open(){let{ready:e,mayMerge:t,state:n}=this,{session:r,settings:i}=this.app;if(!e)return!1;let{opponent:a,side:o,how:s}=n,c=n.result?.format,l=c!==`fen`&&c!==`moves`&&(this.merge||a===`person`)?`start`:`end`,u=i.levels[e.game],d={opponent:this.merge?`person`:a,side:o,level:u};if(!(t&&s===`merge`&&this.merge?.(e))&&!await r.openRecord(e,d,l))return p(n,{refused:!0}),!1;let[f]=e.errors;return f&&r.notify({kind:`record_fault`,error:f}),!0}};function w({details:e={}}){let{encoding:t,encodings:n}=e;return n?{encoding:t,encodings:n.split(` `).map(e=>({encoding:e,sample:``}))}:{}}function T(e,t=null){let n=new C(e,t);async function r(e){e.preventDefault(),await n.open()&&(u.node.addEventListener(`close`,l,{once:!0}),u.close())}let a=c(e,async()=>{let{pictureDialog:t}=await i(()=>import(`./dialog-exuap8yx.js`));return t(e,e=>{u.open(),n.read({text:e})})}),o=e=>e.type.startsWith(`image/`)?a(t=>t.open(e)):n.readFile(e),s=()=>a(e=>e.open()),u=x(e,{name:`import`,title:`records.import.title`,body:()=>E({app:e,importer:n,take:o,fromPicture:s,open:r,close:u.close})});return u.node.addEventListener(`close`,()=>n.forget()),{...u,open:({text:e,file:t}={})=>{u.open(),t?o(t):e&&!n.readLong(e)&&n.read({text:e})}}}function E(e){let{app:t,importer:n,take:r,fromPicture:i,open:a,close:o}=e,{share:s,list:c,error:l,refused:u,result:d}=n.state,{ready:f}=n,p=u||l!==null||(d?.game?.errors.length??0)>0;return h`<form class="form" method="dialog" @submit=${a}>
    <div class="field">
      <label for="import-text">${t.t(`records.import.paste`)}</label>
      ${D(e)}
    </div>
    <div class="row">
      ${g(`file`,t.t(`records.import.file`),``,r)}
      ${v(`camera`,t.t(`picture.open`),i)}
      <span class="small muted">${t.t(`records.import.drop`)}</span>
    </div>
    ${s===null?m:h`<progress max="1" value=${s} aria-label=${t.t(`records.import.reading`)}></progress>`}
    <div class="found" role="status" data-tone=${p?`bad`:m}>${O(e)}</div>
    ${k(e)}
    ${c?L(e):m}
    ${f?A(e,f):m}
    <div class="row buttons">
      <button class="btn main grow" type="submit" ?disabled=${!f}>${t.t(`records.import.open`)}</button>
      ${v(null,t.t(`ui.cancel`),o)}
    </div>
  </form>`}function D({app:e,importer:t}){let{source:n,typed:r}=t.state;return h`<textarea
      id="import-text"
      rows="6"
      spellcheck="false"
      autocomplete="off"
      autofocus
      placeholder=${e.t(`records.import.placeholder`)}
      ?hidden=${!!n?.name}
      .value=${r}
      @input=${({target:e})=>t.type(e.value)}
      @paste=${e=>{t.readLong(e.clipboardData?.getData(`text/plain`)??``)&&e.preventDefault()}}
    ></textarea>
    ${n?.name?h`<p class="taken">${n.name}</p>${v(null,e.t(`records.import.other`),()=>{t.forget(),document.getElementById(`import-text`)?.focus()},{kind:`plain`})}`:m}`}function O({app:e,importer:t}){let{reading:n,error:r,refused:i,result:a}=t.state;return i&&!e.state.plays?e.t(`records.import.elsewhere`):n?e.t(e.state.engine.state===`loading`?`records.import.waiting`:`records.import.reading`):r?F(e,r):a?M(e,a):m}function k({app:e,importer:t}){let{encoding:n,encodings:r}=t.state;if(r.length===0)return m;let i=r.map(({encoding:t,sample:n})=>[t,[j(e,t),n].filter(Boolean).join(` · `)]);return d({id:`import-encoding`,label:e.t(`records.import.encoding`),choices:Object.fromEntries(i),chosen:n,choose:e=>t.readAs(e)})}function A({app:e,importer:n},{game:r}){let{state:i,merge:a,mayMerge:o}=n,[s]=t(r).sides,c=(t,n,r)=>f({name:`import-${t}`,legend:e.t(n),choices:r,...b(i,t)}),l=y([`new`,`merge`],t=>e.t(`records.import.how.${t}`)),u=y([`person`,`engine`],t=>e.t(`records.import.against.${t}`)),d={red:e.t(`game-view.side.${s}`),black:e.t(`game-view.side.black`)};return a?o?c(`how`,`records.import.how.label`,l):m:h`${c(`opponent`,`records.import.against.label`,u)}
  ${i.opponent===`engine`?c(`side`,`records.import.side`,d):m}`}const j=(e,t)=>t.split(`+`).map(t=>e.t(`records.encoding.${t}`)).join(` + `);function M(e,{game:t,total:n,format:r}){let i=e.t(`records.import.format.${r}`),a=t=>h`<b>${t?e.t(`records.import.found`,{format:i,title:t}):i}</b>`;if(!t)return a(e.t(`records.import.games`,{count:n}));let o=a([u(e,t.headers),P(e,t)].filter(Boolean).join(` · `)),c=t.errors.length,l=N(e,t);if(c===0)return[o,l];let d=t.errors.slice(0,8).map(t=>s(e.words,t));return c>d.length&&d.push(e.t(`records.import.faults.more`,{count:c-d.length})),h`${o} ${l}
    <p>${e.t(`records.import.faults.count`,{count:c})}</p>
    <ul class="faults">${d.map(e=>h`<li>${e}</li>`)}</ul>
    ${t.moves.length>0?h`<p>${e.t(`records.import.kept`)}</p>`:I(e)}`}function N(e,{game:t,remarks:n=[]}){if(n.length===0)return m;let r=n.map(n=>a(e.words,n,t));return h`<p>${e.t(`game-view.remark.title`)}</p>
    <ul class="remarks">${r.map(e=>h`<li>${e}</li>`)}</ul>`}function P(t,r){let i=n(e(r,null)).ply;if(r.moves.length===0)return``;let a=r.moves.length-i,o=[t.t(`records.import.moves`,{count:i})];return a>0&&o.push(t.t(`records.import.variations`,{count:a})),o.join(` · `)}const F=(e,t)=>h`<b>${e.t(`records.import.failed`)}</b>
  <p>${s(e.words,t)}</p>
  ${I(e)}`,I=e=>h`<p class="muted">${e.t(`records.import.untouched`)}</p>`;function L({app:e,importer:t}){let{state:n}=t,{shown:r,hidden:i,active:a}=t.rows,o=e=>`import-game-${e}`;function s(e){t.choose(e),document.getElementById(o(e))?.scrollIntoView({block:`nearest`})}function c(e){let n=t.rowFor(e.key);n!==void 0&&(e.preventDefault(),s(n))}return h`<div class="field games">
    <input
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder=${e.t(`records.import.search`)}
      aria-label=${e.t(`records.import.search`)}
      @input=${({target:e})=>p(n,{search:e.value,active:-1})}
    />
    <div
      class="rows"
      role="listbox"
      tabindex="0"
      aria-label=${e.t(`records.import.choose`)}
      aria-activedescendant=${a<0?m:o(a)}
      @keydown=${c}
    >
      ${r.map(({number:t,title:r},i)=>h`<div
          role="option"
          id=${o(i)}
          class=${i===a?`active`:``}
          aria-selected=${t===n.list?.pick}
          @click=${()=>s(i)}
        >
          <span class="n">${e.words.number(t+1)}</span><span>${r}</span>
        </div>`)}
    </div>
    ${i>0?h`<p class="small muted">${e.t(`records.import.more`,{count:i})}</p>`:m}
  </div>`}export{T as importDialog};