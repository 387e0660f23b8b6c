import{B as e,G as t,N as n,R as r,W as i,b as a}from"./shared-emvr0o8b.js";const o=e=>1/(1+10**(-e/400));function s(e){let t=o(e),n=.3*(1-Math.abs(2*t-1)),r=t-n/2;return{score:t,draw:n,win:r,deviation:Math.sqrt(r+n/4-t*t)}}function c(e,t,n=Math.random){let{draw:r,win:i}=s(e),a=0;return Array.from({length:t},(e,t)=>{let o=n();return a+=o<i?1:o<i+r?.5:0,a/(t+1)})}const[l,u]=[.2,.9];function d({place:o,attributes:d}){let f=d.elos.split(`,`).map(Number),p=Number(d.games),m=Number(d.matches),h=i({elo:f[0],at:p,matches:_(f[0])}),g;function _(e){return Array.from({length:m},()=>c(e,p))}function v(e){clearInterval(g);let n=matchMedia(`(prefers-reduced-motion: reduce)`).matches;t(h,{elo:e,matches:_(e),at:n?p:4}),g=setInterval(()=>{h.at=Math.min(p,h.at+4),h.at===p&&clearInterval(g)},40)}let y=e=>40+e/p*386,b=e=>8+(1-(Math.min(u,Math.max(l,e))-l)/(u-l))*228,x=e=>{let{score:t,deviation:n}=s(h.elo),r=1.96*n/Math.sqrt(e);return[Math.max(0,t-r),Math.min(1,t+r)]},S=()=>{let{matches:t,at:n}=h,i=Array.from({length:p/4},(e,t)=>(t+1)*4),a=e=>i.map(t=>`${y(t).toFixed(1)} ${b(x(t)[e]).toFixed(1)}`),o=t.map(e=>`M${i.filter(e=>e<=n).map(t=>`${y(t).toFixed(1)} ${b(e[t-1]).toFixed(1)}`).join(`L`)}`),c=b(s(h.elo).score);return r`<svg class="matches" viewBox="0 0 ${440} ${270}" role="img" aria-label=${C()}>
      <path class="band" d="M${a(1).join(`L`)}L${a(0).reverse().join(`L`)}Z" />
      ${[.25,.5,.75].map(t=>e`<path class="grid" d="M${40} ${b(t)}H${426}" />
          <text x=${34} y=${b(t)+4}>${100*t} %</text>`)}
      ${[0,100,200,300,400].filter(e=>e<=p).map(t=>e`<text class="below" x=${y(t)} y=${256}>${t}</text>`)}
      <text class="below" x=${240} y=${269}>${d.x}</text>
      ${o.map(t=>e`<path class="line" d=${t} />`)}
      <path class="truth" d="M${40} ${c}H${426}" />
    </svg>`},C=()=>{let{matches:e,at:t}=h,[n,r]=x(t),i=e.filter(e=>e[t-1]>=n&&e[t-1]<=r).length,a=e.filter(e=>e[t-1]<.5).length,o=[t,i,m,a];return d.result.replace(/\{(\d)\}/g,(e,t)=>String(o[Number(t)]))};n(o,S,()=>r`<p class="say">${C()}</p>`,()=>r`<div class="controls" role="group" aria-label=${d.difference}>
      ${f.map(e=>r`<button class="btn" type="button" aria-pressed=${e===h.elo} @click=${()=>v(e)}
            >${e} Elo</button>`)}
      ${a(`next`,d.play,()=>v(h.elo))}
    </div>`)}export{d as default};