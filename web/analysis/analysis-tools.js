// What a person does to the analysis as a whole: undo, redo, flip, add to a study, begin anew, import a game.

/** @import { AnalysisApp } from './session.js' */

import { iconButton } from '../ui/controls.js';
import { html } from '../ui/view.js';

/** @param {AnalysisApp} app @param {() => unknown} begin @param {() => unknown} openImport @param {() => unknown} addToStudy */
export const analysisTools = (app, begin, openImport, addToStudy) => () => {
  const { session } = app;
  const { undo, redo } = session.edits;
  return html`<div class="analysis-tools" role="group" aria-label=${app.t('game-view.tool.name')}>
    ${iconButton('back', app.t('analysis.undo'), () => session.takeBack(), { ended: !undo })}
    ${iconButton('redo', app.t('analysis.redo'), () => session.redo(), { ended: !redo })}
    ${iconButton('flip', app.t('analysis.flip'), () => session.flip())}
    ${iconButton('book', app.t('records.study.title'), addToStudy, { title: app.t('records.study.title') })}
    ${iconButton('new', app.t('analysis.new.title'), begin)}
    ${iconButton('import', app.t('game-view.entry.import'), openImport, { ended: !app.state.plays })}
  </div>`;
};
