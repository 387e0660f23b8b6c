import{t as e}from"./shared-fgz0acoo.js";import{i as t,r as n}from"./reader-mxnqkmm4.js";import{I as r,fn as i}from"./shared-lc6xk2nj.js";import{E as a,G as o,H as s,I as c,N as l,R as u,U as d,W as f,b as p,j as m,w as h}from"./shared-emvr0o8b.js";var g=class{state=f({look:null,fault:null});#e;#t=null;#n=!1;constructor(e){this.#e=e}async show(e){if(this.#t=e,!this.#n){for(this.#n=!0;this.#t;){let e=this.#t;this.#t=null;try{o(this.state,{look:await this.#e.look(e),fault:null})}catch(e){o(this.state,{look:null,fault:e instanceof i?`not_loaded`:`failed`})}}this.#n=!1}}get best(){let e=this.state.look?.chances??[];return e.indexOf(Math.max(...e))}};const _={red:`#b01e18`,black:`#181614`};function v(t){let r=new g(new n),i=f({side:`red`,character:`車`}),o=b(`paper`),c=b(`edges`),m=()=>r.show(x(o).getImageData(0,0,180,180)),v=()=>{S(x(o),i.character,i.side),m()};C(o,()=>_[i.side],m),s(()=>{o.setAttribute(`aria-label`,t.t(`lab.picture.field`)),c.setAttribute(`aria-label`,t.t(`lab.picture.edges`))}),s(()=>w(c,r.state.look?.edges??[])),d(()=>`${i.side}${i.character}`,v),v();let T=e(`div`,{class:`reader`});return l(T,()=>u`<p>${t.t(`lab.picture.intro`)}</p>
      <div class="row">
        ${a({name:`reader-ink`,legend:t.t(`lab.picture.ink`),choices:h([`red`,`black`],e=>t.t(`game-view.side.${e}`)),chosen:i.side,choose:e=>{i.side=e}})}
        <label class="field"
          ><span>${t.t(`lab.picture.character`)}</span
          ><input
            type="text"
            size="3"
            maxlength="2"
            autocomplete="off"
            .value=${i.character}
            @input=${({target:e})=>{i.character=e.value.trim()}}
        /></label>
        ${p(`redo`,t.t(`lab.picture.again`),v)}
      </div>
      <div class="seen">
        <figure>${o}<figcaption>${t.t(`lab.picture.draw`)}</figcaption></figure>
        <figure>${c}<figcaption>${t.t(`lab.picture.sees`)}</figcaption></figure>
      </div>`,()=>y(t,r)),()=>u`${T}`}function y(e,n){let{look:i,fault:a}=n.state;if(a)return u`<p class="told" role="status">${e.t(`picture.fault.${a}`)}</p>`;if(!i)return c;let o=new Intl.NumberFormat(e.words.language,{style:`percent`,maximumFractionDigits:1}),s=n=>{let i=t(n);return i?r(e.words,{...i,game:`xiangqi`}):e.t(`picture.nothing`)},l=r=>{let a=i.chances[r],l=t(r),d=l?u`${m(l.side,l.role,`xiangqi`,e.pieces)}<span class="sr">${s(r)}</span>`:u`<span>${s(r)}</span>`;return u`<li data-best=${r===n.best||c}>
      ${d}<meter min="0" max="1" value=${a} aria-hidden="true"></meter
      ><span class="number">${o.format(a)}</span>
    </li>`},d=Array.from({length:7},(e,t)=>t+1),{best:f}=n;return u`<p role="status">${e.t(`lab.picture.answer`,{piece:s(f),share:o.format(i.chances[f])})}</p>
    <ul class="numbers" aria-label=${e.t(`lab.picture.numbers`)}>${[0,...d.flatMap(e=>[e,e+7])].map(l)}</ul>`}function b(t){let n=e(`canvas`,{class:t,role:`img`});return Object.assign(n,{width:180,height:180})}const x=e=>e.getContext(`2d`,{willReadFrequently:!0});function S(e,t,n){e.fillStyle=`#e4be82`,e.fillRect(0,0,180,180),e.fillStyle=`#5a3714`,e.fillRect(0,88,180,4),e.fillRect(88,0,4,180),t&&(e.beginPath(),e.arc(90,90,79.2,0,2*Math.PI),e.fillStyle=`#fae8c4`,e.fill(),e.lineWidth=5,e.strokeStyle=_[n],e.stroke(),e.fillStyle=_[n],e.font=`bold ${180*.55}px serif`,e.textAlign=`center`,e.textBaseline=`middle`,e.fillText(t,90,93.6,180*.7))}function C(e,t,n){let r=t=>{let{x:r,y:i,width:a}=e.getBoundingClientRect(),o=180/a,s=x(e);s.lineTo((t.clientX-r)*o,(t.clientY-i)*o),s.stroke(),n()};e.addEventListener(`pointerdown`,n=>{n.button===0&&n.isPrimary&&(e.setPointerCapture(n.pointerId),Object.assign(x(e),{strokeStyle:t(),lineWidth:9,lineCap:`round`,lineJoin:`round`}),x(e).beginPath(),r(n))}),e.addEventListener(`pointermove`,t=>{e.hasPointerCapture(t.pointerId)&&r(t)})}function w(e,t){let n=x(e);n.fillStyle=`#000`,n.fillRect(0,0,180,180),n.lineWidth=2;for(let[e,r]of t.entries()){if(r===0)continue;let t=Math.floor(e/8),i=(t%12+.5)*15,a=(Math.floor(t/12)+.5)*15,o=e%8*Math.PI/8+Math.PI/2,[s,c]=[Math.cos(o)*15/2,Math.sin(o)*15/2];n.strokeStyle=`rgb(255 255 255 / ${Math.min(1,2*r/255)})`,n.beginPath(),n.moveTo(i-s,a-c),n.lineTo(i+s,a+c),n.stroke()}}export{v as panel};