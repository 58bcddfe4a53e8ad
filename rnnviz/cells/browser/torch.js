// PyTorch code of a network with written cells, step by step; as `rnnviz/export/torch_script.py`.

/** @import {Layer, OwnCells} from "./cells.d.ts" */

const INDENT = "    ";

/**
 * The lines that compute H and Y_hat from X and w.
 *
 * @param {OwnCells} told
 * @param {Layer[]} layers
 * @param {{text: string} | null} last what a stack ends with
 * @param {boolean} isHeld whether any quantity may be held by hand
 */
export function codeOf(told, layers, last, isHeld) {
  const { torch, width } = told;
  const phases = [...layers.flatMap((layer) => layer.phases), ...(last ? [last] : [])];
  const pres = new Map(layers.flatMap((layer) => layer.quantities.map(({ name, pre }) => [name, pre])));
  const holds = new Set(isHeld ? [...[...pres].flat().filter(Boolean), ...(last ? ["H"] : [])] : []);
  const states = layers.flatMap((layer) => layer.states);
  const weights = layers.flatMap((layer) => layer.weights.map(({ name }) => name));
  const called = phases.flatMap(({ text }) => [...text.matchAll(/(\w+)\(/g)].map(([, name]) => name));
  const functions = [...new Set(called)].filter((name) => Object.hasOwn(torch.functions, name));
  const taken = [
    "X",
    ...states.map((state) => `${plain(state)}_prev`),
    ...weights.map(plain),
    ...(isHeld ? ["_t"] : []),
  ];
  const carried = states.map((state) => `${plain(state)}, `).join("");
  const step = phases.flatMap(({ text }) => linesOf(text));
  return [
    ...functions.map((name) => `${name} = ${torch.functions[name]}`),
    ...(isHeld ? torch.hold : []),
    "",
    "",
    "def step(",
    `${wrapped(taken.join(", "), width)}, **_`,
    "):",
    ...step.map((line) => INDENT + line),
    `${INDENT}return H, (${carried})`,
    "",
    "",
    'own = {name.replace(".", "_"): value for name, value in w.items()}',
    `state = (${states.map((state) => `w["${state}0"], `).join("")})`,
    "rows = []",
    ...(isHeld ? torch.heldReading : torch.reading),
    "    rows.append(H[0])",
    "H = torch.stack(rows)  # (T, h)",
    torch.shares,
  ].join("\n");

  /** The lines of an equation, each with what is held in the place of what it gives. */
  function linesOf(text) {
    const at = text.indexOf(" = ");
    const [target, right] = [text.slice(0, at), text.slice(at + 3)];
    const pre = isHeld ? pres.get(target) : null;
    const inside = right.indexOf("(");
    const given = pre
      ? [
          [pre, right.slice(inside + 1, -1)],
          [target, `${right.slice(0, inside)}(${pre})`],
        ]
      : [[target, right]];
    return given.flatMap(([name, value]) => {
      const own = plain(name);
      const line = `${own} = ${value.replace(/([A-Za-z]\w*)\.(?=[A-Za-z])/g, "$1_")}`;
      return holds.has(name) ? [line, `${own} = _hold("${name}", _t, ${own})`] : [line];
    });
  }
}

/** A name of Python has no dot in it. */
const plain = (name) => name.replaceAll(".", "_");

/** Words in lines no longer than `width`. */
function wrapped(words, width) {
  const lines = [];
  for (const word of words.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || longer.length > width) lines.push(INDENT + word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("\n");
}
