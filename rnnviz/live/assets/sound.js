// What of a training is heard: its loss from left to right, and one note wherever one goes, or where it has just come.

/** @import {KnownRun} from "../run.d.ts" */

import { fill } from "../../web/numbers.js";
import { CURVE, LONE_NOTE, noteOf, panOf, rowOf, sampled } from "../../web/sound/notes.js";
import { soundSettings } from "../../web/sound/settings.js";
import { hindrance, isSounding, play, silence, turnOn } from "../../web/sound/sound.js";
import { closestTo, placeOf, UNITS, wholeRanges } from "./curves/lines.js";

/**
 * scaleOf(): what the axes of the curves follow from, as `wholeRanges` takes it; say(words). Returns {toggle(),
 * at(step) for one note of each run, news(run) for the loss of a run that goes on}.
 */
export function liveSound(root, { runs, strings, scaleOf, say }) {
  const heard = new Map();

  function toggle() {
    if (isSounding()) {
      silence();
      return;
    }
    turnOn(root);
    const why = hindrance();
    const isRace = runs.length > 1;
    const words = runs.some(({ metrics }) => metrics.step.length > 0) ? strings.soundLoss : strings.soundNoLoss;
    say(why ? strings[why] : isRace ? `${words} ${fill(strings.soundRace, namesOf(runs))}` : words);
    const { loss, scale } = heardLoss(scaleOf());
    const length = CURVE.seconds / CURVE.points / soundSettings().speed;
    const voices = runs.map((run, k) => {
      const points = run.metrics.step.map((step, row) => [step, loss(run, row)]);
      return { notes: rowOf(sampled(points), scale, { length, pan: panOf(k, runs.length) }), glides: true };
    });
    play(voices);
  }

  /** The loss of all runs at a step, or of one at its last. */
  function note(some, step) {
    const { loss, scale } = heardLoss(scaleOf());
    const { speed } = soundSettings();
    const notes = some.map((run) => {
      const row = closestTo(run.metrics.step, step);
      const pan = panOf(runs.indexOf(run), runs.length) ?? 0;
      return { notes: row < 0 ? [] : [noteOf(loss(run, row), scale, { pan, length: LONE_NOTE / speed })] };
    });
    play(notes);
  }

  /** @param {number} step */
  function at(step) {
    if (soundSettings().isOn) note(runs, step);
  }

  /** @param {KnownRun} run */
  function news(run) {
    const last = run.metrics.step.at(-1);
    const isNew = heard.has(run) && last !== undefined && heard.get(run) !== last;
    heard.set(run, last);
    if (isNew && soundSettings().isOn && !isSounding()) note(runs, last);
  }
  return { toggle, at, news };
}

/** loss(run, row): as the axis has it; and the scale of that axis. */
function heardLoss(training) {
  const place = (loss) => (loss === null ? null : placeOf(training.unit)(UNITS[training.unit](loss)));
  const [low, high] = wholeRanges(training).loss;
  return { loss: (run, row) => place(run.metrics.loss[row]), scale: { low, high } };
}

function namesOf(runs) {
  return { left: runs[0].title, right: runs.at(-1).title };
}
