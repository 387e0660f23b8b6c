import{I as e,R as t}from"./shared-emvr0o8b.js";const n={board:{arrows:[`←`,`→`,`↑`,`↓`],homeEnd:[`Home`,`End`],pages:[`Page ↑`,`Page ↓`],enter:[`Enter`,`space`],escape:[`Esc`]},page:{step:[`←`,`→`],ends:[`↑`,`↓`,`Home`,`End`],undo:[`Ctrl + Z`],redo:[`Ctrl + Y`]},mouse:{draw:[`rightDrag`,`rightClick`],colours:[`Shift`,`Alt`]}},r=[`space`,`rightDrag`,`rightClick`],i=(r,i)=>()=>{let o=e=>r.t(`about.${e}`);return t`
    <h1>${o(`title`)}</h1>
    <p class="lead">${o(`lead`)}</p>
    <section>
      <h2>${o(`how.title`)}</h2>
      <p>${o(`how.text`)}</p>
    </section>
    <section>
      <h2>${o(`privacy.title`)}</h2>
      <p>${o(`privacy.text`)}</p>
    </section>
    <section>
      <h2 id="keys">${o(`keys.title`)}</h2>
      ${Object.keys(n).map(e=>a(o,e))}
    </section>
    <section>
      <h2>${o(`versions`)}</h2>
      <dl class="versions">
        ${[`engine`,`site`,`python`,`pyodide`].map(e=>t`<dt>${o(`version.${e}`)}</dt>
            <dd>${i[e]??o(`version.unknown`)}</dd>`)}
      </dl>
    </section>
    <section>
      <h2>${o(`licence.title`)}</h2>
      <p>${o(`licence.text`)}</p>
      <ul>
        <li><a href="licences/">${o(`licence.all`)}</a></li>
        <li><a href="docs/">${o(`licence.reference`)}</a></li>
        ${i.wheel?t`<li><a href=${i.wheel}>${o(`licence.engine`)}</a></li>`:e}
      </ul>
    </section>
  `},a=(e,i)=>t`<table>
  <caption>${e(`keys.${i}`)}</caption>
  <thead class="sr"><tr><th scope="col">${e(`key`)}</th><th scope="col">${e(`action`)}</th></tr></thead>
  <tbody>
    ${Object.entries(n[i]).map(([n,i])=>t`<tr>
        <td>${i.map(n=>t`<kbd>${r.includes(n)?e(`keys.${n}`):n}</kbd> `)}</td>
        <td>${e(`keys.${n}`)}</td>
      </tr>`)}
  </tbody>
</table>`;export{i as t};