import{r as e,t}from"./picture-ejns5tff.js";import{B as n,D as r,E as i,L as a,w as o,z as s}from"./shared-h162dg8e.js";import{P as c,at as ee,cn as l,ct as te,dt as u,gt as ne,nn as d,pt as f,ut as re,vn as p,w as m,yt as ie}from"./shared-lc6xk2nj.js";import{E as h}from"./shared-bw97y5xi.js";import{D as g,E as _,G as v,H as y,I as b,R as x,W as S,_ as C,b as w,w as T,x as E}from"./shared-emvr0o8b.js";import{t as D}from"./shared-j0oqjlqb.js";import{n as O}from"./dialog-n0h8bgjn.js";import{c as k,l as A,o as j,s as M,u as N}from"./shared-ga3xudqi.js";import{x as P}from"./shared-bnrvstgz.js";import{t as F}from"./printed-games-brsp3rk3.js";const I=new URL(`../`,import.meta.url),L=[`replay`,`position`,`play`],R=(e,t)=>x`<div class="embedded">
  ${g({id:`embed-shown`,label:e.t(`records.export.content`),choices:T(L,t=>e.t(`records.export.embed.${t}`)),...E(t,`shown`)})}
  ${_({name:`embed-kind`,legend:e.t(`records.export.embed.kind`),choices:T([`element`,`frame`],t=>e.t(`records.export.embed.${t}`)),...E(t,`way`)})}
</div>`,z=e=>x`<p class="small">
  <a href=${new URL(`embedding.html`,I).href} target="_blank" rel="noopener">${e.t(`records.export.embed.more`)}</a>
</p>`;function B(e,{shown:t,way:r},i){let{game:a}=e.state,{tree:o}=a,s=A(a,t),c=r===`element`,l=e=>M(`${I.href}embed.html?${N(e)}`);if(t!==`replay`||!(k(a)||c&&!te(o)))return()=>c?j(I.href,s):l(s);let d=re(o,ie(o).id),f=c?ne(o):ee(u(o),0,d).tree,p=n(e,{...a,tree:f}),m=s.filter(([e])=>e!==`fen`&&e!==`moves`),h=i&&{notation:c?i:`iccs`};return async()=>{let t=await e.client.write({format:`pgn`,record:p,...h});return c?j(I.href,m,t):l([...m,[`pgn`,t]])}}const V=[`link`,`pgn`,`dhtmlxq`,`xqf`,`fen`,`picture`,`gif`,`embed`];var H=class{chosen;embedding=S({shown:`replay`,way:`element`});made=S({text:null,fault:``,copied:!1});#e;#t=null;constructor(e,{kinds:t=V,links:n=()=>({})}={}){this.app=e,this.#e=t,this.links=n,this.chosen=S({kind:t.includes(`pgn`)?`pgn`:t[0],page:null,notation:null})}get kinds(){let{game:e}=this.app.state;return this.#e.filter(t=>t===`dhtmlxq`||t===`xqf`?this.#n.formats.includes(t):t!==`embed`||this.#e.includes(`pgn`)||f(e.tree).view!==null)}get kind(){let{kind:e}=this.chosen;return this.kinds.includes(e)?e:this.#e[0]}get pages(){return Object.keys(this.links())}get page(){return this.pages.find(e=>e===this.chosen.page)??this.pages[0]}get notations(){let{chinese:e,notations:t}=this.#n;return e?t.filter(e=>e!==`uci`):[]}get notation(){let e=this.chosen.notation??this.app.notation;return this.notations.includes(e)?e:this.#n.chinese}get#n(){return d(this.app.state.game.game)}get caption(){let e=this.app;return e.t(`records.export.picture`,{side:e.t(`game-view.side.${P(e.state.game)}`)})}follow(e){return y(()=>{let{kind:t}=this;if(v(this.made,{text:null,fault:``,copied:!1}),!e()||t===`picture`||t===`gif`)return;let n=this.#r(t);l(()=>this.#i(n))})}#r(e){let t=this.app,{game:r}=t.state;if(e===`link`){let e=this.links()[this.page];return()=>e??a(t)}if(e===`fen`)return()=>m(r);let{notation:i}=this;if(e===`embed`)return B(t,this.embedding,i);let o={format:e,record:n(t,r)};return()=>t.client.write(i&&e===`pgn`?{...o,notation:i}:o)}async#i(e){let t=this.app,n={};this.#t=n;try{let r=await e();if(this.#t!==n)return;v(this.made,r===null?{fault:t.t(`records.export.tooLong`)}:{text:r})}catch(e){this.#t===n&&v(this.made,{fault:r(t.words,e)})}}async share(e){try{await navigator.share(await e())}catch(e){e.name!==`AbortError`&&v(this.made,{fault:this.app.t(`records.export.noShare`)})}}async copyPicture(e){try{await navigator.clipboard.write([new ClipboardItem({"image/png":e()})]),v(this.made,{copied:!0,fault:``}),setTimeout(()=>v(this.made,{copied:!1}),1600)}catch{v(this.made,{fault:this.app.t(`records.export.noPicture`)})}}};const ae={link:`txt`,pgn:`pgn`,dhtmlxq:`txt`,fen:`fen`,embed:`html`},U={link:3,pgn:9,dhtmlxq:9,fen:2,embed:6};function W(e,{lines:t=()=>[],...n}={}){let r=new H(e,n),i=()=>{},a=C(e,async()=>{let{animation:n}=await p(()=>import(`./export-animation-lacxxj2z.js`)),{view:a,stop:o}=n(e,{lines:t,share:t=>X(e,r,()=>({files:[t]}),t)});return i=o,a}),o=O(e,{name:`export`,title:`records.export.title`,body:()=>G(e,r,a)});return o.node.addEventListener(`close`,()=>i()),r.follow(()=>o.state.open),{...o,openAt:e=>{v(r.chosen,{kind:e}),o.open()}}}function G(e,t,n){let{chosen:r,kind:i,kinds:a,embedding:o}=t;return x`<form class="form" method="dialog">
    ${_({name:`export-format`,legend:e.t(`records.export.format.label`),choices:T(a,t=>e.t(`records.export.format.${t}`)),chosen:i,choose:e=>v(r,{kind:e})})}
    ${i===`pgn`&&t.notation?q(e,t):b}
    ${i===`link`&&t.pages.length>1?K(e,t):b}
    ${i===`embed`?R(e,o):b}
    ${i===`gif`?n():i===`picture`?ce(e,t):i===`xqf`?se(e,t):J(e,t,i)}
  </form>`}const K=(e,{chosen:t,pages:n,page:r})=>_({name:`export-page`,legend:e.t(`records.export.opens`),choices:T(n,t=>e.t(`shell.nav.${t}`)),chosen:r,choose:e=>v(t,{page:e})}),q=(e,{chosen:t,notations:n,notation:r=``})=>g({id:`export-notation`,label:e.t(`records.export.notation`),choices:T(n,t=>c(e.words,e.state.game.game,t)),chosen:r,choose:e=>v(t,{notation:e})});function J(e,t,n){let{text:r}=t.made;return x`<textarea
      readonly
      rows=${U[n]}
      spellcheck="false"
      aria-label=${e.t(`records.export.text`)}
      placeholder=${e.t(`records.export.waiting`)}
      .value=${r??``}
    ></textarea>
    ${n===`embed`?z(e):b}
    ${n===`link`&&(r?.length??0)>2e3?x`<p class="small">${e.t(`records.export.longLink`)}</p>`:b}
    ${Y(t)}
    <div class="row buttons">
      ${D(e,{name:`export`,symbol:`copy`,label:e.t(`records.export.copy`),text:()=>r??``,disabled:r===null})}
      ${n===`link`?b:w(`import`,e.t(`records.export.download`),()=>i(`cannonfish.${ae[n]}`,new Blob([r??``],{type:`text/plain`})),{disabled:r===null})}
      ${n===`pgn`?w(`print`,e.t(`records.print.button`),()=>oe(e)):b}
      ${n===`embed`?b:X(e,t,()=>n===`link`?{url:r??``}:{text:r??``})}
    </div>`}function oe(e){let{game:t}=e.state,n=s(e,t);return F(e,h(e,n)||e.t(`game-view.game.${t.game}`),[{game:{...t,headers:n}}])}function se(e,t){let{text:n}=t.made,r=n===null?[]:[o(n)],a=new File(r,`cannonfish.xqf`,{type:`application/x-xqf`});return x`<p class="small">${e.t(`records.export.xqf.kept`)}</p>
    ${Y(t)}
    <div class="row buttons">
      ${w(`import`,e.t(`records.export.download`),()=>i(a.name,a),{disabled:n===null})}
      ${n===null?b:X(e,t,()=>({files:[a]}),a)}
    </div>`}function ce(e,t){let{caption:n,made:r}=t,a=typeof ClipboardItem<`u`;return x`${le(e,n)}${Y(t)}
    <div class="row buttons">
      ${a?w(`copy`,e.t(r.copied?`ui.copied`:`records.export.copyPng`),()=>t.copyPicture(Q)):b}
      ${w(`import`,e.t(`records.export.png`),async()=>i(`cannonfish.png`,await Q()))}
      ${w(`import`,e.t(`records.export.svg`),()=>i(`cannonfish.svg`,ue()))}
      ${X(e,t,async()=>({files:[$(await Q())],text:n}),$())}
    </div>`}function le(e,t){try{let e=`data:image/svg+xml,${encodeURIComponent(Z())}`;return x`<img class="picture" src=${e} alt=${t} />`}catch{return x`<p class="fault small" role="alert">${e.t(`records.export.noPicture`)}</p>`}}const Y=({made:e})=>x`<p class="fault small" role="alert">${e.fault}</p>`,X=(e,t,n,r)=>!navigator.share||r&&!navigator.canShare?.({files:[r]})?b:w(`share`,e.t(`records.export.share`),()=>t.share(n)),Z=()=>t(document.querySelector(`#board .board`)),ue=()=>new Blob([Z()],{type:`image/svg+xml`}),Q=()=>e(Z(),120),$=(...e)=>new File(e,`cannonfish.png`,{type:`image/png`});export{W as exportDialog};