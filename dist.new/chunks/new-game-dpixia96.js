import{A as e,Ct as t,E as n,Rt as r,k as i,kt as a,yt as o}from"./shared-lc6xk2nj.js";import{A as s,D as c,E as l,G as u,I as d,R as f,U as p,W as m,b as h,u as g,w as _,x as v}from"./shared-emvr0o8b.js";import{g as y,h as b,m as x}from"./page-l8hrtb5e.js";import{n as S}from"./dialog-n0h8bgjn.js";const C=`一 二 三 四 五 六 七 八 九 十 十一 十二`.split(` `);function w(e){let r=m(w()),i=m({plies:null}),C=S(e,{name:`new-game`,title:`play.new.title`,body:E});function w(){let{opponent:t,side:n,seats:r,levels:i,clock:a}=e.settings,{game:o}=e.state.game;return{game:o,opponent:t,side:n,seats:r,levels:i,clock:a,custom:b(o,a)}}function E(){let{game:o,opponent:p}=r,m=n(e.words,`play.new.about.${o}`),[g]=a(o).sides;return f`<form class="form" method="dialog" @submit=${k}>
      ${l({name:`game`,legend:e.t(`game-view.game.label`),choices:_(t,t=>e.t(`game-view.game.${t}`)),chosen:o,choose:e=>u(r,{game:e,custom:b(e,r.clock)})})}
      ${m?f`<p class="small muted">${e.t(m)}</p>`:d}
      ${i.plies?h(null,e.t(`play.new.continue`,{count:i.plies}),D):d}
      ${l({name:`opponent`,legend:e.t(`game-view.player.opponent`),choices:_([`engine`,`person`],t=>e.t(`play.new.opponent.${t}`)),...v(r,`opponent`),note:f`<a class="btn plain" href="friend.html?game=${o}">${s(`link`)}<span>${e.t(`play.new.friend`)}</span></a>`})}
      ${p===`engine`?T(e,r):d}
      ${l({name:`side`,legend:e.t(p===`engine`?`play.new.side.label`:`play.new.side.bottom`),choices:{first:e.t(`game-view.side.${g}`),second:e.t(`game-view.side.black`),either:e.t(`game-view.side.either`)},...v(r,`side`)})}
      ${p===`person`?c({id:`new-seats`,label:e.t(`play.new.seats.label`),choices:_([`beside`,`turns`,`facing`],t=>e.t(`play.new.seats.${t}`)),...v(r,`seats`)}):d}
      ${x(e,{game:o,draft:r,names:O(),choose:e=>u(r,e)})}
      <div class="row buttons">
        <button class="btn main grow" type="submit" autofocus ?disabled=${!y(r)}>${e.t(`play.new.start`)}</button>
        ${h(null,e.t(`ui.cancel`),C.close)}
      </div>
    </form>`}function D(){C.close(),e.change({game:r.game}),e.session.turnTo(g(e.settings,r.game))}function O(){let{game:t,opponent:n,side:i}=r,o=a(t).sides.map(t=>e.t(`game-view.side.${t}`));return n===`engine`?[e.t(`game-view.player.you`),e.t(`game-view.player.engine.short`)]:i===`either`?[e.t(`play.new.side.bottom`),e.t(`play.new.side.top`)]:i===`first`?[o[0],o[1]]:[o[1],o[0]]}function k(){let{custom:t,...n}=r;e.change(n),e.session.begin(g(e.settings,r.game))}async function A(){let{game:t}=r;i.plies=null;let n=await e.session.savedGame(t);n&&t===r.game&&(i.plies=o(n.tree).ply)}return p(()=>r.game,A),{...C,open:()=>{u(r,w()),A(),C.open()}}}function T(t,n){let{game:a,levels:o}=n,s=o[a],c=n=>e(t.words,a,n);return f`<fieldset class="field" aria-describedby="about-level">
    <legend>${t.t(`game-view.level.label`)}</legend>
    <div class="ladder">${r(a).map(e=>f`<label>
    <input
      type="radio"
      name="level"
      value=${e}
      aria-label=${c(e)}
      .checked=${e===s}
      @change=${()=>u(n,{levels:{...o,[a]:e}})}
    /><span aria-hidden="true">${t.words.language.startsWith(`zh`)?C[e-1]:e}</span>
  </label>`)}</div>
    <p class="small about" id="about-level">
      <b>${c(s)}</b> <span class="muted">${t.t(i(a,s))}</span>
    </p>
  </fieldset>`}export{w as newGameDialog};