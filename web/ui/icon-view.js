// Icons and pieces as templates. The drawings are apart: the picture of a frame has no templates.

import { ICONS } from './icons.js';
import { html } from './view.js';

/** The icon of that name. @param {keyof typeof ICONS & string} name */
export const iconView = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** A piece in running text. @param {'red' | 'white' | 'black'} side @param {string} role @param {string} game @param {string} pieces  the set */
export const pieceView = (side, role, game, pieces) =>
  html`<span class="men" data-game=${game} data-pieces=${pieces}
    ><i class="man ${side === 'black' ? 'black' : 'white'} ${role}-piece" aria-hidden="true"></i
  ></span>`;
