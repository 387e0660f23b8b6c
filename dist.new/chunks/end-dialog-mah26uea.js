import{y as e}from"./shared-bnrvstgz.js";import{A as t,R as n,b as r}from"./shared-emvr0o8b.js";import{n as i}from"./dialog-n0h8bgjn.js";function a(a){let{session:o}=a;return i(a,{name:`end-game`,title:`play.resign.title`,body:()=>{let i=e(a.state.game).opponent===`engine`,s=i&&a.state.work?.kind===`move`,c=()=>i?o.offerDraw():o.agreeDraw(),l=`submit`;return n`<form class="form" method="dialog">
        <p>${a.t(i?`play.resign.text.engine`:`play.resign.text.person`)}</p>
        <div class="choices">
          <button class="btn" type="submit" autofocus>${t(`next`)}<span>${a.t(`play.resign.back`)}</span></button>
          ${r(`done`,a.t(i?`play.resign.offer`:`play.resign.agree`),c,{type:l,disabled:s})}
          ${r(`flag`,a.t(`play.resign.resign`),()=>o.resign(),{type:l,kind:`danger`})}
        </div>
      </form>`}})}export{a as endDialog};