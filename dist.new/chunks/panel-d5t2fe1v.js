import{t as e}from"./shared-fgz0acoo.js";import{h as t}from"./shared-h162dg8e.js";import{E as n,G as r,H as i,I as a,N as o,R as s,U as c,W as l,b as u,g as d}from"./shared-emvr0o8b.js";import{hn as f,vn as p}from"./shared-lc6xk2nj.js";import{t as m}from"./panel-gpumsyyo.js";const h=`program.py`;var g=class{state=l({own:!1,text:``,sample:``,wanted:{engine:`evaluate`,own:``},status:`idle`,faults:[],trouble:``,compiled:null,arguments:[],measuring:!1,times:{}});#e;#t;#n;#r;#i=null;#a=0;#o=null;#s=-1;constructor(e,t,n,i){this.#e=e,this.#t=t,this.#n=n,this.#r=i,r(this.state,{text:i[0].text,sample:i[0].name}),e.suspendWhile(()=>this.state.status===`compiling`||this.state.measuring)}get#c(){return(this.state.own?1:6)*this.#e.patience}refresh(){let{own:e,status:t}=this.state;(e||this.#e.state.status===`ready`)&&(t===`idle`||!e&&this.#s!==this.#e.state.built)&&this.compile()}turnTo(e){r(this.state,{own:e,compiled:null,arguments:[],times:{},faults:[],measuring:!1,status:`idle`}),this.#a+=1,e&&this.#l(this.#r.find(({name:e})=>e===this.state.sample)),this.refresh()}choose(e){let{own:t,wanted:n}=this.state;r(this.state,{wanted:{...n,[t?`own`:`engine`]:e},arguments:[]}),this.compile()}open(e){r(this.state,{text:e.text,sample:e.name}),this.#l(e),this.compile()}edit(e){r(this.state,{text:e,sample:``}),this.#a+=1,clearTimeout(this.#o),this.#o=setTimeout(()=>this.compile(),150)}setArgument(e,t){r(this.state,{arguments:this.state.arguments.with(e,t)}),this.measure()}#l(e){if(e===void 0)return;let{wanted:t}=this.state;r(this.state,{wanted:{...t,own:e.function},arguments:e.arguments})}async compile(){clearTimeout(this.#o),this.#a+=1;let e=this.#a,{own:t,text:n,wanted:i}=this.state,{texts:a,built:o}=this.#e.state;this.#s=o,r(this.state,{status:`compiling`,times:{},measuring:!1});let s={sources:a,text:t?n:null,function:i[t?`own`:`engine`],...this.#n()},c=await this.#u(`compile`,s,this.#c,e);if(!c)return;let{faults:l,arguments:u,...d}=c;if(l.length>0)return r(this.state,{faults:l,status:`faulty`,compiled:null});let f=(t?n:this.#e.text(d.path)).split(`
`),p=this.state.arguments;r(this.state,{faults:[],status:`ready`,compiled:{...d,source:f.slice(d.first-1,d.last)},arguments:p.length===u.length?p:u,wanted:{...i,[t?`own`:`engine`]:d.function}}),d.function&&await this.measure()}async measure(){let{compiled:e}=this.state;if(!e)return;if(this.#i?.ended)return this.compile();this.#a+=1;let t=this.#a;r(this.state,{measuring:!0,times:{},faults:[],status:`ready`});let n={compiled:this.#c,interpreted:1e4};for(let e of[`compiled`,`interpreted`]){let i={arguments:this.state.arguments,execution:e},a=await this.#u(`time`,i,n[e],t);if(t!==this.#a)return;if(!a)break;let{faults:o,...s}=a;if(o.length>0){r(this.state,{faults:o,status:`faulty`});break}r(this.state,{times:{...this.state.times,[e]:s}})}r(this.state,{measuring:!1})}async#u(e,t,n,i){let{game:a}=this.#e.state;try{(!this.#i||this.#i.ended)&&(this.#i=this.#d(a));let r=await this.#i.ask(e,{game:a,...t},n);return i===this.#a?r:null}catch(t){if(i!==this.#a)return null;let n=e===`time`&&this.state.times.compiled;if(t.reason===`silent`&&n)this.state.times={...this.state.times,interpreted:null};else{let e=t.reason===`silent`?`silent`:`broken`;r(this.state,{status:e,trouble:String(t.message),measuring:!1})}return null}}#d(e){let t=this.#t();return t.postMessage({type:`start`,game:e,execution:`auto`}),t}};const _=/^# %% (refused )?(\w+): (\w+)\((.*)\)\n/m;function v(e){let[,...t]=e.split(/^(?=# %% )/m).map(e=>e.split(_));return t.map(([,e,t,n,r,i])=>({name:t,text:`${i.trim()}\n`,function:n,arguments:r.split(`, `).map(Number),refused:e!==void 0}))}const y=[[1,`s`],[.001,`ms`],[1e-6,`us`],[1e-9,`ns`]];async function b(n,{engine:a,createWorker:u,position:_}){let y=await f(new URL(`lab/compile/samples.py`,t)),b=v(new TextDecoder().decode(y)),S=new g(a,u,_,b),T=l({line:0}),E=e(`div`,{class:`compile`}),O=e(`div`,{class:`own`});o(E,()=>x(n,S,b),O,()=>m(n,S.state.faults,e=>k?.goTo(e.line,e.column)),()=>C(n,S),()=>w(n,S),()=>D(n,S,T));let k=null;i(()=>{O.hidden=!S.state.own}),d(n,E,async()=>{let{editorPhrases:e,SourceEditor:t}=await p(()=>import(`./code-editor-hs8k08q4.js`)),r=new t(O,{onEdit:(e,t)=>S.edit(t),words:()=>({label:n.t(`lab.compile.own`),phrases:e(n)})});k=r,i(()=>r.show(h,S.state.text)),i(()=>r.mark(S.state.faults.filter(({path:e})=>e===h)))}),c(()=>S.state.compiled?.function,()=>r(T,{line:0}));let A=!1;return new IntersectionObserver(([{isIntersecting:e}])=>{A=e,A&&S.refresh()}).observe(E),c(()=>a.state.built,()=>A&&S.refresh()),()=>s`${E}`}function x(e,t,r){let{own:i,wanted:o,compiled:c,sample:l}=t.state,u=c?.functions??[],d=e=>s`<option value=${e} .selected=${e===o[i?`own`:`engine`]}>${e}</option>`,f=[...new Set(u.map(({path:e})=>e))];return s`<div class="bench-acts">
    ${n({name:`lab-code`,legend:e.t(`lab.compile.code`),choices:{engine:e.t(`lab.compile.engine`),own:e.t(`lab.compile.own`)},chosen:i?`own`:`engine`,choose:e=>t.turnTo(e===`own`)})}
    ${i?S(e,t,r,l):a}
    <div class="field">
      <label for="lab-function">${e.t(`lab.compile.function`)}</label>
      <select
        id="lab-function"
        ?disabled=${u.length===0}
        @change=${({target:e})=>t.choose(e.value)}
      >${i?u.map(({name:e})=>d(e)):f.map(e=>s`<optgroup label=${e}>
    ${u.filter(t=>t.path===e).map(({name:e})=>d(e))}
  </optgroup>`)}</select>
    </div>
  </div>`}function S(e,t,n,r){let i=({name:t})=>s`<option value=${t} .selected=${t===r}>
    ${e.t(`lab.compile.sample.${t}`)}
  </option>`;return s`<div class="field">
    <label for="lab-sample">${e.t(`lab.compile.samples.title`)}</label>
    <select id="lab-sample" @change=${({target:e})=>{let r=n.find(({name:t})=>t===e.value);r&&t.open(r)}}>
      ${r?a:s`<option value="" .selected=${!0}>${e.t(`lab.compile.sample.none`)}</option>`}
      <optgroup label=${e.t(`lab.compile.samples.good`)}>${n.filter(({refused:e})=>!e).map(i)}</optgroup>
      <optgroup label=${e.t(`lab.compile.samples.refused`)}>${n.filter(({refused:e})=>e).map(i)}</optgroup>
    </select>
  </div>`}function C(e,t){let{own:n,status:r,trouble:i,faults:o,compiled:c}=t.state,l={idle:()=>e.t(n?`lab.status.checking`:`lab.compile.waits`),compiling:()=>e.t(`lab.status.building`),ready:()=>c&&e.t(`lab.compile.ready`,{count:Math.max(0,c.listing.length-2)}),faulty:()=>e.t(`lab.status.faulty`,{count:o.length}),silent:()=>e.t(`lab.status.silent`),broken:()=>e.t(`lab.status.broken`,{trouble:i})},d=r===`silent`||r===`broken`;return s`<div class="bench-status" data-status=${r}>
    <p role="status">${l[r]()}</p>
    ${d?u(null,e.t(`lab.again`),()=>t.compile()):a}
  </div>`}function w(e,t){let{compiled:n,arguments:r,times:i,measuring:o}=t.state,c=n?.functions.find(({name:e})=>e===n.function)?.parameters;if(!n||!c)return a;let l=(e,n)=>s`<label>
    <span>${e}</span>
    <input
      type="number"
      step="1"
      min="-2147483648"
      max="2147483647"
      required
      .value=${String(r[n])}
      @change=${({target:e})=>e.checkValidity()&&t.setArgument(n,Number(e.value))}
    />
  </label>`,d=o?`…`:`–`,f=t=>t===void 0?d:t===null?e.t(`lab.compile.long`):T(e,t.seconds),{compiled:p,interpreted:m}=i,h=p?.seconds&&m?.seconds?m.seconds/p.seconds:null;return s`<div class="call">
    <form class="arguments" aria-label=${e.t(`lab.compile.arguments`)} @submit=${e=>e.preventDefault()}>
      <code>${n.function}(</code>${c.map(l)}<code>)${p?` = ${p.result}`:``}</code>
      ${u(null,e.t(o?`lab.speed.measuring`:`lab.speed.measure`),()=>t.measure(),{disabled:o})}
    </form>
    <dl>
      <div><dt>Python</dt><dd>${f(m)}</dd></div>
      <div><dt>WebAssembly</dt><dd>${f(p)}</dd></div>
      <div><dt>${e.t(`lab.compile.ratio`)}</dt><dd>${h?e.t(`lab.compile.times`,{number:E(e,h)}):d}</dd></div>
    </dl>
  </div>`}function T(e,t){if(t===null)return e.t(`lab.compile.short`);let[n,r]=y.find(([e])=>t>=e)??y[y.length-1];return e.t(`lab.compile.unit.${r}`,{number:E(e,t/n)})}const E=(e,t)=>new Intl.NumberFormat(e.words.language,{maximumSignificantDigits:3}).format(t);function D(e,t,n){let{compiled:r,status:i}=t.state;if(!r)return a;let{first:o,source:c,listing:l}=r,u=c.map((e,t)=>[o+t,e]),d=new Set(l.map(([e])=>e));return s`<div class="listings" data-stale=${i===`compiling`?`true`:a}>
    ${O(`python`,e.t(`lab.compile.python`),u,n,d)}
    ${O(`wasm`,e.t(`lab.compile.wasm`),l,n,d)}
  </div>`}function O(e,t,n,r,i){let o=e=>e===r.line&&i.has(e),c=n.findIndex(([e])=>e===r.line);return s`<section class="listing">
    <h2 id=${`lab-${e}`}>${t}</h2>
    <div
      role="listbox"
      tabindex="0"
      aria-labelledby=${`lab-${e}`}
      aria-multiselectable="true"
      aria-activedescendant=${c>=0?`lab-${e}-${c}`:a}
      @keydown=${e=>A(e,n,r)}
      @mouseover=${e=>k(e,r)}
      @click=${e=>k(e,r)}
    >${n.map(([t,r],a)=>s`<div
        role="option"
        id=${`lab-${e}-${a}`}
        data-line=${t}
        aria-selected=${o(t)}
        class=${i.has(t)?``:`no-code`}
      ><span class="number" aria-hidden="true">${a>0&&n[a-1][0]===t?``:t}</span>${r||` `}</div>`)}</div>
  </section>`}function k({target:e,currentTarget:t},n){let r=e.closest(`[data-line]`);r&&j(Number(r.dataset.line),n,t)}function A(e,t,n){let r=[...new Set(t.map(([e])=>e))],i=r.indexOf(n.line),a={ArrowDown:i+1,ArrowUp:Math.max(0,i-1),Home:0,End:r.length-1}[e.key];a!==void 0&&(e.preventDefault(),e.stopPropagation(),j(r[Math.min(a,r.length-1)],n,e.currentTarget,!0))}function j(e,t,n,i=!1){if(e!==t.line){r(t,{line:e});for(let t of n.closest(`.listings`)?.querySelectorAll(`[role=listbox]`)??[]){if(t===n&&!i)continue;let r=t.querySelector(`[data-line="${e}"]`);if(!r)continue;let a=r.offsetTop-t.scrollTop;(a<0||a+r.offsetHeight>t.clientHeight)&&(t.scrollTop=r.offsetTop-t.clientHeight/3)}}}export{b as panel};