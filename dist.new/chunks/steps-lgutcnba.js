import{G as e,R as t,W as n,b as r}from"./shared-emvr0o8b.js";function i(i,a){let o=n({at:0,playing:!1}),s,c=()=>{clearInterval(s),o.playing=!1},l=()=>{clearInterval(s),e(o,{at:o.at===a?0:o.at,playing:!0}),s=setInterval(()=>{o.at===a?c():o.at+=1},1600)},u=e=>()=>{c(),o.at=Math.min(a,Math.max(0,o.at+e))};return{state:o,controls:()=>t`<div class="controls">
      ${r(`previous`,i.t(`learn.back`),u(-1),{disabled:o.at===0})}
      ${o.playing?r(`stop`,i.t(`learn.stop`),c):r(`skip`,i.t(`learn.watch`),l)}
      ${r(`next`,i.t(`learn.step`),u(1),{disabled:o.at===a})}
    </div>`}}export{i as t};