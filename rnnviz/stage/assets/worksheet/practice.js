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
  // In a network of several cells what joins them is none of their steps.
  const path = target.split(".");
  const isOfCell = path.length > 1 || !forward.vectors.some(({ part }) => part);
  const quantity = path.at(-1);
  const name = isBack ? `d${quantity}${before ? "_prev" : ""}` : quantity;
  const kinds = isBack ? [back] : [step, output];
  const own = kinds.find((kind) => kind?.asks.includes(name) && (kind === output || isOfCell));
  if (own) return new URLSearchParams({ family: own.family, ask: name }).toString();
  return kinds[0] ? new URLSearchParams({ family: kinds[0].family }).toString() : "";
}
