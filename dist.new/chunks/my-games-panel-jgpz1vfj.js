import{kt as e,lt as t,pt as n,ut as r}from"./shared-lc6xk2nj.js";import{M as i}from"./shared-bw97y5xi.js";import{a,i as o,r as s,t as c}from"./opening-index-f4uxbinh.js";import{r as l}from"./shared-ns6rnvas.js";import{t as u}from"./shared-l5bsf0mv.js";import{C as d,D as f,G as p,I as m,R as h,S as g,W as _,b as v,w as y}from"./shared-emvr0o8b.js";import{t as b}from"./answers-n2com0ar.js";import{i as x,n as S,r as C}from"./explorer-panel-khs09o98.js";const w=[``,`1-0`,`1/2-1/2`,`0-1`],T=()=>_({filter:{},adding:``,fault:``,removing:null});function E(e,t,n){let{client:r}=e,i=s({database:t,client:r,createClient:n});i.refresh();let a={app:e,index:i,state:T(),kept:new u(t,`analysis.mine`)};a.kept.load().then(()=>p(a.state,{filter:a.kept.now??{}}));let o=new b(e=>r.positionNumber(e));return()=>{let{known:t,games:n,total:r,done:s,full:c,fault:l}=i.state,{adding:u,fault:d}=a.state;return h`<div class="explorer mine" aria-busy=${r>0} data-known=${t}>
      ${n>0?j(a,o):h`<p class="small muted">${e.t(`analysis.mine.empty`)}</p>`}
      ${r>0?h`<p class="small muted" role="status">${e.t(`analysis.mine.indexing`,{done:s,total:r})}</p>
              <progress max=${r} .value=${s} aria-label=${e.t(`analysis.mine.caption`)}></progress>`:m}
      ${u?h`<p class="small muted" role="status">${e.t(`analysis.mine.adding`,{name:u})}</p>`:m}
      ${c?h`<p class="small">${e.t(`analysis.mine.full`)}</p>`:m}
      ${d||l?h`<p class="fault small" role="alert">${d||e.t(`analysis.mine.failed`,{reason:String(l?.message??l)})}</p>`:m}
      <div class="row">
        ${g(`import`,e.t(`analysis.mine.import`),`.pgn,.txt,.xqf,.cbl,.cbr,.cbf`,e=>k(a,e))}
        ${A(a)}
      </div>
    </div>`}}function D({state:e,kept:t},n){p(e,{filter:{...e.filter,...n}}),t.change(e.filter)}function O({app:e,index:t,state:n}){let{collection:r}=n.filter,i=[o(e.state.game.game),...t.state.collections.map(({id:e})=>e)];return r&&!i.includes(r)?{...n.filter,collection:void 0}:n.filter}async function k({app:e,index:t,state:n},r){p(n,{adding:r.name,fault:``});try{await t.add(r,e.state.game.game)}catch(t){let r=t instanceof a?e.t(`analysis.mine.tooLarge`):t instanceof l&&t.trouble===`full`?e.t(`analysis.mine.noRoom`):e.t(`analysis.mine.failed`,{reason:t.message});p(n,{fault:r})}p(n,{adding:``})}function A(e){let{app:t,index:n,state:r}=e,i=n.state.collections.find(({id:e})=>e===r.filter.collection);return i?r.removing===i.id?h`<span>${t.t(`analysis.mine.asked`)}</span>
    ${v(null,t.t(`records.library.delete.button`),()=>{p(r,{removing:null}),D(e,{collection:void 0}),n.remove(i.id)})}
    ${v(null,t.t(`ui.cancel`),()=>p(r,{removing:null}))}`:d(`bin`,t.t(`analysis.mine.remove`,{title:i.title}),()=>p(r,{removing:i.id})):m}function j(e,t){let{app:i,index:a}=e,{game:o,tree:s}=i.state.game,c=n(s).view?.fen,{answer:l,current:u,error:d}=t.of(c?{game:o,fen:c}:{game:o,fen:s.fen,moves:r(s)});if(d!==null)return h`<p class="fault small" role="alert">${i.t(`analysis.mine.failed`,{reason:d})}</p>`;if(l===null)return m;let{moves:f,games:p,total:g}=a.tree.at(l,O(e));return h`${F(e)}
    ${g===0?h`<p class="small muted" role="status">${i.t(`analysis.mine.nothing`)}</p>`:h`<p class="small muted">${i.t(`analysis.mine.count`,{count:g})}</p>
            <table>
              <caption class="sr">${i.t(`analysis.mine.caption`)}</caption>
              <thead>
                <tr>
                  <th scope="col">${i.t(`analysis.explorer.move`)}</th>
                  <th scope="col">${i.t(`analysis.explorer.games`)}</th>
                  <th scope="col">${i.t(`analysis.mine.years`)}</th>
                  <th scope="col" class="results">${i.t(`analysis.explorer.results`,x(i))}</th>
                </tr>
              </thead>
              <tbody>${f.map(e=>M(i,e,u))}</tbody>
            </table>
            <h3 class="small">${i.t(`analysis.mine.latest`)}</h3>
            <ul class="games-of">${p.map(t=>N(e,t))}</ul>`}`}function M(e,{uci:t,games:n,years:r,results:a},o){let[s]=o?i(e,e.state.game.tree.current,[t]):[t],c=a.won+a.drawn+a.lost>0,[l,u]=r??[];return h`<tr>
    ${S(e,t,s,``,o)}
    <td>${e.words.number(n)}</td>
    <td class="small">${l===void 0?`–`:l===u?l:`${l}–${u}`}</td>
    <td class="results">${c?C(e,a):m}</td>
  </tr>`}function N(e,t){let{app:n}=e,r=n.t(`analysis.mine.you`),[i,a]=[t.first,t.second].map(e=>e||(t.id?r:`?`)),o=n.t(`game-view.record.players`,{first:i,second:a}),s=[t.event,t.date,t.result===`*`?``:t.result.replace(`1/2-1/2`,`½–½`)],c=h`<b>${o}</b> <span class="small muted">${s.filter(Boolean).join(` · `)}</span>`,l=n.t(`analysis.mine.open`,{game:o});return t.id===void 0?h`<li><button class="btn plain" type="button" title=${l} @click=${()=>P(e,t)}>${c}</button></li>`:h`<li><a class="btn plain" title=${l} href=${`analysis.html?game=${n.state.game.game}&record=${encodeURIComponent(t.id)}`}>${c}</a></li>`}async function P({app:r,index:i,state:a},{collection:o,part:s,number:l}){let{session:u}=r,{game:d,tree:f}=r.state.game;try{let a=await i.source(o,s);if(!a)return;let p=await r.client.read({game:d,data:a,pick:l});if(!p.game)return;let{sides:m}=e(d),h={opponent:`person`,side:m[0],level:r.settings.levels[d]},g=n(f).ply,_=i.state.collections.find(({id:e})=>e===o)?.title??``,v={...p.game,headers:{...p.game.headers,[c]:_}};if(!await u.openRecord(v,h,`start`))return;let y=t(u.state.game.tree);u.goTo((y[g]??y[0]).id)}catch(e){p(a,{fault:r.t(`analysis.mine.failed`,{reason:e.message})})}}function F(t){let{app:n,index:r}=t,i=O(t),{sides:a}=e(n.state.game.game),s=e=>n.t(`game-view.side.${a[e]}`),c=o(n.state.game.game),l=Object.fromEntries(r.state.collections.map(({id:e,title:t})=>[e,t])),u=e=>h`<div class="field">
    <label for="mine-${e}">${n.t(`records.library.${e}`)}</label>
    <input id="mine-${e}" type="date" .value=${i[e]??``} @change=${({target:n})=>D(t,{[e]:n.value||void 0})} />
  </div>`,d=Object.values(i).some(Boolean);return h`<details class="filters" ?open=${d}><summary>${n.t(`analysis.mine.filters`)}</summary>
    <div class="fields">
      ${f({id:`mine-collection`,label:n.t(`analysis.mine.from`),choices:{"":n.t(`analysis.mine.all`),[c]:n.t(`analysis.mine.own`),...l},chosen:i.collection??``,choose:e=>D(t,{collection:e||void 0})})}
      <div class="field">
        <label for="mine-player">${n.t(`analysis.mine.player`)}</label>
        <input id="mine-player" type="text" autocomplete="off" .value=${i.player??``} @input=${({target:e})=>D(t,{player:e.value||void 0})} />
      </div>
      ${f({id:`mine-side`,label:n.t(`analysis.mine.side`),choices:{"":n.t(`analysis.mine.any`),first:s(0),second:s(1)},chosen:i.side??``,choose:e=>D(t,{side:e||void 0})})}
      ${f({id:`mine-result`,label:n.t(`records.library.result.label`),choices:y(w,e=>I(n,e)),chosen:w.find(e=>e===i.result)??``,choose:e=>D(t,{result:e||void 0})})}
      ${u(`from`)} ${u(`to`)}
    </div>
  </details>`}function I(t,n){if(n===``)return t.t(`records.library.any`);if(n===`1/2-1/2`)return t.t(`records.library.result.draw`);let{sides:r}=e(t.state.game.game),i=t.t(`game-view.side.${r[n===`1-0`?0:1]}`);return t.t(`records.library.won`,{side:i})}export{E as myGamesPanel};