// One weight's way through a gradient step, a line for each part: its name, the equation in letters, then in numbers.

import { h, m } from "../../web/dom.js";
import { bracketed, fill, full, short } from "../../web/numbers.js";
import { spokenMath, treeOf } from "../../web/speech/element.js";
import { spokenFormula } from "../../web/speech/speech.js";
import { addition } from "./addition.js";
import { sayOf } from "./letters.js";

const n = (value) => m("mn", { title: full(value) }, short(value));
const inBrackets = (value) => m("mn", { title: full(value) }, bracketed(value));
const o = (sign) => m("mo", { stretchy: "false" }, sign);
const i = (letter) => m("mi", {}, letter);
const row = (...parts) => m("mrow", {}, ...parts);
const fraction = (top, bottom) => m("mfrac", {}, row(...top), row(...bottom));
const clipped = () => m("mover", { accent: "true" }, i("g"), o("ˆ"));
const d = () => m("mo", { lspace: "0", rspace: "0" }, "∂");
const norms = () => row(o("‖"), i("g"), o("‖"));

/** What a weight is called: by its characters where it has some. */
export function nameOf({ name, row: k, column, of_row, of_column }) {
  return `${name}[${of_row || k + 1}, ${of_column || column + 1}]`;
}

/** The elements of the table: its title, then four a line. */
export function replayRows({ strings, optimizers, count }, answer) {
  const { weight: w, rate, clip, optimizer } = answer;
  const about = [
    fill(strings.atStep, { step: count(answer.step) }),
    optimizers[optimizer],
    `η = ${short(rate)}`,
    ...(clip === null ? [] : [`θ = ${short(clip)}`]),
  ];
  const title = [h("strong", {}, nameOf(answer)), " ", h("span", { class: "muted" }, about.join(" · "))];
  const lines = [
    [strings.before, [i("w")], [], w.before],
    [strings.gradient, [i("g"), o("="), fraction([d(), i("L")], [d(), i("w")])], [], w.gradient],
    clipLine(strings, answer),
    ...UPDATES[optimizer](strings, answer),
    afterLine(strings, w),
  ];
  const say = sayOf(strings);
  const heard = (name, parts) => {
    const math = m("math", {}, row(...parts));
    const element = spokenMath(parts.length > 0 ? spokenFormula(treeOf(math), say) : "", math);
    element.classList.add(name);
    return element;
  };
  return [
    h("p", { class: "replay-title" }, ...title),
    ...lines.flatMap(([label, letters, numbers, value, digits = short(value)]) => [
      h("span", { class: "replay-label muted" }, label),
      heard("in-letters", letters),
      h("strong", { class: "replay-value number", title: full(value) }, digits),
      heard("with-numbers", numbers),
    ]),
  ];
}

function clipLine(strings, { weight: w, norm, scale, clip }) {
  if (clip !== null && scale !== 1) {
    const letters = [clipped(), o("="), i("g"), o("·"), fraction([i("θ")], [norms()])];
    return [strings.clip, letters, [o("="), n(w.gradient), o("·"), fraction([n(clip)], [n(norm)])], w.clipped];
  }
  const why =
    clip === null ? [m("mtext", {}, strings.noClip)] : [o("("), norms(), o("="), n(norm), o("≤"), n(clip), o(")")];
  return [strings.clip, [clipped(), o("="), i("g")], why, w.clipped];
}

function afterLine(strings, { before, update, after }) {
  const { first, second, sum } = addition(before, update);
  const shown = (value, digits) => m("mn", { title: full(value) }, digits);
  const change = shown(update, second.startsWith("−") ? `(${second})` : second);
  return [
    strings.after,
    [i("w"), o("←"), i("w"), o("+"), i("Δ")],
    [o("="), shown(before, first), o("+"), change],
    after,
    sum,
  ];
}

// What each optimiser does with the clipped gradient.
const UPDATES = {
  sgd: (strings, { weight: w, rate }) => [
    [
      strings.update,
      [i("Δ"), o("="), o("−"), i("η"), o("·"), clipped()],
      [o("="), o("−"), n(rate), o("·"), inBrackets(w.clipped)],
      w.update,
    ],
  ],
  momentum: (strings, { weight: w, rate, momentum }) => [
    [
      strings.velocity,
      [i("v"), o("←"), n(momentum), i("v"), o("+"), clipped()],
      [o("="), n(momentum), o("·"), inBrackets(w.first_moment_before), o("+"), inBrackets(w.clipped)],
      w.first_moment,
    ],
    [
      strings.update,
      [i("Δ"), o("="), o("−"), i("η"), o("·"), i("v")],
      [o("="), o("−"), n(rate), o("·"), inBrackets(w.first_moment)],
      w.update,
    ],
  ],
  adam: (strings, answer) => [firstMoment(strings, answer), secondMoment(strings, answer), adamUpdate(strings, answer)],
};

const beta = (number) => m("msub", {}, i("β"), m("mn", {}, number));
const lessBeta = (number) => row(o("("), m("mn", {}, "1"), o("−"), beta(number), o(")"));
const squared = (part) => m("msup", {}, part, m("mn", {}, "2"));

function firstMoment(strings, { weight: w, beta_1: b }) {
  return [
    strings.firstMoment,
    [i("m"), o("←"), beta(1), i("m"), o("+"), lessBeta(1), clipped()],
    [o("="), n(b), o("·"), inBrackets(w.first_moment_before), o("+"), n(1 - b), o("·"), inBrackets(w.clipped)],
    w.first_moment,
  ];
}

function secondMoment(strings, { weight: w, beta_2: b }) {
  const before = [n(b), o("·"), inBrackets(w.second_moment_before)];
  return [
    strings.secondMoment,
    [i("v"), o("←"), beta(2), i("v"), o("+"), lessBeta(2), squared(clipped())],
    [o("="), ...before, o("+"), n(1 - b), o("·"), squared(inBrackets(w.clipped))],
    w.second_moment,
  ];
}

function adamUpdate(strings, { weight: w, rate, epsilon, corrected_first, corrected_second }) {
  const correction = (number) => row(m("mn", {}, "1"), o("−"), m("msubsup", {}, i("β"), m("mn", {}, number), i("t")));
  const root = (...parts) => m("msqrt", {}, row(...parts));
  const top = [i("m"), o("/"), o("("), correction(1), o(")")];
  const bottom = [root(i("v"), o("/"), o("("), correction(2), o(")")), o("+"), i("ε")];
  const found = fraction(
    [n(w.first_moment), o("/"), n(corrected_first)],
    [root(n(w.second_moment), o("/"), n(corrected_second)), o("+"), n(epsilon)],
  );
  return [
    strings.update,
    [i("Δ"), o("="), o("−"), i("η"), o("·"), fraction(top, bottom)],
    [o("="), o("−"), n(rate), o("·"), found],
    w.update,
  ];
}
