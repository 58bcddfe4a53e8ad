// What a reader sees of the network in focus, with all that has been changed by hand, for files of it.

/** @import {LabelledTrack, Tensor} from "../../stage/scene.d.ts" */
/** @import {Made, Seen} from "../site.d.ts" */

import { run } from "../../engine/engine.js";
import { parseChanges } from "../../stage/assets/hands/changes.js";
import { changeBounds, changedModel, engineInput } from "../../stage/assets/model/changed.js";
import { readTrack } from "../../stage/assets/model/model.js";

/**
 * Every number of a track with the changes of a link. moments: weights that the changes may name, by their steps.
 *
 * @param {Made} made
 * @param {LabelledTrack[]} tracks all of the scene, so that the changes are read as the stage reads them
 * @param {number} focus
 * @param {string} changes
 * @param {Record<string, Record<string, Tensor>>[]} moments of each track
 * @returns {Seen}
 */
export function seenOf({ template, network }, tracks, focus, changes, moments) {
  const words = { language: "", strings: {}, readsAhead: false };
  const models = tracks.map((track, k) => readTrack(track, words, moments[k]));
  const read = parseChanges(changes, models.map(changeBounds)).changes;
  const own = read.filter(({ track = 0 }) => track === focus);
  const changed = changedModel(models[focus], own);
  const { weights, input, holds } = engineInput(changed);
  const { tensors, free } = run(changed.program, weights, input, holds);
  const { tokens, vocabulary, said, targets, sensor } = network.reading;
  return {
    numbers: template.numbers,
    code: template.code,
    notebook: template.notebook,
    kept: template.kept,
    sizes: network.sizes,
    prefixes: template.prefixes,
    inputs: input.X.hot ? Array.from(input.X.hot, (k) => vocabulary[k]) : tokens,
    targets,
    vocabulary,
    said,
    sensor,
    weights,
    tensors,
    free,
    holds,
  };
}
