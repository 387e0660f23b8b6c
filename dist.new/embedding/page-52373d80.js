import{Rt as e,sn as t}from"../chunks/shared-lc6xk2nj.js";import{i as n,n as r,o as i,s as a,t as o}from"../chunks/shared-ga3xudqi.js";import{n as s,t as c}from"../chunks/shared-eporsk0o.js";import{G as l,H as u,I as d,M as f,N as p,R as m,W as h,b as g}from"../chunks/shared-emvr0o8b.js";import{t as _}from"../chunks/shared-j0oqjlqb.js";const v=new URL(`../`,import.meta.url),y=[`id`,`origin`],b=[`mode`,`pgn`,`fen`,`moves`,`color`,`level`,`puzzle`,`theme`,`pieces`,`lang`],x=e=>b.includes(e)?b.indexOf(e):b.length,S=Object.keys(o).filter(e=>!y.includes(e)).sort((e,t)=>x(e)-x(t)),C={play:{},view:{mode:`view`,moves:`h2e2,h9g7,h0g2,i9h9,i0h0,b9c7`,ply:`0`},puzzle:{mode:`puzzle`,puzzle:`daily`}},w=[`where`,`blog`,`script`,`messages`,`engine`,`policy`,`licences`],T={blog:`<script src="{base}embed/cannonfish-embed.js" defer><\/script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view" ply="0">
{record}
</xiangqi-board>

<xiangqi-board mode="friend"></xiangqi-board>`,script:`const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,messages:`frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 1, type: 'move', move: 'h2e2' }, '{origin}');
frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 2, type: 'go', limits: { depth: 8 } }, '{origin}');

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== '{origin}' || source !== frame.contentWindow || data.ns !== 'cannonfish') return;
  if (data.id === 1) console.log(data.type, data.state?.fen ?? data.code);
  if (data.id === 2 && data.type === 'bestmove') console.log(data.bestmove);
});`,engine:`import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,policy:`Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`},{lang:E,...D}=Object.fromEntries(new URLSearchParams(location.search)),O=h({fields:D,kind:`element`}),k=t(()=>n(O.fields)),A=document.createElement(`div`);A.className=`live`;const j=await c.open(),M=(e,t)=>j.t(e,t),N=()=>m`<h1>${M(`embedding.title`)}</h1>
    <p class="lead">${M(`embedding.lead`)}</p>
    <section class="own">
      <div>
        <h2>${M(`embedding.own.title`)}</h2>
        <p>${M(`embedding.own.text`)}</p>
      </div>
      <a class="btn" href="./">${M(`embedding.own.link`)}</a>
    </section>
    ${P()} ${w.map(V)}`;function P(){let{kind:e}=O,{options:t}=k.value,n=e=>g(null,M(`embedding.kinds.${e}`),()=>F(C[e]),{pressed:(t.mode??`play`)===e});return m`<section class="trial" aria-label=${M(`embedding.try`)}>
    <div class="shown">
      <div class="row">${n(`play`)} ${n(`view`)} ${n(`puzzle`)}</div>
      <div class="copy">
        <div class="row between">
          <h2 class="small">${M(`embedding.snippet`)}</h2>
          <div class="seg" role="group">${[`element`,`frame`].map(t=>m`<label>
              <input
                type="radio"
                name="kind"
                value=${t}
                .checked=${e===t}
                @change=${()=>l(O,{kind:t})}
              /><span>${M(`embedding.${t}`)}</span>
            </label>`)}</div>
        </div>
        <pre><code class="snippet" tabindex="0">${B(t)}</code></pre>
        ${_(j,{name:`snippet`,symbol:`copy`,label:M(`embedding.copy`),text:()=>B(t),kind:`main`})}
      </div>
      ${A}
    </div>
    <form class="options">
      <h2>${M(`embedding.options`)}</h2>
      ${S.map(e=>I(e))}
    </form>
  </section>`}const F=e=>l(O,{fields:e});function I(e){return m`<div class="option">
    <label for=${e}><code>${e}</code></label>
    ${L(e)}
    <p class="small muted" id="about-${e}">${M(`embedding.about.${e}`)}</p>
  </div>`}function L(t){let{usual:n}=o[t],r=e(k.value.options.game??`xiangqi`).length,i=t===`level`?`1 – ${r}`:o[t].allowed,a=[`lang`,`bg`,`pgn`].includes(t),s=/^[\w-]+(, [\w-]+)+$/.test(i)&&!a?i.split(`, `):null,c=k.value.faults.some(({option:e})=>e===t),l=O.fields[t]??``,u=`about-${t}`,f=({target:e})=>F({...O.fields,[t]:e.value.trim()});return s?m`<select id=${t} aria-describedby=${u} @change=${f}>
      ${[``,...s].map(e=>m`<option value=${e} .selected=${e===l}>${e||M(`embedding.usual`)}</option>`)}
    </select>`:t===`pgn`?m`<textarea
      id=${t}
      rows="3"
      spellcheck="false"
      aria-describedby=${u}
      aria-invalid=${c||d}
      .value=${l}
      @change=${f}
    ></textarea>`:m`<input
    id=${t}
    type="text"
    spellcheck="false"
    placeholder=${typeof n==`number`?`${n} (${i})`:i}
    aria-describedby=${u}
    aria-invalid=${c||d}
    .value=${l}
    @change=${f}
  />`}function R(e){let t=document.createElement(`xiangqi-board`);t.setAttribute(`base`,v.href);for(let[n,r]of z({lang:j.words.language,...e}))t.setAttribute(n,r);return t}function z(e){let{searchParams:t}=new URL(r(`https://example.org/`,e));return[...t].map(([e,t])=>[e,e===`fen`?t.replaceAll(`_`,` `):t])}function B(e){return O.kind===`element`?i(v.href,z(e)):a(r(new URL(`embed.html`,v),e))}function V(e){let t=M(`embedding.${e}.text`,{call:`load({ base })`}),n=T[e]?.replaceAll(`{base}`,v.href).replaceAll(`{origin}`,v.origin).replace(`{record}`,M(`embedding.blog.record`));return m`<section>
    <h2>${M(`embedding.${e}.title`)}</h2>
    ${t.split(`

`).map(e=>m`<p>${e}</p>`)}
    ${n?m`<pre><code tabindex="0">${n}</code></pre>`:d}
    ${e===`licences`?m`<p><a href="licences/index.html">${M(`embedding.licences.link`)}</a></p>`:d}
  </section>`}u(()=>A.replaceChildren(R(k.value.options))),p(f(`page`),N),s(j,`embedding.page`);