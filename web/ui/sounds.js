// The sounds, synthesised when they are played: knocks on wood (bursts of filtered noise over decaying
// sines), and marimba notes for what matters more. sound.js plays them.

/** Hz, seconds until it has died away, level. @typedef {readonly [number, number, number]} Partial */
/** @typedef {{ at?: number, noise?: Partial, tones: readonly Partial[] }} Stroke  at: seconds after the first */

/** @param {number} pitch @param {number} level @param {number} [at] @returns {Stroke} a stone that is put down */
const knock = (pitch, level, at = 0) => ({
  at,
  noise: [pitch * 3.2, 0.05, level],
  tones: [
    [pitch, 0.16, level * 0.7],
    [pitch * 2.3, 0.07, level * 0.3],
  ],
});

/** @param {number} pitch @param {number} level @param {number} at @param {number} [lasts] @returns {Stroke} */
const note = (pitch, level, at, lasts = 0.3) => ({
  at,
  tones: [
    [pitch, lasts, level],
    [pitch * 4, lasts / 4, level * 0.25],
  ],
});

/** @satisfies {Record<string, readonly Stroke[]>} */
const SOUNDS = {
  move: [knock(400, 0.5)],
  capture: [knock(270, 0.55), knock(520, 0.3, 0.055)],
  check: [note(659, 0.22, 0), note(880, 0.26, 0.1)],
  end: [note(523, 0.32, 0), note(392, 0.34, 0.2, 0.38)],
  lowTime: [knock(900, 0.3), knock(900, 0.3, 0.14), knock(900, 0.3, 0.28)],
  right: [note(523, 0.28, 0), note(784, 0.3, 0.12, 0.4)],
  wrong: [note(247, 0.34, 0, 0.22), note(208, 0.36, 0.15, 0.3)],
};

/** @typedef {keyof typeof SOUNDS} SoundName */

export const SOUND_NAMES = /** @type {SoundName[]} */ (Object.keys(SOUNDS));

/** Seconds until a partial has its full level; an instant attack would click. */
const ATTACK = 0.002;
/** The share of its level to which a partial decays. */
const SILENCE = 0.001;

/** An idle audio context is suspended after this time, as it would go on using a core. */
const REST_MS = 3000;

/** @type {AudioContext | null} */
let speaker = null;
let rest = 0;

/** Create the audio context ahead, as that may take 0.2 s. It is suspended until the first sound. */
export function prepare() {
  if (!globalThis.AudioContext) return;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  whenIdle(() => {
    speaker ??= new AudioContext();
    if (!rest) speaker.suspend();
  });
}

/**
 * Play a sound now. Before the first press on the page browsers allow none, and it is dropped.
 * @param {SoundName} name
 * @param {number} volume  0 to 100
 */
export async function play(name, volume) {
  if (!navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return;
  await painted(); // what is heard must not delay what is seen
  speaker ??= new AudioContext();
  if (speaker.state !== 'running') await speaker.resume();
  schedule(speaker, name, volume);
  clearTimeout(rest);
  rest = window.setTimeout(() => speaker?.suspend(), REST_MS);
}

/** Resolves after the next frame; hidden pages draw none. @returns {Promise<void>} */
const painted = () =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/**
 * Schedule a sound in an audio context, starting now.
 * @param {BaseAudioContext} context
 * @param {SoundName} name
 * @param {number} volume  0 to 100
 */
export function schedule(context, name, volume) {
  const master = new GainNode(context, { gain: (volume / 100) ** 2 }); // perceived loudness
  master.connect(context.destination);
  /** @type {readonly Stroke[]} */
  const strokes = SOUNDS[name];
  for (const { at = 0, noise, tones } of strokes) {
    const start = context.currentTime + at;
    for (const [frequency, lasts, level] of tones) {
      sound(new OscillatorNode(context, { frequency }), start, lasts, level).connect(master);
    }
    if (noise) {
      const [frequency, lasts, level] = noise;
      const source = new AudioBufferSourceNode(context, { buffer: hiss(context) });
      const band = new BiquadFilterNode(context, { type: 'bandpass', frequency, Q: 1 });
      sound(source, start, lasts, level).connect(band).connect(master);
    }
  }
}

/** A source that begins and dies away. @param {AudioScheduledSourceNode} source @param {number} start @param {number} lasts @param {number} level */
function sound(source, start, lasts, level) {
  const envelope = new GainNode(source.context, { gain: 0 });
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(level, start + ATTACK);
  envelope.gain.exponentialRampToValueAtTime(level * SILENCE, start + lasts);
  source.start(start);
  source.stop(start + lasts);
  return source.connect(envelope);
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** A tenth of a second of noise, always the same. @param {BaseAudioContext} context */
function hiss(context) {
  const known = noises.get(context);
  if (known) return known;
  const buffer = new AudioBuffer({ length: context.sampleRate / 10, sampleRate: context.sampleRate });
  let state = 1;
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) {
    state = (state * 16807) % 2147483647;
    samples[at] = state / 1073741823.5 - 1;
  }
  noises.set(context, buffer);
  return buffer;
}
