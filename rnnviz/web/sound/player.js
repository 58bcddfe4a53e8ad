// Notes as sound: by the browser's Web Audio, with tones and noise of our own.

/** @import {Voice} from "./note.d.ts" */

// Seconds in which a note comes and goes: without them it clicks.
const RISE = 0.012;
const FALL = 0.03;
// Of a note that is shorter than both.
const MOST_OF_NOTE = 0.3;
const NOISE_SECONDS = 1;

/**
 * Play voices together, into `out`, from the time `at` on. Returns {end, stop()}: when the last has ended, in the
 * time of `audio`, and what ends them now.
 *
 * @param {BaseAudioContext} audio
 * @param {Voice[]} voices
 * @param {AudioNode} out
 */
export function perform(audio, voices, out, at = audio.currentTime) {
  const played = voices.filter(({ notes }) => notes.length > 0).map((voice) => voiceOf(audio, voice, out, at));
  return {
    end: Math.max(at, ...played.map(({ end }) => end)),
    stop() {
      for (const one of played) one.stop();
    },
  };
}

/** @param {BaseAudioContext} audio */
function voiceOf(audio, { notes, glides = false }, out, at) {
  const tone = new OscillatorNode(audio, { type: "triangle" });
  const hiss = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio), loop: true });
  const [loud, noisy] = [new GainNode(audio, { gain: 0 }), new GainNode(audio, { gain: 0 })];
  const place = new StereoPannerNode(audio);
  tone.connect(loud).connect(place);
  hiss.connect(noisy).connect(place);
  place.connect(out);
  for (const [k, note] of notes.entries()) {
    const [start, end] = [at + note.start, at + note.start + note.length];
    const before = glides && k > 0 ? notes[k - 1].gain : 0;
    const after = glides && k < notes.length - 1 ? notes[k + 1].gain : 0;
    place.pan.setValueAtTime(note.pan, start);
    tone.frequency.setValueAtTime(note.frequency, start);
    if (after > 0) tone.frequency.exponentialRampToValueAtTime(notes[k + 1].frequency, end);
    shape(loud.gain, note.gain, { start, end, isOn: before > 0, goesOn: after > 0 });
    shape(noisy.gain, note.noise, { start, end, isOn: false, goesOn: false });
  }
  const last = notes.at(-1);
  const end = at + last.start + last.length;
  for (const one of [tone, hiss]) {
    one.start(at);
    one.stop(end + FALL);
  }
  tone.onended = () => place.disconnect();
  function stop() {
    for (const one of [tone, hiss]) one.stop();
  }
  return { end, stop };
}

/** A note's loudness over its time. isOn, goesOn: whether it joins the one before, and the one after. */
function shape(gain, value, { start, end, isOn, goesOn }) {
  if (value === 0) return;
  const most = MOST_OF_NOTE * (end - start);
  gain.setValueAtTime(isOn ? value : 0, start);
  if (!isOn) gain.linearRampToValueAtTime(value, start + Math.min(RISE, most));
  if (goesOn) return;
  gain.setValueAtTime(value, end - Math.min(FALL, most));
  gain.linearRampToValueAtTime(0, end);
}

const noises = new WeakMap();
/** @param {BaseAudioContext} audio */
function noiseOf(audio) {
  if (!noises.has(audio)) {
    const buffer = new AudioBuffer({ length: NOISE_SECONDS * audio.sampleRate, sampleRate: audio.sampleRate });
    const samples = buffer.getChannelData(0);
    for (let k = 0; k < samples.length; k += 1) samples[k] = 2 * Math.random() - 1;
    noises.set(audio, buffer);
  }
  return noises.get(audio);
}
