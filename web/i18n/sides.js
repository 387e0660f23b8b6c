// @ts-check
// What the players are called: a word that a frame needs before all others.

export const sidesEn = { 'side.red': 'Red', 'side.black': 'Black', 'side.white': 'White' };

export const sidesZhHans = { 'side.red': '红方', 'side.black': '黑方', 'side.white': '白方' };
