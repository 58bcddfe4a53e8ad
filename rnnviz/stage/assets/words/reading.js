// In which order an equation is read, and at which step; pure.

/** @import {AnyModel} from "../../model.d.ts" */

/** The parts of a sum in the notation's order: columns write the recurrent term first (004). */
export function ordered(notation, parts) {
  if (!notation.columns) return parts;
  const rank = (part) => (part.op === "matmul" ? (mentionsBefore(part) ? 0 : 1) : part.op === "parameter" ? 3 : 2);
  return [...parts].sort((a, b) => rank(a) - rank(b));
}

function mentionsBefore(part) {
  if (part.op === "tensor") return part.before || part.name === "H";
  return [part.left, part.right, part.of, ...(part.terms ?? [])].filter(Boolean).some(mentionsBefore);
}

/**
 * When a tensor of an equation is read: at t, or at the step before or after in its reading order.
 *
 * @param {AnyModel} model
 */
export function timeOf(model, { name, before }, later) {
  const by = ((later ? 1 : 0) - (before ? 1 : 0)) * (model.isBackward(name) ? -1 : 1);
  return by === 0 ? "t" : `t${by > 0 ? "+" : "−"}1`;
}
