// Weights of moments of learning by heart, as they travel. What is learnt for them leaves the text alone that is being
// learnt for the stage.

/** @import {Made, StageData, Weights} from "../site.d.ts" */

import { momentsOf } from "./network.js";
import { encoded } from "./track.js";
import { weightsMaker } from "./weights.js";

// The most weights of a moment that a saved file has in it.
const MOST_NUMBERS = 10_000;

/** @param {StageData} data */
export function momentKeeper(data) {
  const maker = weightsMaker(data);

  /** The numbers of steps after which there are some; a network of a training has none. @param {Made} made */
  const stepsOf = (made) => momentsOf(data, made.link, made.network, data.moments);

  /** @param {Made} made @returns {Promise<Map<number, Weights> | null>} null once it was stopped */
  const learnt = ({ link, template, network }, steps) => maker.momentsOf(link, template, network, steps);

  /** The weights after a number of steps, as a server would answer. @param {Made} made */
  async function after(made, steps) {
    const found = await learnt(made, [steps]);
    return { told: found && encodedWeights(found.get(steps)), refused: "" };
  }

  /** All of them by their steps; none of a network with more than `most` weights. @param {Made} made */
  async function all(made, most = MOST_NUMBERS) {
    const steps = stepsOf(made);
    const count = [...made.weights.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
    if (steps.length === 0 || count > most) return {};
    const found = await learnt(made, steps);
    return Object.fromEntries([...(found ?? [])].map(([step, one]) => [step, encodedWeights(one)]));
  }
  return { stepsOf, after, all };
}

function encodedWeights(weights) {
  return Object.fromEntries([...weights].map(([name, { shape, numbers }]) => [name, encoded(shape, numbers)]));
}
