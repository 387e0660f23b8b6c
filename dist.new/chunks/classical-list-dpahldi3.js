import{G as e,I as t,R as n,W as r,b as i}from"./shared-emvr0o8b.js";import{c as a,s as o,u as s}from"./page-iki72p20.js";function c(t){let{app:i,page:a}=t,o=r({text:``,differing:!1});return()=>{let r=(a.classical??[]).filter(e=>u(i.words,e,o.text)&&!(o.differing&&e.agrees));return n`<section class="classical">
      <div class="search">
        <div class="field">
          <label for="ending-search">${i.t(`endings.list.search`)}</label>
          <input id="ending-search" type="text" placeholder=${i.t(`endings.list.hint`)} autocomplete="off"
            @input=${({target:t})=>e(o,{text:t.value})} />
        </div>
        <label class="row"><input type="checkbox" .checked=${o.differing} @change=${()=>e(o,{differing:!o.differing})} />
          ${i.t(`endings.list.differing`)}</label>
      </div>
      <p class="small muted" role="status">${r.length>0?i.t(`endings.list.count`,{count:r.length}):i.t(`endings.list.none`)}</p>
      <ul>${r.map(e=>l(t,e))}</ul>
    </section>`}}function l({app:e,open:r,openAt:a},c){let{ending:l,names:u,verdict:d,won:f,drawn:p,total:m,agrees:h,winning:g,holding:_}=c,{language:v}=e.words,y=t=>s(e.words,t,m);return n`<li class=${h?``:`differs`}>
    <h2>${u[v]??u.en} <span class="verdict-mark ${d}">${e.t(`endings.list.${d}`)}</span></h2>
    ${v.startsWith(`zh`)?t:n`<p class="small muted" lang="zh-Hans">${u[`zh-Hans`]}</p>`}
    <p class="small">${e.t(`endings.list.table`,{won:y(f),drawn:y(p)})}
</p>
    ${h?t:n`<p class="small">${o(e.words,c)}</p>`}
    <div class="row">
      ${i(null,e.t(`endings.list.open`),()=>r(l))}
      ${g?i(null,e.t(`endings.list.winning`),()=>a(l,g),{kind:`plain`}):t}
      ${_?i(null,e.t(`endings.list.holding`),()=>a(l,_),{kind:`plain`}):t}
    </div>
  </li>`}function u(e,{ending:t,names:n},r){let i=[t,a(e,t),...Object.values(n)].join(` `).toLowerCase();return r.toLowerCase().split(/\s+/).every(e=>i.includes(e))}export{c as endingList};