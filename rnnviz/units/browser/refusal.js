// Why something cannot be asked of units: a sentence of `SENTENCES` in `rnnviz/site/asking.py`, by its name.

/** values: what fills the sentence in. */
export class Refusal extends Error {
  /** @param {string} name @param {Record<string, string | number>} values */
  constructor(name, values = {}) {
    super(name);
    this.values = values;
  }
}
