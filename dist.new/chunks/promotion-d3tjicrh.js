import{x as e}from"./shared-bnrvstgz.js";import{t}from"./dialog-n0h8bgjn.js";import{G as n,N as r,R as i,W as a,j as o}from"./shared-emvr0o8b.js";import{b as s}from"./shared-lc6xk2nj.js";function c(c){let u=a({letters:[]}),d=document.createElement(`dialog`);d.className=`promotion`,d.setAttribute(`aria-labelledby`,`promotion-title`),t(d),r(d,()=>i`<h2 class="sr" id="promotion-title">${c.t(`game-view.promotion.title`)}</h2>
      <div class="choices">${u.letters.map(p)}</div>`),document.body.append(d);let f=()=>{};d.addEventListener(`close`,()=>f(d.returnValue||null));function p(t){let{game:n}=c.state,r=c.t(`game-view.promotion.${t}`);return i`<button
      type="button"
      class="btn plain"
      aria-label=${r}
      title=${r}
      @click=${()=>d.close(t)}
    >
      ${o(e(n),t,n.game,c.pieces)}
    </button>`}async function m(e,t){let r=s.filter(t=>e.includes(t));return n(u,{letters:r}),d.returnValue=``,h(t,r.length),d.showModal(),new Promise(e=>{f=e})}function h({left:t,top:n,bottom:r,width:i},a){let{game:o}=c.state,s=Math.max(i,44),u=s*a,f=e(o)===o.orientation;d.style.setProperty(`--size`,`${s}px`),d.style.setProperty(`--way`,f?`column`:`column-reverse`),d.style.left=`${l(t-(s-i)/2,innerWidth-s)}px`,d.style.top=`${l(f?n:r-u,innerHeight-u)}px`}return{ask:m}}const l=(e,t)=>Math.max(0,Math.min(e,t));export{c as promotionDialog};