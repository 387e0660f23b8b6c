import{C as e,I as t,N as n,R as r,W as i}from"./shared-emvr0o8b.js";function a(a,{name:s,title:c,body:l}){let u=i({open:!1}),d=document.createElement(`dialog`);return d.className=s,d.setAttribute(`aria-labelledby`,`${s}-title`),n(d,()=>r`<div class="sheet">
      <header>
        <h2 id="${s}-title">${a.t(c)}</h2>
        ${e(`close`,a.t(`ui.close`),()=>d.close())}
      </header>
      ${l instanceof Node?l:u.open?l():t}
    </div>`),o(d),d.addEventListener(`close`,()=>{u.open=d.open}),{node:d,state:u,open:()=>{u.open=!0,d.open||d.showModal()},close:()=>d.close()}}function o(e){let t=!1;e.addEventListener(`pointerdown`,({target:n})=>{t=n===e}),e.addEventListener(`click`,({target:n})=>t&&n===e&&e.close())}export{a as n,o as t};