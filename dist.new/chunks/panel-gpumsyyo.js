import{cn as e,vn as t}from"./shared-lc6xk2nj.js";import{a as n}from"./page-ox0xlbpi.js";import{t as r}from"./shared-fgz0acoo.js";import{F as i,G as a,H as o,I as s,N as c,R as l,S as u,U as d,W as f,b as p,g as m}from"./shared-emvr0o8b.js";import{t as h}from"./shared-j0oqjlqb.js";import{E as g}from"./shared-h162dg8e.js";import{a as _,c as v,m as y,o as b}from"./page-c37i67sx.js";const x=[`weights`,`evaluation`,`search`,`moves`],S=e=>e.replace(/^.*\//,``).replace(/\.py$/,``),C=()=>f({path:``,differences:!1,more:!1,link:``});function w(e){let t=Object.keys(e.state.originals),n=e=>(x.indexOf(S(e))+x.length+1)%(x.length+1);return t.sort((e,t)=>n(e)-n(t))}function T(e,t){return e.t(`lab.file.${S(t)}`)}function E(n,{engine:i,variant:s,screen:u,openTab:f}){let p=C(),h={engine:i,variant:s,bench:p},g=r(`div`,{class:`bench`}),_=r(`div`,{class:`source`}),v=r(`div`,{class:`beside`});c(g,()=>D(n,h),()=>j(n,h),()=>M(n,h),_,v,()=>N(n,h),()=>P(n,i.state.faults,e=>E(e)),y(n,i));let b=null,x=null,T=()=>p.differences||s.state.shared!==null;function E({path:e,line:t,column:n}){e&&(a(p,{path:e,differences:!1}),b?.goTo(t,n))}o(()=>{let e=w(i);e.length>0&&!e.includes(p.path)&&a(p,{path:e[0]})}),d(()=>s.state.opened,()=>b?.forget());let k=null;o(()=>{let e=p.more?O(i,s):null;k=e,a(p,{link:``}),e?.then(t=>k===e&&a(p,{link:t}))}),m(n,g,async()=>{let{SourceEditor:e,besideView:r,columnView:a,editorPhrases:s}=await t(()=>import(`./code-editor-hs8k08q4.js`));b=new e(_,{onEdit:(e,t)=>i.edit(e,t),words:e=>({label:n.t(`lab.editor`,{file:e}),phrases:s(n)})});let c=b;o(()=>{_.hidden=T(),v.hidden=!T()}),o(()=>{let{path:e}=p,t=S(e)===`weights`?`# --- `:``;e in i.state.originals&&c.show(e,i.text(e),t)}),o(()=>{s(n),c.path&&c.speak()}),o(()=>{c.mark(i.state.faults.filter(({path:e})=>e===p.path))}),o(()=>{x?.destroy(),x=null;let{path:e}=p,{originals:t,texts:o}=i.state;T()&&e in t&&e in o&&(x=(u.isPhone?a:r)(v,{original:t[e],text:o[e],labels:{original:n.t(`lab.original`),text:n.t(`lab.yours`),both:n.t(`lab.differences.title`)},phrases:s(n)}))})});let A=()=>s.state.shared===null?void 0:w(i).find(e=>e in i.state.texts),F=e=>{e&&(f(`edit`),a(p,{path:e}))};return F(e(A)),d(A,F),()=>l`${g}`}function D(e,{engine:t,variant:r,bench:o}){let{originals:c,texts:u,status:d}=t.state,{name:f,kept:m,shared:h}=r.state,g=Object.keys(u).length>0,_=Object.keys(c).length===0||h!==null,{differences:v,more:y}=o;return l`<div class="bench-acts">
    ${i(g&&h===null,()=>l`<div class="field name">
          <label for="lab-name">${e.t(`lab.variant.name`)}</label>
          <input
            id="lab-name"
            type="text"
            maxlength="80"
            autocomplete="off"
            .value=${n(f)}
            @change=${({target:t})=>r.rename(t.value.trim()||e.t(`lab.variant.unnamed`))}
          />
        </div>`)}
    <div class="acts">
      ${p(`swap`,e.t(`lab.differences.title`),()=>a(o,{differences:!v}),{disabled:_,pressed:v})}
      ${p(`share`,e.t(`lab.variant.more`),()=>a(o,{more:!y}),{disabled:_,expanded:y})}
    </div>
    ${y?k(e,{engine:t,variant:r,bench:o}):s}
    ${g&&!m&&d!==`unread`?l`<p class="small warn" role="alert">${e.t(`lab.variant.unsaved`)}</p>`:s}
  </div>`}async function O(e,t){let{game:n,texts:r}=e.state;return Object.keys(r).length===0?``:v(location.href,{name:t.state.name,game:n,patch:e.patch})}function k(e,{engine:t,variant:n,bench:r}){let{texts:i,game:o}=t.state,{id:s,name:c}=n.state,d=Object.keys(i).length>0,f=e=>()=>{a(r,{more:!1}),e()},m=f(()=>confirm(e.t(`lab.variant.delete.ask`,{name:c}))&&n.remove());return l`<div class="more-acts" role="group" aria-label=${e.t(`lab.variant.more`)}>
    ${h(e,{name:`lab-link`,label:e.t(`lab.share`),symbol:`link`,disabled:!r.link,text:()=>r.link})}
    ${p(`export`,e.t(`lab.export`),f(()=>g(`${A(c)}.patch`,new Blob([_({name:c,game:o,patch:t.patch})],{type:`text/x-patch`}))),{disabled:!d})}
    ${u(`import`,e.t(`lab.import`),`.patch,.diff,text/*`,async e=>{a(r,{more:!1}),n.show(b(await e.text(),o,e.name.replace(/\.\w+$/,``)),`file`)})}
    ${p(`copy`,e.t(`lab.variant.copy`),f(()=>n.copy()),{disabled:s===null})}
    ${p(`back`,e.t(`lab.variant.reset`),f(()=>n.reset(r.path)),{disabled:!(r.path in i)})}
    ${p(`first`,e.t(`lab.variant.resetAll`),f(()=>n.reset()),{disabled:!d})}
    ${p(`bin`,e.t(`lab.variant.delete.button`),m,{disabled:s===null})}
  </div>`}const A=e=>e.replace(/[^\p{L}\p{N}]+/gu,`-`).replace(/^-|-$/g,``)||`variant`;function j(e,{variant:t}){let{shared:n,rejects:r,refused:i}=t.state,a=r.map(({path:t,line:n})=>l`<p class="small">${e.t(`lab.reject`,{file:t,line:n})}</p>`);if(i!==null){let t={link:`lab.link.broken`,file:`lab.file.broken`}[i];return l`<div class="banner warn" role="alert"><p>${e.t(t)}</p></div>`}return n===null?a.length>0?l`<div class="banner warn">${a}</div>`:s:l`<div class="banner" role="region" aria-label=${e.t(`lab.shared.title`)}>
    <p><b>${e.t(`lab.shared.title`)}</b></p>
    <p>${e.t(`lab.shared.note`,{name:n})}</p>
    ${a}
    <div class="acts">
      ${p(`done`,e.t(`lab.shared.run`),()=>t.accept(),{kind:`main`})}
      ${p(`close`,e.t(`lab.shared.refuse`),()=>t.choose(null))}
    </div>
  </div>`}function M(e,{engine:t,variant:n,bench:r}){let{texts:i,faults:o}=t.state,c=r.differences||n.state.shared!==null,u=w(t).filter(e=>!c||e in i);return c&&u.length===0?l`<p class="files none">${e.t(`lab.differences.none`)}</p>`:l`<nav class="files" aria-label=${e.t(`lab.files`)}><ul>${u.map(t=>{let n=T(e,t),c=o.some(e=>e.path===t),u=c?`lab.file.faulty`:t in i?`lab.file.changed`:null;return l`<li><button
      class="btn plain"
      type="button"
      title=${t}
      aria-label=${u?e.t(u,{file:n}):n}
      aria-current=${t===r.path?`true`:s}
      data-mark=${c?`faulty`:t in i?`changed`:s}
      @click=${()=>a(r,{path:t})}
    >${n}</button></li>`})}</ul></nav>`}function N(e,{engine:t}){let{status:n,faults:r,ms:i,trouble:a,engine:o,texts:c}=t.state,u={loading:()=>e.t(`lab.status.loading`)+(o.progress?` ${Math.round(o.progress*100)}%`:``),unread:()=>e.t(`lab.status.unread`),checking:()=>e.t(`lab.status.checking`),building:()=>e.t(`lab.status.building`),ready:()=>Object.keys(c).length>0?e.t(`lab.status.ready.again`,{ms:i}):e.t(`lab.status.ready.first`),faulty:()=>e.t(`lab.status.faulty`,{count:r.length}),silent:()=>e.t(`lab.status.silent`),broken:()=>e.t(`lab.status.broken`,{trouble:a})},d=n===`silent`||n===`broken`;return l`<div class="bench-status" data-status=${n}>
    <p role="status">${u[n]()}</p>
    ${d?p(null,e.t(`lab.again`),()=>t.again()):s}
  </div>`}function P(e,t,n){return t.length===0?s:l`<ol class="bench-faults" aria-label=${e.t(`lab.faults`)}>${t.map(t=>F(e,t,n))}</ol>`}function F(e,t,n){let{path:r,line:i,reason:a,kind:o}=t,s=r?e.t(`lab.fault.at`,{file:S(r),line:i}):``,c=l`<b>${e.t(`lab.fault.${o}`)}</b> <span>${s}</span> <span lang="en">${a}</span>`;return l`<li>${r?l`<button class="btn plain" type="button" @click=${()=>n(t)}>${c}</button>`:l`<p>${c}</p>`}</li>`}export{E as n,P as t};