// The networks of a link: each its cell's template, and its weights once they are learnt.

/** @import {Link, Made, StageData, Template} from "../site.d.ts" */

import { fill } from "../../web/numbers.js";
import { notFiniteIn } from "./checks.js";
import { isTrained, Refused, WRITTEN } from "../../address/browser/link.js";
import { inputOf, lessonsOf, networkOf, programOf, randomWeights } from "./network.js";
import { weightsMaker } from "./weights.js";

/**
 * `make(own, onLearnt)` gives a network, or null once it was stopped; onLearnt(share): how much of its learning is
 * done. Raises Refused for one that cannot be shown.
 *
 * @param {StageData} data
 * @param {Map<string, Template>} templates those that were fetched already, by their files
 */
export function networkMaker(data, templates) {
  const maker = weightsMaker(data);

  /**
   * @param {Link} own
   * @param {(share: number) => void} onLearnt
   * @returns {Promise<Made | null>}
   */
  async function make(own, onLearnt) {
    const network = networkOf(data, own);
    const coming = templateOf(own, network);
    await checkNumbers(own, coming, network);
    const [template, found] = await Promise.all([coming, maker.weightsOf(own, coming, network, onLearnt)]);
    return found && { link: own, template, network, ...found };
  }

  /** Refuses a written cell whose numbers are not finite before it has learnt anything. */
  async function checkNumbers(own, coming, network) {
    if (own.cell !== WRITTEN) return;
    const template = await coming;
    const lessons = isTrained(data, own) ? lessonsOf(data, own, network).lessons : [inputOf(network.reading)];
    const weights = randomWeights(template, network, own.seed);
    const found = notFiniteIn(programOf(template, network), template.checks, weights, lessons);
    if (found) throw new Refused(fill(data.words.cannotBeShown, { reason: data.own.notFinite(found) }));
  }

  /** @returns {Promise<Template>} */
  async function templateOf(own, { sizes }) {
    if (own.cell === WRITTEN) return data.own.read(own.equations).template(sizes.length);
    const file = data.files[own.cell][sizes.length - 1];
    if (!templates.has(file)) templates.set(file, await data.fetched(file));
    return templates.get(file);
  }
  return { make, stop: maker.stop };
}
