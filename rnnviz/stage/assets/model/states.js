// Which state of a cell is looked at beside a phase. Pure.

/** @import {AnyModel} from "../../model.d.ts" */

/**
 * The state of the part that a phase belongs to, {name, isCarried}: of several the one of which there is a ledger. The
 * output layer reads the last part's. isCarried: whether it is carried from step to step, as joined states are not.
 *
 * @param {AnyModel} model
 * @param {number} phase
 */
export function stateAt(model, phase) {
  const states = model.vectors.filter(({ kind }) => kind === "state" || kind === "memory");
  const { part } = model.quantity(model.phases[phase].target);
  const own = states.filter((one) => one.part === part);
  const among = own.length > 0 ? own : states;
  const { ledger } = model.forward ?? model;
  const found =
    among.find(({ name }) => name === ledger.memory) ??
    among.find(({ kind }) => kind === "memory") ??
    among.at(-1) ??
    model.vectors.at(-1);
  return { name: found.name, isCarried: (model.forward ?? model).tensors.has(`${found.name}0`) };
}
