import{Ct as e,kt as t}from"./shared-lc6xk2nj.js";import{n}from"./focus-game-lx2yho9u.js";import{E as r,G as i,R as a,W as o,b as s,w as c}from"./shared-emvr0o8b.js";import{n as l}from"./dialog-n0h8bgjn.js";function u(u){let d=o({game:null}),f=l(u,{name:`new-analysis`,title:`analysis.new.title`,body:p});function p(){let t=d.game??u.state.game.game;return a`<form class="form" method="dialog" @submit=${()=>m(t)}>
      ${r({name:`game`,legend:u.t(`game-view.game.label`),choices:c(e,e=>u.t(`game-view.game.${e}`)),chosen:t,choose:e=>i(d,{game:e})})}
      <div class="row">
        <button class="btn main grow" type="submit">${u.t(`analysis.new.start`)}</button>
        ${s(null,u.t(`ui.cancel`),f.close)}
      </div>
    </form>`}async function m(e){let[r]=t(e).sides;u.change({game:e}),await u.session.begin({game:e,opponent:`person`,side:r,level:t(e).level}),n()}return f}export{u as newAnalysisDialog};