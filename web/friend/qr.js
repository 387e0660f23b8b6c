// QR codes as drawings.

import { encode } from 'uqr';

/** The light frame that a code needs, in modules. */
const FRAME = 4;

/** The dark squares of the code for a text. @param {string} text @returns {{ path: string, size: number } | 'too_long'} */
export function codeOf(text) {
  try {
    const { data, size } = encode(text, { ecc: 'L', border: FRAME });
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { path: path.join(''), size };
  } catch (error) {
    if (error instanceof RangeError) return 'too_long';
    throw error;
  }
}
