// The help: the parts of the stage, and the keys.

import { h } from "../../../web/dom.js";
import { keySwitch } from "../../../web/keyswitch.js";
import { fill } from "../../../web/numbers.js";
import { listComma } from "../../../web/punctuation.js";
import { soundSwitch } from "../../../web/sound/sound.js";

const ROWS = [
  ["→ ←", "keyStep"],
  ["↓ ↑", "keyPhase"],
  ["PageDown PageUp", "keyOn"],
  ["Home End", "keyEnds"],
  ["Space", "keyPlay"],
  ["+ −", "keySpeed"],
  ["[ ]", "keyUnit"],
  ["'", "keySort"],
  ["U", "keySum"],
  ["V", "keyView"],
  ["W", "keyWitnesses"],
  ["~", "keyRiver"],
  ["N", "keyFocus"],
  ["J", "keyDifferent"],
  ["Y", "keyTurn"],
  ["S", "keyLoss"],
  ["Q", "keyAsk"],
  ["A … D", "keyAnswer"],
  ["Enter", "keyReveal"],
  ["E", "helpHands"],
  ["Ctrl Z", "helpUndo"],
  ["F", "keyPresenter"],
  ["1 … 5 0", "keyZoom"],
  ["I", "keyPicture"],
  [",", "keyTable"],
  ["_", "keyWorksheet"],
  ["!", "keyWarrant"],
  [";", "keySound"],
  ["Esc", "keyEscape"],
  ["?", "keyHelp"],
];

// The glossary's entries of what stands on the stage, each with its name.
const ENTRIES = [
  ["unit", "termUnit"],
  ["state", "termState"],
  ["cell", "termCell"],
  ["layer", "termLayer"],
  ["gate", "termGate"],
  ["candidate", "termCandidate"],
  ["preactivation", "termPreactivation"],
  ["indices", "termIndices"],
  ["hadamard", "termHadamard"],
  ["phi", "termPhi"],
  ["initial", "termInitial"],
  ["n", "termN"],
  ["onehot", "termOnehot"],
  ["logit", "termLogit"],
  ["softmax", "termSoftmax"],
  ["label", "termLabel"],
  ["crossentropy", "termCrossentropy"],
  ["perplexity", "termPerplexity"],
  ["ledger", "termLedger"],
  ["witness", "termWitness"],
  ["gradient", "termGradient"],
  ["bptt", "termBptt"],
];

/** Fill a dialog with the help in the scene's language; networks, samples and glossary as the stage is given them. */
export function drawHelp(dialog, strings, { networks, samples, glossary }) {
  const close = h("button", { type: "button", class: "key close", "aria-label": strings.close }, "×");
  close.addEventListener("click", () => dialog.close());
  const all = networks?.all.filter((one) => one.key) ?? [];
  const names = all.map((one) => one.title).join(listComma());
  const letters = all.map((one) => one.key.toUpperCase()).join(" ");
  const others = [
    ...(networks ? [[letters, fill(strings.keyNetwork, { names })]] : []),
    ...(samples ? [["{ }", strings.keySample]] : []),
  ];
  const rows = [...ROWS.map(([keys, name]) => [keys, strings[name]]), ...others].flatMap(([keys, words]) => [
    h("dt", {}, ...keys.split(" ").map((key) => (key === "…" ? key : h("kbd", {}, key)))),
    h("dd", {}, words),
  ]);
  dialog.setAttribute("aria-label", strings.help);
  dialog.replaceChildren(
    close,
    h("h2", {}, strings.help),
    h("p", {}, strings.helpStory),
    h("dl", {}, ...rows),
    keySwitch(strings),
    soundSwitch(strings),
    h("p", {}, strings.helpHover),
    h("p", {}, strings.helpColours),
    h("p", {}, strings.helpGhosts),
    h("p", {}, strings.helpBack),
    ...(glossary ? glossaryLinks(strings, glossary) : []),
  );
}

/** The way into the glossary, and to its entries of what stands on the stage. */
function glossaryLinks(strings, glossary) {
  const entries = ENTRIES.map(([entry, name]) => h("a", { href: `${glossary}&section=${entry}` }, strings[name]));
  return [
    h("p", {}, h("a", { href: glossary }, strings.helpGlossary)),
    h("p", {}, ...entries.flatMap((one, k) => (k > 0 ? [" · ", one] : [one]))),
  ];
}
