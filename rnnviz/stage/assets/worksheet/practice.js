// The task that practises a place of the stage: what is computed there, with other numbers. Pure.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

/**
 * What the page "Practice" is asked for, such as "family=gru.step&ask=Z"; "" where nothing like it is practised.
 *
 * @param {Pick<Context, "isBack" | "forward" | "model">} context
 * @param {Pick<Place, "phase">} place
 */
export function practiceOf({ isBack, forward, model }, { phase }) {
  const { step, output, back } = forward.tasks;
  const { target, before = false } = /** @type {{target: string, before?: boolean}} */ (model.phases[phase]);
  const name = isBack ? `d${target}${before ? "_prev" : ""}` : target;
  const kinds = isBack ? [back] : [step, output];
  const own = kinds.find((kind) => kind?.asks.includes(name));
  if (own) return new URLSearchParams({ family: own.family, ask: name }).toString();
  return kinds[0] ? new URLSearchParams({ family: kinds[0].family }).toString() : "";
}
