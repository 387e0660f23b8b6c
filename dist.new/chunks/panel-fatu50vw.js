import{u as e,w as t}from"./shared-h162dg8e.js";import{ut as n}from"./shared-lc6xk2nj.js";import{t as r}from"./line-preview-e7v1pqh6.js";import{C as i,D as a,F as o,G as s,H as c,I as l,N as u,O as d,R as f,U as p,W as m,b as h,w as g,x as _}from"./shared-emvr0o8b.js";const v=[`cutoff`,`exact`,`low`,`table`,`standPat`,`nullMove`,`razoring`,`reverseFutility`,`multiCut`,`draw`,`mateDistance`,`noMove`,`limit`,`lateMove`,`futility`,`history`,`losingCapture`,`delta`,`stopped`,`other`],y={Draws:`draw`,"Draws and repetitions":`draw`,"Mate distance pruning":`mateDistance`,Limits:`limit`,"Transposition table":`table`,Razoring:`razoring`,"Reverse futility pruning":`reverseFutility`,"Null move":`nullMove`,"Singular extension":`multiCut`,"No legal move":`noMove`,"Stand pat":`standPat`},b={"Late move pruning":`lateMove`,"Futility pruning":`futility`,"Its history is bad":`history`,"A capture that loses too much":`losingCapture`};var x=class{constructor(e){let{columns:n}=e;this.data=e,this.parent=new Int32Array(t(n.parent).buffer),this.moveNumber=new Uint16Array(t(n.move).buffer),this.func=new Uint8Array(t(n.function).buffer),this.depth=new Int16Array(t(n.depth).buffer),this.alpha=new Int16Array(t(n.alpha).buffer),this.beta=new Int16Array(t(n.beta).buffer),this.value=new Int16Array(t(n.value).buffer),this.site=new Uint16Array(t(n.site).buffer),this.length=this.parent.length,this.end=new Int32Array(this.length),this.level=new Uint8Array(this.length),this.#e()}#e(){let{parent:e,end:t,level:n,length:r}=this;for(let i=0;i<r;i+=1)n[i]=e[i]<0?1:n[e[i]]+1,t[i]=i+1;for(let n=r-1;n>=0;--n)e[n]>=0&&(t[e[n]]=Math.max(t[e[n]],t[n]))}isIteration(e){return this.parent[e]<0}isSkipped(e){return this.#n(e)===`skip`}move(e){return this.data.moves[this.moveNumber[e]]}isQuiescence(e){return this.data.functions[this.func[e]].startsWith(`quiesce`)}window(e,t){let{MATE:n}=this.data.scale,r=n-this.moves(e).length-1;return[this.alpha[e]<=-r?`−∞`:this.score(this.alpha[e],t),this.beta[e]>=r?`+∞`:this.score(this.beta[e],t)]}reduction(e){let t=this.parent[e];return!this.move(e)||t<0||this.isIteration(t)||this.isQuiescence(e)||this.isSkipped(e)?0:this.depth[t]-1-this.depth[e]}isResearch(e){if(this.parent[e]<0||this.isSkipped(e))return!1;let t=this.before(e);return t>=0&&this.moveNumber[t]===this.moveNumber[e]&&!this.isSkipped(t)}before(e){let t=this.parent[e];if(t<0||e===t+1)return-1;let n=e-1;for(;this.parent[n]!==t;)n=this.parent[n];return n}ending(e){if(this.site[e]===0)return`stopped`;if(this.isIteration(e))return null;let[t,,,,n,r]=this.data.sites[this.site[e]-1];return t===`last`?this.#t(e):t===`skip`?b[r]??(r.startsWith(`Its history`)?`history`:this.isQuiescence(e)?`delta`:`other`):y[n]??`other`}#t(e){return this.value[e]>=this.beta[e]?`cutoff`:this.value[e]>this.alpha[e]?`exact`:`low`}source(e){let t=this.data.sites[this.site[e]-1];if(!t||this.isIteration(e))return null;let[n,r,i,a,o,s]=t;return{title:n===`last`?``:s||o,func:r,path:i,line:a}}#n(e){return this.site[e]===0||this.isIteration(e)?``:this.data.sites[this.site[e]-1][0]}path(e){let t=[];for(let n=e;n>=0;n=this.parent[n])t.unshift(n);return t}moves(e){return this.path(e).map(e=>this.move(e)).filter(e=>e!==``)}children(e){let t=[];for(let n=e+1;n<this.end[e];n=this.end[n])t.push(n);return t}get principalVariation(){let{depth:e,pv:t}=this.data,n=this.#r().filter(e=>this.site[e]!==0)[e-1];if(n===void 0)return[];let r=[n],i=this.children(n).at(-1);if(i===void 0)return r;r.push(i);for(let e of t){let t=this.children(r[r.length-1]).filter(t=>this.move(t)===e&&!this.isSkipped(t)).at(-1);if(t===void 0)break;r.push(t)}return r}#r(){let e=[];for(let t=0;t<this.length;t=this.end[t])e.push(t);return e}rows(e,t=this.length-1){let n=[];for(let r=0;r<=t;r=e(r)?r+1:this.end[r])n.push(r);return n}find(e,t,n){for(let r=e+t;r>=0&&r<this.length;r+=t)if(n(r))return r;return-1}place(e){let t=this.parent[e]<0?this.#r():this.children(this.parent[e]);return[t.indexOf(e)+1,t.length]}get endings(){let e=new Map;for(let t=0;t<this.length;t+=1){let n=this.ending(t);n&&e.set(n,(e.get(n)??0)+1)}return[...e].sort((e,t)=>t[1]-e[1])}score(e,t=e=>e.toFixed(2)){let{INFINITE:n,MATE:r,MATE_BOUND:i}=this.data.scale,a=e<0?`−`:e>0?`+`:``,o=Math.abs(e);return o>=n?`${a}∞`:o>i?`${a}#${Math.ceil((r-o)/2)}`:a+t(o/100)}};const S=[`minimax`,`alphabeta`,`pvs`,`mtdf`],C=5e4,w={compiled:2e7,interpreted:2e5};var T=class{#e;#t;#n=null;#r=null;constructor(e,t){this.#e=e,this.#t=t}async trace(e,{algorithm:t,depth:n,original:r}){let{trace:i}=await this.#a(`trace`,{...e,sources:this.#i(r),algorithm:t,depth:n,nodes:C});return new x(i)}race(e,{depth:t,execution:n,options:r,original:i},a){return this.#r=a,this.#a(`race`,{...e,sources:this.#i(i),execution:n===`compiled`?`auto`:n,options:r,depth:t,nodes:w[n]})}async passed(e){return(await this.#o(`passed`,e)).fen}end(){this.#n?.terminate()}#i(e){return e?{}:this.#t.state.texts}async#a(e,t){let n=this.#t.suspend();try{return await this.#o(e,t)}finally{n()}}async#o(e,t){return(!this.#n||this.#n.ended)&&(this.#n=this.#s(t.game)),this.#n.ask(e,t,2e4)}#s(e){let t=this.#e();return t.onmessage=({data:e})=>{e.type===`lap`&&this.#r?.(e.lap)},t.postMessage({game:e,execution:`auto`,stopWays:[]}),t}};const E=[`engine`,...S],D=[`1`,`2`,`3`,`4`,`5`,`6`],O=[`1`,`3`,`10`,`30`],k=()=>m({algorithm:`engine`,depth:`4`,of:`variant`,status:`idle`,trouble:``,tree:null,root:null,selected:0,unfolded:new Set,now:null,playing:!1,speed:`3`,move:``,ending:``,missing:!1,top:0,height:20,passed:{}});function A(e,{engine:t,createWorker:n}){let i=k(),a=new T(n,t),o=document.createElement(`div`);o.className=`search-tree`;let c=new V(e,i),d=r(e,()=>Z(i,a));return u(o,()=>f`<div class="tree-head">
      ${N(e,i,{engine:t,search:()=>j(e,i,a)})}${I(e,i)}
    </div>`,()=>i.tree?L(e,i,c):l,()=>i.tree?c.view():l,()=>i.tree?Y(e,i,d):l),p(()=>t.state.game,()=>{a.end(),s(i,{tree:null,root:null,status:`idle`})}),B(i,c),()=>f`${o}`}async function j(e,t,n){let{algorithm:r,depth:i,of:a}=t,o=M(e);s(t,{status:`searching`,trouble:``});try{let e=await n.trace(o,{algorithm:r,depth:Number(i),original:a===`original`}),c=e.principalVariation;s(t,{status:`idle`,tree:e,root:o,selected:c[1]??0,unfolded:new Set(c.slice(0,2)),now:null,playing:!1,missing:!1,top:0})}catch(e){let{reason:n,message:r}=e;n===`ended`?s(t,{status:`idle`}):s(t,{status:`failed`,trouble:r})}}function M(e){let{game:t,tree:r}=e.state.game;return{game:t,fen:r.fen,moves:n(r,r.current)}}function N(e,t,{engine:n,search:r}){let i=n.state.status===`ready`,o=t.status===`searching`;return f`<form class="tree-form" @submit=${d(()=>i&&!o&&r())}>
    ${a({id:`tree-algorithm`,label:e.t(`lab.tree.algorithm`),choices:g(E,t=>F(e,t)),..._(t,`algorithm`)})}
    ${a({id:`tree-depth`,label:e.t(`lab.tree.depth`),choices:g(D,e=>e),..._(t,`depth`)})}
    ${P(e,n,`tree`,t)}
    <button class="btn main" type="submit" ?disabled=${!i||o}>
      ${e.t(o?`lab.tree.searching.title`:`lab.tree.search`)}
    </button>
  </form>`}function P(e,t,n,r){return Object.keys(t.state.texts).length===0?l:a({id:`${n}-engine`,label:e.t(`lab.tree.engine`),choices:{variant:e.t(`lab.yours`),original:e.t(`lab.original`)},..._(r,`of`)})}const F=(e,t)=>e.t(`lab.algorithm.${t}`);function I(e,t){let{tree:n,status:r,trouble:i}=t;if(r===`failed`)return f`<p class="tree-result" role="alert">${e.t(`lab.tree.failed`,{trouble:i})}</p>`;if(!n)return f`<p class="tree-result muted" role="status">${e.t(r===`searching`?`lab.tree.searching.note`:`lab.tree.intro`)}</p>`;let{nodes:a,depth:o,score:s}=n.data,c=o?e.t(`lab.tree.found.text`,{nodes:e.words.number(a),depth:o,score:n.score(s,K(e))}):e.t(`lab.tree.found.none`,{nodes:e.words.number(a)});return f`<p class="tree-result" role="status">${c}
    ${a>=5e4?e.t(`lab.tree.limit`,{nodes:e.words.number(C)}):l}
    <span class="small muted">${e.t(`lab.tree.signs`)}</span></p>`}function L(e,t,n){let r=t.tree,{now:o,playing:c,selected:u}=t,p=e=>()=>{s(t,{playing:!1}),n.film(e)},m=o??u,v=r.principalVariation;return f`<div class="tree-tools">
    <div class="row" role="group" aria-label=${e.t(`lab.tree.steps`)}>
      ${i(`first`,e.t(`lab.tree.first`),p(0),{ended:m===0})}
      ${i(`previous`,e.t(`lab.tree.back`),p(m-1),{ended:m===0})}
      ${i(c?`stop`:`play`,e.t(c?`lab.tree.stop`:`lab.tree.film`),()=>{c||n.film(m),s(t,{playing:!c})})}
      ${i(`next`,e.t(`lab.tree.step`),p(m+1),{ended:m===r.length-1})}
      ${i(`skip`,e.t(`lab.tree.over`),p(Math.min(r.end[m],r.length-1)),{ended:m===r.length-1})}
      ${a({id:`tree-speed`,label:e.t(`lab.tree.speed.label`),choices:g(O,t=>e.t(`lab.tree.speed.steps`,{count:Number(t)})),..._(t,`speed`)})}
      ${o===null?f`${h(null,e.t(`lab.tree.unfold`),()=>n.foldAll(!1))}${h(null,e.t(`lab.tree.fold`),()=>n.foldAll(!0))}`:h(null,e.t(`lab.tree.whole`),()=>n.leaveFilm())}
    </div>
    <form class="row" role="search" aria-label=${e.t(`lab.tree.find.label`)} @submit=${d(()=>n.look(1))}>
      ${h(null,e.t(`lab.tree.pv`),()=>n.unfoldTo(v),{disabled:v.length<2})}
      <div class="field">
        <label for="tree-move">${e.t(`lab.tree.move`)}</label>
        <input
          id="tree-move"
          type="text"
          size="6"
          maxlength="5"
          autocomplete="off"
          spellcheck="false"
          placeholder="h2e2"
          .value=${t.move}
          @input=${({target:e})=>s(t,{move:e.value.trim().toLowerCase(),missing:!1})}
        />
      </div>
      ${a({id:`tree-ending`,label:e.t(`lab.tree.ending.label`),choices:Object.fromEntries([[``,e.t(`lab.tree.ending.any`)],...z(r).map(([t,n])=>[t,e.t(`lab.tree.ending.count`,{ending:e.t(`lab.ending.${t}.name`),count:e.words.number(n)})])]),chosen:t.ending,choose:e=>s(t,{ending:e,missing:!1})})}
      ${i(`previous`,e.t(`lab.tree.find.previous`),()=>n.look(-1))}
      ${i(`next`,e.t(`lab.tree.find.next`),()=>n.look(1))}
      <span class="small" role="status">${t.missing?e.t(`lab.tree.find.none`):l}</span>
    </form>
  </div>`}const R=new WeakMap;function z(e){let t=R.get(e)??e.endings;return R.set(e,t),t}function B(e,t){let n=null;c(()=>{clearInterval(n),e.playing&&(n=setInterval(()=>{let{tree:n,now:r,playing:i}=e;!n||!i||r===null||r>=n.length-1?s(e,{playing:!1}):t.film(r+1)},1e3/Number(e.speed)))})}var V=class{#e;#t;#n={of:null,unfolded:new Set,now:null,rows:[]};#r=null;#i=0;constructor(e,t){this.#e=e,this.#t=t}get#a(){return this.#t.tree}get#o(){return document.querySelector(`.tree-grid`)}get rows(){let{tree:e,unfolded:t,now:n}=this.#t,r=this.#n;if(e&&(r.of!==e||r.unfolded!==t||r.now!==n)){let r=n===null?t:new Set(e.path(n));this.#n={of:e,unfolded:t,now:n,rows:e.rows(e=>r.has(e),n??void 0)}}return this.#n.rows}film(e){let t=Math.max(0,Math.min(e,this.#a.length-1));s(this.#t,{now:t,selected:t}),this.#l()}leaveFilm(){let{selected:e}=this.#t;this.unfoldTo([...this.#a.path(e)])}unfoldTo(e){let t=e.at(-1);if(t===void 0)return;let{unfolded:n}=this.#t,r=this.#a.path(t).slice(0,-1);s(this.#t,{now:null,playing:!1,unfolded:new Set([...n,...r]),selected:t}),this.#l()}foldAll(e){let{selected:t}=this.#t,n=this.#a,r=e?[]:Array.from({length:n.length},(e,t)=>t);s(this.#t,{unfolded:new Set(r),selected:e?n.path(t)[0]:t}),this.#l()}look(e){let{selected:t,move:n,ending:r}=this.#t,i=this.#a,a=i.find(t,e,e=>(!n||i.move(e)===n)&&(!r||i.ending(e)===r));s(this.#t,{missing:a<0}),a>=0&&this.unfoldTo([a])}#s(e,t=!this.#t.unfolded.has(e)){let{now:n,unfolded:r}=this.#t,i=new Set(n===null?r:this.#a.path(n));t?i.add(e):i.delete(e),s(this.#t,{unfolded:i,now:null,playing:!1})}#c(e){let{now:t}=this.#t;t!==null&&s(this.#t,{unfolded:new Set(this.#a.path(t)),now:null,playing:!1}),s(this.#t,{selected:e}),this.#l()}#l(){let e=this.#o;if(!e)return;let t=H(e),n=this.rows.indexOf(this.#t.selected)*t,r=e.clientHeight-2*t;n<e.scrollTop?e.scrollTop=n:n>e.scrollTop+r&&queueMicrotask(()=>{e.scrollTop=n-r})}#u(e){let t=this.#a,n=this.rows,{selected:r}=this.#t,i=Math.max(0,n.indexOf(r)),a=this.#d(r),o=t.end[r]>r+1,s=Math.max(1,this.#t.height-2),c=e=>this.#c(n[Math.min(n.length-1,Math.max(0,e))]),l={ArrowDown:()=>c(i+1),ArrowUp:()=>c(i-1),PageDown:()=>c(i+s),PageUp:()=>c(i-s),Home:()=>c(0),End:()=>c(n.length-1),ArrowRight:()=>o&&(a?this.#c(r+1):this.#s(r,!0)),ArrowLeft:()=>a&&o?this.#s(r,!1):t.parent[r]>=0&&this.#c(t.parent[r]),Enter:()=>o&&this.#s(r)," ":()=>o&&this.#s(r)}[e.key];!l||e.altKey||e.ctrlKey||e.metaKey||(e.preventDefault(),e.stopPropagation(),l())}#d(e){let{now:t,unfolded:n}=this.#t;return t===null?n.has(e):this.#a.path(t).includes(e)}#f({currentTarget:e}){this.#i||=requestAnimationFrame(()=>{this.#i=0;let t=H(e);s(this.#t,{top:Math.floor(e.scrollTop/t),height:Math.ceil(e.clientHeight/t)})})}#p({target:e}){let t=e.closest(`[data-at]`);if(!(t instanceof HTMLElement))return;let n=Number(t.dataset.at);e.closest(`.twisty`)!==null||n===this.#t.selected?this.#s(n,!this.#d(n)):this.#c(n)}view(){let{top:t,height:n,selected:r}=this.#t,i=this.rows,a=this.#e,o=Math.max(0,t-12),s=i.slice(o,t+n+12);this.#h(s);let c=e=>f`<span role="columnheader">${a.t(e)}</span>`;return f`<div
      class="tree-grid"
      role="treegrid"
      tabindex="0"
      aria-label=${a.t(`lab.tree.title`)}
      aria-rowcount=${i.length+1}
      aria-activedescendant=${s.includes(r)?`tree-${r}`:l}
      @keydown=${e=>this.#u(e)}
      @scroll=${e=>this.#f(e)}
      @click=${e=>this.#p(e)}
    >
      <div class="tree-row head" role="row" aria-rowindex="1">
        ${c(`lab.tree.move`)}${c(`lab.tree.depth`)}${c(`lab.tree.window`)}${c(`lab.tree.value`)}${c(`lab.tree.ended`)}${c(`lab.tree.below`)}
      </div>
      <div class="tree-rows" role="rowgroup" .style=${`height: calc(${i.length} * var(--row))`}>
        ${e(s.map((e,t)=>({at:e,place:o+t})),({at:e})=>e,({at:e,place:t})=>this.#m(e,t))}
      </div>
    </div>`}#m(e,t){let n=this.#e,{selected:r,now:i}=this.#t,a=this.#a,o=a.end[e]-e-1,s=this.#d(e),c=i!==null&&a.end[e]>i+1,u=a.isSkipped(e),d=a.ending(e);return f`<div
      class="tree-row"
      role="row"
      .style=${`top: calc(${t} * var(--row))`}
      id=${`tree-${e}`}
      data-at=${e}
      data-kind=${u?`skipped`:a.isIteration(e)?`iteration`:a.isQuiescence(e)?`quiescence`:`node`}
      aria-level=${a.level[e]}
      aria-rowindex=${t+2}
      aria-selected=${e===r}
      aria-expanded=${o>0?s:l}
    >
      <span role="gridcell" class="tree-move" .style=${`--level: ${a.level[e]-1}`}>
        <i class="twisty" aria-hidden="true" ?hidden=${o===0}></i><b>${W(n,this.#t,e)}</b>${G(n,a,e)}
      </span>
      <span role="gridcell">${u?``:a.depth[e]}</span>
      <span role="gridcell">${q(n,a,e)}</span>
      <span role="gridcell">${u||d===`stopped`?``:c?`…`:a.score(a.value[e],K(n))}</span>
      <span role="gridcell">${d&&!c?f`<em class="ending" data-ending=${d}>${J(n,a,e)}</em>`:``}</span>
      <span role="gridcell">${o&&!c?n.words.number(o):``}</span>
    </div>`}#h(e){let{root:t}=this.#t,n=this.#a;clearTimeout(this.#r),this.#r=setTimeout(()=>{for(let r of e){let e=t&&U(t,n,r);e&&!this.#e.texts.of(e)&&this.#e.texts.want(e)}},120)}};const H=e=>e.firstElementChild.offsetHeight;function U(e,t,n){if(!t.move(n)||t.isSkipped(n))return null;let r=t.moves(n);return r.includes(`0000`)?null:{...e,moves:[...e.moves,...r]}}function W(e,{tree:t,root:n},r){if(!t||!n)return``;if(t.isIteration(r))return e.t(`lab.tree.iteration`,{depth:t.depth[r]});let i=t.move(r);if(t.level[r]===2)return e.t(`lab.tree.root`);if(!i)return e.t(`lab.tree.same`);if(i===`0000`)return e.t(`lab.tree.null`);let a=U(n,t,r);return a&&e.texts.of(a)?.[e.notation]||i}function G(e,t,n){if(t.isSkipped(n)||t.isIteration(n))return l;let r=t.reduction(n),i=[];return t.isQuiescence(n)&&i.push(e.t(`lab.tree.mark.quiescence`)),r>0&&i.push(e.t(`lab.tree.mark.reduced`,{plies:r})),r<0&&i.push(e.t(`lab.tree.mark.extended`,{plies:-r})),t.isResearch(n)&&i.push(e.t(`lab.tree.mark.again`)),i.map(e=>f`<small class="mark">${e}</small>`)}const K=e=>t=>e.words.number(t,2);function q(e,t,n){return t.isSkipped(n)||t.isIteration(n)?``:t.window(n,K(e)).join(` … `)}function J(e,t,n){let r=t.ending(n);return r===`other`?f`<span lang="en">${t.source(n)?.title||e.t(`lab.ending.other.name`)}</span>`:r?e.t(`lab.ending.${r}.name`):``}function Y(e,t,n){let r=t.tree,{selected:i}=t,a=r.ending(i),s=r.source(i),c=r.path(i).slice(2),u=a&&v.includes(a)?e.t(`lab.ending.${a}.why`,X(e,r,i)):``;return f`<section class="tree-detail" aria-label=${e.t(`lab.tree.node`)}>
    ${n()}
    <div>
      <p class="tree-line">${c.length>0?c.map(n=>f`<b>${W(e,t,n)}</b> `):W(e,t,i)}</p>
      ${u?f`<p>${u}</p>`:l}
      ${o(s,({title:e,path:t,line:n})=>f`<p class="small muted">${e?f`<span lang="en">${e}</span> · `:l}<code>${t}:${n}</code></p>`)}
    </div>
  </section>`}function X(e,t,n){let[r,i]=t.window(n,K(e));return{alpha:r,beta:i,value:t.score(t.value[n],K(e))}}function Z(e,t){let{tree:n,root:r,selected:i,passed:a}=e;if(!n||!r)return null;let o={...r,moves:[...r.moves]};for(let r of n.moves(i)){if(r!==`0000`){o.moves.push(r);continue}let n=`${o.fen} ${o.moves.join(` `)}`;n in a?o={...o,fen:a[n],moves:[]}:t.passed({...o,moves:[...o.moves]}).then(t=>s(e,{passed:{...e.passed,[n]:t}})).catch(()=>{})}return o}export{S as a,M as i,P as n,T as o,A as r,w as s,F as t};