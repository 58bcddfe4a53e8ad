// The weights of a link's network: those that come with rnnviz, random ones, or learnt now in a worker.

/** @import {Lesson, Link, Made, Network, StageData, Template, Weights} from "../site.d.ts" */

import { decodeAll } from "../../stage/assets/model/model.js";
import { isOfComparison, trainingOf } from "../../address/browser/link.js";
import { lessonsOf, programOf, randomWeights } from "./network.js";

// Texts whose weights are kept.
const KEPT = 64;

/**
 * weightsOf(link, coming, network, onProgress): a promise of {weights, learnt}, how they were learnt by heart or null;
 * of null where it is given up. momentsOf(…, steps): the
 * weights after these numbers of gradient steps, by number. stop(): gives up what is being learnt.
 *
 * @param {StageData} data
 */
export function weightsMaker(data) {
  const learnt = new Map();
  /** @type {(() => void) | null} */
  let giveUp = null;

  /**
   * @param {Link} link
   * @param {Template | Promise<Template>} coming it is not waited for where the weights are at hand
   * @param {Network} network
   * @param {(done: number) => void} onProgress
   * @returns {Promise<Pick<Made, "weights" | "learnt"> | null>}
   */
  async function weightsOf(link, coming, network, onProgress) {
    if (link.moment) {
      const { training, at } = trainingOf(data, link.moment);
      return { weights: await training.weightsAt(at), learnt: null };
    }
    if (link.weights === "random" || network.reading.targets === null) {
      return { weights: randomWeights(await coming, network, link.seed), learnt: null };
    }
    const there = builtIn(data, link);
    if (there) return { weights: flat(decodeAll(await data.fetched(there.file))), learnt: there.learnt };
    const key = JSON.stringify(link);
    if (!learnt.has(key)) {
      const told = await asked(link, await coming, network, onProgress);
      if (told === null) return null;
      learnt.set(key, { weights: told.weights, learnt: told.learnt });
      if (learnt.size > KEPT) learnt.delete(learnt.keys().next().value);
    }
    return learnt.get(key);
  }

  /** @returns {Promise<Map<number, Weights> | null>} */
  async function momentsOf(link, template, network, steps) {
    const told = await asked(link, template, network, () => {}, steps);
    return told?.moments ?? null;
  }

  /** What a worker says in the end; null once it is stopped. */
  function asked(link, template, network, onProgress, moments) {
    stop();
    const worker = new Worker(data.learner, { type: "module" });
    return new Promise((resolve, reject) => {
      giveUp = () => {
        worker.terminate();
        giveUp = null;
        resolve(null);
      };
      worker.addEventListener("error", reject);
      worker.addEventListener("message", ({ data: told }) => {
        if (!told.weights && !told.moments) {
          onProgress(told.done);
          return;
        }
        worker.terminate();
        giveUp = null;
        resolve(told);
      });
      const weights = randomWeights(template, network, link.seed);
      worker.postMessage({
        program: programOf(template, network),
        weights,
        moments,
        checks: template.checks,
        ...lessonsOf(data, link, network),
      });
    });
  }

  function stop() {
    giveUp?.();
  }
  return { weightsOf, momentsOf, stop };
}

/** The file with the weights of a link, if they come with rnnviz, and how they were learnt. */
function builtIn(data, link) {
  const { texts, comparisons } = data.built;
  if (isOfComparison(data, link)) return comparisons[link.cell];
  if (link.seed !== 0 || link.goal !== data.usual.goal || link.readings) return undefined;
  return texts[`${link.text} ${link.cell} ${link.hidden}`];
}

/** @returns {Weights} */
function flat(tensors) {
  return new Map(
    [...tensors].map(([name, { shape, at }]) => {
      const numbers = Float64Array.from({ length: shape[0] * shape[1] }, (_, k) => at(k));
      return /** @type {const} */ ([name, { shape, numbers }]);
    }),
  );
}
