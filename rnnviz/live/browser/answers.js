// What the live view asks of a run, as the app's server answers it; see `../payload.py`.

/** @import {Run} from "../../training/browser/train.d.ts" */

import { fill } from "../../web/numbers.js";
import { characters } from "../../web/characters.js";
import { agreementsOf } from "../../training/browser/agreements.js";
import { probeNumbers, written } from "../../training/browser/session.js";
import { replayOf } from "./gradientstep.js";
import { continuation, feeding, probed } from "./moments.js";
import { presentOf } from "./present.js";

const MOST_PROBE = 200;
const MOST_CONTINUED = 1000;

/** The first characters of a sentence, as many as a network is asked to read. @param {string} text */
export const probeText = (text) => characters(text).slice(0, MOST_PROBE).join("");

/** Throws an error with a sentence for the reader. @param {Run} run @param {string} what */
export function answerOf(run, what, query) {
  const { trainer, vocabulary, plan } = run;
  const step = Number(query.step);
  const temperature = Number(query.temperature);
  switch (what) {
    case "present":
      return present(run, query);
    case "moment": {
      const weights = weightsAt(run, step);
      const read = probeNumbers(run, probeText(query.probe ?? ""));
      return {
        step,
        sample: written(run, step, temperature, weights),
        probe: probed(trainer, vocabulary, step, read, weights),
      };
    }
    case "next": {
      const tokens = characters(query.text);
      if (tokens.length > MOST_CONTINUED) {
        throw new Error(fill(plan.strings.tooLong, { count: tokens.length, most: MOST_CONTINUED }));
      }
      return continuation(trainer, vocabulary, tokens, weightsAt(run, step), temperature, Number(query.seed));
    }
    case "feeding":
      return feeding(trainer, vocabulary, weightsAt(run, step), Number(query.passage), temperature);
    case "replay":
      return replay(run, step, query);
    default:
      throw new Error(what);
  }
}

/** @param {Run} run */
function present({ plan, state, lines, trainer, probe, distances }, query) {
  const { config, corpus, strings } = plan;
  const agreements = agreementsOf(corpus.grammar, strings);
  return presentOf({ config, state, lines, step: trainer.step(), probe, agreements, distances }, query);
}

/** @param {Run} run */
function weightsAt({ state, plan }, step) {
  const found = state.checkpoints.get(Number(step));
  if (!found) throw new Error(plan.strings.noCheckpoint);
  return found;
}

/** @param {Run} run */
function replay({ state, plan, trainer, loops, vocabulary }, step, query) {
  const kept = state.recorded.get(step);
  if (!kept) throw new Error(plan.strings.noCheckpoint);
  const network = { shapes: trainer.shapes, inputWeights: loops.facts.inputWeights, vocabulary };
  return { ...replayOf(kept, network, query), step, clip: plan.config.clip_norm };
}
