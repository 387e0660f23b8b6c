// The worker that reads pictures. It decodes and scales them, and keeps none but the last.

/** @import { Corners, Pixels } from './reader-program.js' */

import './no-scripts.js';
import { addresses, fetchBytes, LoadError } from '../ui/load.js';
import { ReaderProgram } from './reader-program.js';

/**
 * @typedef {{ id: number, addresses: Map<string, string> }} First
 * @typedef {First & { picture: Blob } | First & { drawing: Pixels } | { id: number, corners: Corners }} Question
 */

const PROGRAM = new URL('../data/picture.wasm', import.meta.url);
/** The shortest side of a picture that can show a board, in pixels. */
const LEAST = 100;

/** @type {Promise<ReaderProgram> | null} */
let loading = null;

self.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    const found = await answer(data);
    self.postMessage({ id, ...found }, { transfer: found.bitmap ? [found.bitmap] : [] });
  } catch (error) {
    const fault = error instanceof LoadError ? 'not_loaded' : 'failed';
    self.postMessage({ id, fault, detail: String(error) });
  }
};

/** @param {Question} question @returns {Promise<any>} */
async function answer(question) {
  if ('corners' in question) return { reading: (await program()).read(question.corners) };
  for (const [plain, address] of question.addresses) addresses.set(plain, address);
  if ('drawing' in question) return { look: (await program()).look(question.drawing) };
  const { picture } = question;
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap)
    return { fault: /hei[cf]/i.test(`${picture.type} ${nameOf(picture)}`) ? 'heic' : 'not_a_picture' };
  const { width, height } = bitmap;
  if (Math.min(width, height) < LEAST) {
    bitmap.close();
    return { fault: 'too_small', width, height };
  }
  const reader = await program();
  const scale = Math.min(1, reader.mostPixels / Math.max(width, height));
  const canvas = scaled(bitmap, scale);
  reader.show(canvas.context.getImageData(0, 0, canvas.width, canvas.height), scale);
  const corners = reader.find();
  const read = corners && reader.read(corners);
  const reading = read && reader.isBoard ? read : null;
  return { width, height, corners, reading, bitmap: canvas.whole.transferToImageBitmap() };
}

/** @param {Blob} picture */
const nameOf = (picture) => /** @type {Partial<File>} */ (picture).name ?? '';

function program() {
  loading ??= fetchBytes(PROGRAM).then((bytes) => ReaderProgram.of(bytes));
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** A picture on white paper, for where it is transparent. @param {ImageBitmap} bitmap @param {number} scale */
function scaled(bitmap, scale) {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const whole = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    whole.getContext('2d', { willReadFrequently: true })
  );
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { whole, context, width, height };
}
