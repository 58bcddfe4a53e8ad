// What of a training a picture can show: its losses and samples, or one panel; with the loss as an equation.

import { h, m } from "../../web/dom.js";
import { spokenMath, treeOf } from "../../web/speech/element.js";
import { spokenFormula } from "../../web/speech/speech.js";
import { sayOf } from "./letters.js";

const LEFT_OUT = [
  "progress, style, .quiet-key, .tip, .announcement, .unseen, .heat, .temperature, .probe-text, .remark, .curve-guide",
  ".hint, button.key, button.tab[aria-pressed='false'], input[type='range']",
  ".curve-told, .curve-box, .curve-name[aria-pressed='false']",
].join(", ");
const LOGS = { nats: ["ln", ""], bits: ["log", "2"], perplexity: ["ln", ""] };

/** The view that pictures are taken of, as the module of the pictures wants it. state: the view's own; link: to it. */
export function liveMotifs(root, { runs, state, strings, recolour, link }) {
  const panels = () => [...root.querySelectorAll(".panel")].filter((one) => one.getClientRects().length > 0);

  function titleOf(panel) {
    if (panel.matches(".curves-panel"))
      return panel.querySelector(".large-choice:not([hidden]) [aria-pressed='true']")?.textContent ?? strings.loss;
    const heading = panel.querySelector("h2 > span") ?? panel.querySelector("h2, h3");
    return heading?.textContent ?? strings.picture;
  }
  function parts() {
    const own = panels().map((panel, k) => ({ name: String(k + 1), title: titleOf(panel) }));
    return [{ name: "whole", title: strings.pictureWhole }, ...own];
  }
  function subject(part) {
    const element = part === "whole" ? root.querySelector(".live-grid") : panels()[Number(part) - 1];
    const isLoss = part === "whole" || element.matches(".curves-panel");
    const progress = [...root.querySelectorAll(".progress-words > :is(.status, .where-now)")];
    const words = [...runs.map((run) => run.title), ...progress.map((one) => one.textContent)];
    const line = words.filter(Boolean).join(" · ");
    return {
      elements: [element],
      equations: isLoss ? [lossEquation(state.unit, strings)] : [],
      lines: [line],
      title: `rnnviz: ${line}`,
      link,
    };
  }
  return {
    root,
    leftOut: LEFT_OUT,
    recolour,
    parts,
    subject,
    fileName: (part) => ["rnnviz-train", root.dataset.step, part === "whole" ? "" : part].filter(Boolean).join("-"),
    strings,
  };
}

/** L = −1/n Σ ln p(x_{t+1} | x_1 … x_t), in the unit of the curves. */
function lossEquation(unit, strings) {
  const [log, base] = LOGS[unit];
  const letter = (name, index) => m("msub", {}, m("mi", {}, name), index);
  const sign = (text) => m("mo", { stretchy: "false" }, text);
  const upright = m("mi", { class: "plain", mathvariant: "normal" }, log);
  const next = m("mrow", {}, m("mi", {}, "t"), m("mo", { lspace: "0", rspace: "0" }, "+"), m("mn", {}, "1"));
  const mean = [
    sign("−"),
    m("mfrac", {}, m("mn", {}, "1"), m("mi", {}, "n")),
    m("msub", {}, sign("Σ"), m("mi", {}, "t")),
    m("mspace", { width: "0.2em" }),
    base ? m("msub", {}, upright, m("mn", {}, base)) : upright,
    m("mspace", { width: "0.12em" }),
    m("mi", {}, "p"),
    sign("("),
    letter("x", next),
    m("mo", { lspace: "0.25em", rspace: "0.25em", stretchy: "false" }, "∣"),
    letter("x", m("mn", {}, "1")),
    sign(","),
    sign("…"),
    sign(","),
    letter("x", m("mi", {}, "t")),
    sign(")"),
  ];
  const perplexity = [m("mspace", { width: "1.2em" }), m("mtext", {}, strings.perplexity), sign("=")];
  const power = m("msup", {}, m("mi", {}, "e"), m("mi", {}, "L"));
  const more = unit === "perplexity" ? [...perplexity, power] : [];
  const math = m("math", { display: "inline" }, m("mrow", {}, m("mi", {}, "L"), sign("="), ...mean, ...more));
  return h("div", {}, spokenMath(spokenFormula(treeOf(math), sayOf(strings)), math));
}
