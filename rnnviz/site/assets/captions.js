// What a network is called on the stage, and where its weights come from. Pure.

/** @import {Link, Made, StageData} from "../site.d.ts" */

import { fill } from "../../web/numbers.js";
import { isOfComparison, isTrained, parameterCount, taskOf, trainingOf } from "../../address/browser/link.js";

/** A whole number with its thousands set apart. */
const grouped = (number) => number.toLocaleString("en");

/**
 * What stands beside a network's ribbon: its cell, and of a training beside others the step.
 *
 * @param {StageData} data
 * @param {Link} link of the whole page
 * @param {Pick<Made, "link" | "network">} made
 */
export function labelOf(data, link, { link: own, network }) {
  const { training, at } = own.moment ? trainingOf(data, own.moment) : { training: null, at: 0 };
  const step = training?.corpus && link.beside.length > 0 ? ` · ${grouped(at)}` : "";
  return `${network.kind.title}${step}`;
}

/**
 * Where the weights come from.
 *
 * @param {StageData} data
 * @param {Pick<Made, "link" | "network">} made
 */
export function captionOf(data, { link: own, network }) {
  const { words } = data;
  if (own.moment) {
    const { training, at } = trainingOf(data, own.moment);
    if (training.corpus === "") return words.ofTask;
    const steps = grouped(Math.max(at, training.steps));
    return `${fill(words.ofRun, { step: grouped(at), steps })} · ${training.corpus}`;
  }
  const untaught = fill(words.untaught, { seed: own.seed });
  const hasLearnt = isTrained(data, own);
  if (taskOf(data, own.goal)) {
    const tags = data.tagsTold[own.goal];
    return hasLearnt ? fill(words.tagsLearnt, { tags }) : `${untaught} · ${tags}`;
  }
  if (own.readings) return fill(hasLearnt ? words.reads : words.readsUntaught, { seed: own.seed });
  if (isOfComparison(data, own)) {
    const { kind, sizes, d, q } = network;
    return fill(words.ofComparison, { count: parameterCount(kind, sizes, d, q) });
  }
  return hasLearnt ? words.learnt : untaught;
}
