// @ts-check
// What a frame needs only when it has clocks: it is fetched when they are asked for.

export { frameClocks } from '../frame/clocks.js';
