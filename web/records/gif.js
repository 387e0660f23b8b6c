// Animated pictures. Frames are written one at a time, and each only with the pixels that differ from the one
// before, so a long game takes little memory and a small file. gifenc is 3 KB and leaves both to us;
// libraries with workers of their own keep all frames until the end.

// @ts-expect-error: it has no types
import { GIFEncoder, nearestColorIndex, quantize } from 'gifenc';

/** The index of an unchanged pixel; the other 255 are colours. */
const SAME = 255;

export class Gif {
  #width;
  #height;
  #encoder = GIFEncoder();
  /** @type {number[][]} */
  #palette;
  /** The nearest colour of the palette by five, six and five bits of red, green and blue; -1: not known yet. */
  #nearest = new Int16Array(1 << 16).fill(-1);
  /** The last frame, as given and as indices. @type {{ pixels: Uint32Array, shown: Uint8Array } | null} */
  #last = null;

  /**
   * @param {{ width: number, height: number }} size  in pixels
   * @param {readonly Uint8ClampedArray[]} samples  RGBA with the colours of all frames
   */
  constructor({ width, height }, samples) {
    this.#width = width;
    this.#height = height;
    const all = new Uint8ClampedArray(samples.reduce((sum, { length }) => sum + length, 0));
    samples.reduce((at, sample) => {
      all.set(sample, at);
      return at + sample.length;
    }, 0);
    this.#palette = quantize(all, SAME, { format: 'rgb565' });
    while (this.#palette.length <= SAME) this.#palette.push([0, 0, 0]);
  }

  /**
   * @param {Uint8ClampedArray} rgba  a whole frame, which must not change later
   * @param {number} delay  milliseconds until the next one
   */
  add(rgba, delay) {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
    const last = this.#last;
    const shown = new Uint8Array(pixels.length);
    const written = last ? new Uint8Array(pixels.length) : shown;
    for (let at = 0; at < pixels.length; at++) {
      if (last && last.pixels[at] === pixels[at]) {
        shown[at] = last.shown[at];
        written[at] = SAME;
        continue;
      }
      const index = this.#indexOf(rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]);
      shown[at] = index;
      written[at] = last?.shown[at] === index ? SAME : index;
    }
    this.#encoder.writeFrame(written, this.#width, this.#height, {
      palette: last ? null : this.#palette, // one for all
      delay,
      dispose: 1, // the next frame is drawn over this one
      transparent: last !== null,
      transparentIndex: SAME,
    });
    this.#last = { pixels, shown };
  }

  /** The whole file; it repeats for ever. @returns {Uint8Array<ArrayBuffer>} */
  finish() {
    this.#encoder.finish();
    return this.#encoder.bytes();
  }

  /** @param {number} red @param {number} green @param {number} blue */
  #indexOf(red, green, blue) {
    const key = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
    if (this.#nearest[key] < 0)
      this.#nearest[key] = nearestColorIndex(this.#palette.slice(0, SAME), [red, green, blue]);
    return this.#nearest[key];
  }
}
