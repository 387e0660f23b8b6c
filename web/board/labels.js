// The texts of the board for screen readers, which the page supplies in its language.

/** @import { Piece, Square } from './geometry.js' */

/** @typedef {'selected' | 'dest' | 'capture' | 'lastMove' | 'check' | 'queued'} PointState */

/**
 * What the person just did; `drop`: the queued move turned out to be impossible and was forgotten.
 * @typedef {{ type: 'lift', square: Square, piece: Piece, dests: number }
 *   | { type: 'cancel', square: Square, piece: Piece }
 *   | { type: 'nothing', square: Square, piece: null }
 *   | { type: 'queue', orig: Square, dest: Square, piece: Piece }
 *   | { type: 'drop', orig: Square, dest: Square, piece: Piece | null }} BoardEvent
 */

/**
 * @typedef {object} Labels
 * @property {string} board  the name of the grid
 * @property {string} help  how to use it by keyboard
 * @property {(square: Square, piece: Piece | null) => string} point  the name of a point: `b2, red cannon`
 * @property {Record<PointState, string>} states  said after the name
 * @property {(event: BoardEvent) => string} announce  a sentence for a live region; empty says nothing
 */

export {};
