// A link of the Step page: read from an address, changed by controls and written again, as `../link.py`
// does it, and held to it by a test. Names, limits and sentences come from there. The place in a trace is left to the
// stage. `moment` names a training of this browser, "0123456789abcdef@500" is that run after 500 steps, or the network
// of a task, "gru.step.7@0"; see `trainings.js`.

/** @import {Field} from "../../web/field.d.ts" */
/** @import {Kind, Link, LinkAbout, Values} from "../../site/site.d.ts" */

import { characters } from "../../web/characters.js";
import { givenOften, misfit, quoted, shownInstead, readWord, wordOf } from "../../web/fields.js";
import { fill } from "../../web/numbers.js";
import { readingsOf, refusedReadings } from "./readings.js";

export const ORIGINAL = "original";
export const WRITTEN = "written";
const NEXT = "next";
const RUN = /^[0-9a-f]{16}$/;
export const OF_TASK = /^([a-z]+(?:\.[a-z]+)?)\.([0-9]{1,20})$/;
const RUN_AT = /^([0-9a-f]{16}|[a-z]+(?:\.[a-z]+)?\.[0-9]{1,20})?(?:@([0-9]{1,9}))?$/;
// What follows from a training. Another value of it leaves the training.
const DECIDED = ["cell", "goal", "hidden", "weights", "seed", "readings"];

/** A value that does not fit; its message is the sentence for the reader. */
export class Refused extends Error {}

/**
 * The link in an address, with the usual in the place of what does not fit, and the sentences about that. query: the
 * values of each name.
 *
 * @param {LinkAbout} about
 * @param {Record<string, string[]>} query
 * @returns {{link: Link, problems: string[], keepsPlace: boolean}}
 */
export function readLink(about, query) {
  const problems = [];
  const moment = query.run ? momentIn(about, query, problems) : "";
  /** @type {Link} */
  let link = moment ? ofMoment(about, moment) : { ...about.usual };
  if (!query.changes && !moment) link.text = about.first;
  let given = namesOf(about).filter((name) => query[name] && !(moment && DECIDED.includes(name)));
  while (given.length) {
    const [name, ...later] = given;
    given = later;
    try {
      const often = givenOften(about.fields[name], query[name]);
      if (often) throw new Refused(often);
      link = changed(about, link, { [name]: valueIn(about, name, query[name][0], link) });
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      problems.push(shownInstead(about.fields[name], reason.message, writtenField(about, link, name)));
      // The sentence about the equations says enough: there is no written cell to show.
      const needsThem = (other) => about.namingCells.includes(other) && String(query[other]) === WRITTEN;
      if (name === "equations") given = given.filter((other) => !needsThem(other));
    }
  }
  return { link, problems, keepsPlace: !query.run || moment !== "" };
}

/**
 * The link with other values. Another text leaves a task or a sensor, weights trained again take their usual seed, and
 * where networks are compared on a text, each has its size for it. Throws Refused for what does not fit.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 * @param {Values} values
 * @returns {Link}
 */
export function changed(about, link, values) {
  if (link.moment && DECIDED.some((name) => name in values && values[name] !== link[name])) {
    return changed(about, { ...link, moment: "" }, values);
  }
  const has = (name) => name in values;
  const wanted = (name) => (has(name) ? values[name] : link[name]);
  const put = (more) => (values = { ...more, ...values });
  const task = taskOf(about, wanted("goal"));
  if (task) {
    const texts = textsOf(task);
    if (!has("goal") && !texts.includes(wanted("text"))) put({ goal: NEXT });
    else if (about.firstTexts.includes(wanted("text"))) put({ text: texts[0] });
  }
  if ((has("text") || has("goal")) && !values.readings) put({ readings: "" });
  if (values.weights === "trained") put({ seed: 0 });
  const cell = wanted("cell");
  const compared = has("hidden") ? null : sizeAfter(about, link, cell, wanted);
  if (compared !== null) put({ hidden: compared });
  if (link.beside.includes(cell) && !has("beside")) {
    // The two change places, so that the same three are compared.
    put({ beside: link.beside.map((other) => (other === cell ? link.cell : other)) });
  }
  /** @type {Link} */
  const next = { ...link, ...values };
  for (const name of namesOf(about)) check(about, name, next);
  return next;
}

/**
 * The words of a link's address: what is not as usual.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 * @returns {Record<string, string>}
 */
export function queryOf(about, link) {
  const usual = link.moment ? ofMoment(about, link.moment) : about.usual;
  const [run, at] = (link.moment ?? "").split("@");
  const isOwn = (name) => name !== "equations" && String(link[name]) !== String(usual[name]);
  const own = namesOf(about).filter(isOwn);
  const named = Object.fromEntries(own.map((name) => [name, writtenField(about, link, name)]));
  const told = run ? { run, at, ...named } : named;
  // The longest part comes last, where it hides nothing.
  return link.equations ? { ...told, equations: link.equations } : told;
}

/**
 * One link for each network: the first one, and those beside it.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 * @returns {Link[]}
 */
export function tracksOf(about, link) {
  const alone = { ...link, beside: [] };
  const text = () => tokensOf(about, link).join("");
  const others = link.beside.map((other) => {
    if (other === ORIGINAL) return alone;
    if (isMoment(about, other)) return { ...ofMoment(about, other), text: text() };
    const equations = other === WRITTEN ? link.equations : "";
    if (link.moment) return { ...about.usual, cell: other, equations, text: text() };
    return { ...alone, cell: other, equations, hidden: fairSize(about, link, other) };
  });
  return [alone, ...others];
}

/** Whether a word names a training that is there, and a step. @param {LinkAbout} about */
const isMoment = ({ trainings }, word) => trainings?.has(word.split("@")[0]) && word.includes("@");

/**
 * The training and the step of a moment.
 *
 * @param {LinkAbout} about
 * @param {string} moment
 */
export function trainingOf({ trainings }, moment) {
  const [run, at] = moment.split("@");
  return { training: trainings.get(run), at: Number(at) };
}

/** A training that reads how its own text begins. @param {LinkAbout} about @returns {Link} */
function ofMoment(about, moment) {
  const { cell, hidden, beginning } = trainingOf(about, moment).training;
  return { ...about.usual, moment, cell, hidden, text: beginning.join("") };
}

/**
 * The characters of a text that are read: all, or those that a training knows.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 */
function tokensOf(about, link) {
  const all = characters(link.text);
  if (!link.moment) return all;
  const { vocabulary, beginning } = trainingOf(about, link.moment).training;
  const known = all.filter((token) => vocabulary.includes(token));
  return known.length > 0 ? known : beginning;
}

/**
 * The network of a name; the reader's own follows from its equations.
 *
 * @param {LinkAbout} about
 * @param {string} cell
 * @param {{equations: string}} link
 * @returns {Kind | undefined}
 */
export function kindOf(about, cell, { equations }) {
  if (cell === WRITTEN) return equations ? about.own.read(equations).kind : undefined;
  return about.networks.find(({ name }) => name === cell);
}

/** @param {Kind} kind */
export const isTwoWay = (kind) => kind.oneWay !== kind.name;

/** The units of each layer. */
export const sizesOf = ({ hidden }) => [hidden].flat();

/**
 * What is read: {tokens, vocabulary, said, targets, rows}, as they are and not as they are shown. said: the labels.
 * targets: what is to be said at each step, as many as are read; null where there is nothing. rows: of a sensor.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 */
export function readingOf(about, link) {
  const task = taskOf(about, link.goal);
  if (task) {
    const [tokens, targets] = task.sentences[textsOf(task).indexOf(link.text)];
    const [vocabulary, said] = [0, 1].map((k) => distinct(task.sentences.flatMap((one) => one[k])));
    return { tokens, vocabulary, said, targets, sensor: null };
  }
  if (link.readings) {
    const sensor = readingsOf(about, link.readings);
    return { tokens: sensor.words, vocabulary: sensor.names, said: about.trends, targets: sensor.targets, sensor };
  }
  const all = tokensOf(about, link);
  const isAlone = all.length === 1;
  const tokens = isAlone ? all : all.slice(0, -1);
  const vocabulary = vocabularyOf(about, link, all);
  return { tokens, vocabulary, said: vocabulary, targets: isAlone ? null : all.slice(1), sensor: null };
}

/** The characters that a network knows. @param {LinkAbout} about @param {Link} link @param {string[]} read */
function vocabularyOf(about, link, read) {
  if (link.moment) return trainingOf(about, link.moment).training.vocabulary;
  const compared = isOfComparison(about, link) ? alphabetOf(about, link.text) : null;
  return compared ? [...compared.symbols, compared.filler, compared.mark] : distinct(read);
}

/** Whether the weights have learnt this very text: a single character has no next one to learn from. */
export function isTrained(about, link) {
  return !link.moment && link.weights === "trained" && readingOf(about, link).targets !== null;
}

/**
 * Whether the weights are those in which networks compare on this text.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 */
export function isOfComparison(about, link) {
  const isUsual = link.weights === "trained" && link.seed === 0 && !taskOf(about, link.goal) && !link.readings;
  return isUsual && comparedSize(about, link.text, link.cell) === link.hidden;
}

/**
 * How many numbers a network learns, with d inputs and q labels.
 *
 * @param {Kind} kind
 * @param {number[]} sizes
 */
export function parameterCount(kind, sizes, d, q) {
  const directions = isTwoWay(kind) ? 2 : 1;
  const ofLayer = (h, below) => {
    const counts = { d: below, h, 1: 1 };
    const whole = (letters) => [...letters].reduce((product, letter) => product * counts[letter], 1);
    return Object.values(kind.axes).reduce((sum, letters) => sum + whole(letters), 0);
  };
  const cells = sizes.reduce((sum, h, k) => sum + ofLayer(h, k ? sizes[k - 1] : d), 0);
  return directions * (cells + sizes.at(-1) * q) + q;
}

/** With which another cell compares: as nearly as possible as many parameters. */
function fairSize(about, link, other) {
  if (!link.readings && link.hidden === comparedSize(about, link.text, link.cell)) {
    const compared = comparedSize(about, link.text, other);
    if (compared !== null) return compared;
  }
  const { tokens, vocabulary, said, targets } = readingOf(about, link);
  const isOfText = said === vocabulary;
  // Of a text its own characters count, though weights that come with rnnviz may know more.
  const d = isOfText ? distinct([...tokens, ...(targets ?? [])]).length : vocabulary.length;
  const q = isOfText ? d : said.length;
  const kind = kindOf(about, other, link);
  const most = isTwoWay(kind) ? about.fields.hidden.eachWay : about.fields.hidden.most;
  const wanted = parameterCount(kindOf(about, link.cell, link), sizesOf(link), d, q);
  let best = 1;
  const distance = (h) => Math.abs(parameterCount(kind, [h], d, q) - wanted);
  for (let h = 2; h <= most; h += 1) if (distance(h) < distance(best)) best = h;
  return best;
}

/** The size for a comparison that new values open, or go on with; null where nothing is compared. */
function sizeAfter(about, link, cell, wanted) {
  if (link.moment) return null;
  const text = wanted("text");
  const own = comparedSize(about, link.text, link.cell);
  if (text === link.text && link.hidden !== own) return null;
  return wanted("readings") ? null : comparedSize(about, text, cell);
}

/** The size in which a cell compares with others on a text; null where nothing is compared. */
function comparedSize({ comparison }, text, cell) {
  const isCompared = Object.hasOwn(comparison.sizes, cell) && alphabetOf({ comparison }, text);
  return isCompared ? comparison.sizes[cell] : null;
}

/** The alphabet in which a text asks for its first symbol after many fillers, or none. */
function alphabetOf({ comparison: { alphabets, fillers } }, text) {
  // Nobody waits until a book is cut into characters.
  if (text.length > 2 * (fillers[1] + 3)) return undefined;
  const tokens = characters(text);
  const count = tokens.length - 3;
  if (count < fillers[0] || count > fillers[1]) return undefined;
  return alphabets.find(({ symbols, filler, mark }) => {
    const isEnd = (token) => symbols.includes(token);
    const middle = tokens.slice(1, -2);
    return isEnd(tokens[0]) && isEnd(tokens.at(-1)) && tokens.at(-2) === mark && middle.every((one) => one === filler);
  });
}

/**
 * The task of a goal; null where the next character is said.
 *
 * @param {LinkAbout} about
 */
export function taskOf({ tasks }, goal) {
  return Object.hasOwn(tasks, goal) ? tasks[goal] : null;
}

const textsOf = (task) => task.sentences.map(([words]) => words.join(""));

const distinct = (tokens) => [...new Set(tokens)];

/** In the order in which an address is read. @param {LinkAbout} about @returns {(keyof Link)[]} */
const namesOf = ({ fields }) => /** @type {(keyof Link)[]} */ (Object.keys(fields));

/**
 * The value of a field in a word of the address; of networks beside the first, each of them.
 *
 * @param {LinkAbout} about
 * @param {string} word
 * @param {Link} link
 */
function valueIn(about, name, word, link) {
  if (name !== "beside") return readWord(about.fields[name], word);
  return word ? word.split(",").map((one) => networkBeside(about, one, link)) : [];
}

/** A cell, or a training: "@500" is another moment of the one that is shown; without a step it is its last. */
function networkBeside(about, word, link) {
  const found = RUN_AT.exec(word);
  const run = found?.[1] ?? (link.moment ? link.moment.split("@")[0] : "");
  if (!word || !found || !run) return word;
  const training = about.trainings?.get(run);
  if (!training) throw new Refused(notThere(about, run));
  const { checkpoints } = training;
  const at = Number(found[2] ?? checkpoints.at(-1));
  if (!checkpoints.includes(at)) throw noMoment(about, at, checkpoints);
  return `${run}@${at}`;
}

/** Of a run that is not there. @param {LinkAbout} about @param {string} run */
function notThere({ refusals }, run) {
  return fill(OF_TASK.test(run) ? refusals.noTask : refusals.noRun, { run });
}

function noMoment({ refusals }, at, checkpoints) {
  return new Refused(fill(refusals.noMoment, { value: quoted(String(at)), steps: checkpoints.join(", ") }));
}

/**
 * The moment that an address names by `run` and `at`: the kept one that is nearest, with a problem where it is
 * another one; "" with a problem where there is no such run.
 *
 * @param {LinkAbout} about
 * @param {Record<string, string[]>} query
 * @param {string[]} problems
 */
function momentIn(about, { run: given, at }, problems) {
  const { refusals, trainings } = about;
  const [run] = given;
  const often = givenOften({ ...about.at, name: "run" }, given);
  const training = trainings?.get(run);
  if (often) problems.push(often);
  else if (!RUN.test(run) && !OF_TASK.test(run)) problems.push(fill(refusals.notARun, { value: quoted(run) }));
  else if (!training) problems.push(notThere(about, run));
  if (problems.length > 0) return "";
  const { checkpoints } = training;
  const wanted = at?.length === 1 ? readWord(about.at, at[0]) : checkpoints.at(-1);
  const far = (step) => Math.abs(step - (typeof wanted === "number" ? wanted : checkpoints.at(-1)));
  const nearest = checkpoints.reduce((best, step) => (far(step) < far(best) ? step : best));
  const refused =
    givenOften(about.at, at ?? []) || (wanted === nearest ? "" : noMoment(about, wanted, checkpoints).message);
  if (refused) problems.push(shownInstead(about.at, refused, String(nearest)));
  return `${run}@${nearest}`;
}

/** A field's value as the address has it. @param {LinkAbout} about @param {Link} link */
function writtenField({ fields }, link, name) {
  return name === "beside" ? link.beside.join(",") : wordOf(fields[name], link[name]);
}

// What in a field's limits depends on the others.

/** @type {Record<string, (about: LinkAbout, link: Link) => Partial<Field>>} */
const LIMITS = {
  cell: (about, link) => ({ choices: cellsOf(about, link) }),
  text(about, { goal }) {
    const task = taskOf(about, goal);
    return task ? { choices: textsOf(task) } : {};
  },
  hidden(about, link) {
    const kind = kindOf(about, link.cell, link);
    return kind && isTwoWay(kind) ? {} : { eachWay: 0 };
  },
};

// The rules of fields that are more than a kind with limits.

/** @type {Record<string, (about: LinkAbout, link: Link) => string>} */
const RULES = { equations: misfitEquations, readings: misfitReadings, beside: misfitBeside };

/** Throws Refused for what does not fit. @param {LinkAbout} about @param {Link} link */
function check(about, name, link) {
  const field = { ...about.fields[name], ...LIMITS[name]?.(about, link) };
  const refused = misfit(field, link[name]) || RULES[name]?.(about, link);
  if (refused) throw new Refused(refused);
}

/** @param {LinkAbout} about */
function cellsOf(about, link) {
  return [...about.networks.map(({ name }) => name), ...(link.equations ? [WRITTEN] : [])];
}

/** @param {LinkAbout} about */
function misfitEquations(about, { equations }) {
  return equations && about.own.read(equations).refused;
}

/** @param {LinkAbout} about */
function misfitReadings(about, link) {
  if (!link.readings) return "";
  const { refusals, limits } = about;
  const count = new TextEncoder().encode(link.readings).length;
  if (count > limits.bytes) return fill(refusals.readingsTooLong, { count, most: limits.bytes });
  return refusedReadings(about, link.readings) || (link.goal === NEXT ? "" : refusals.readingsHaveNoTags);
}

/** @param {LinkAbout} about */
function misfitBeside(about, link) {
  const { refusals, limits } = about;
  const { beside } = link;
  if (beside.length > limits.beside) {
    return fill(refusals.tooManyBeside, { count: beside.length, most: limits.beside });
  }
  const cells = cellsOf(about, link);
  const strange = beside.find((one) => one !== ORIGINAL && !isMoment(about, one) && !cells.includes(one));
  if (strange === undefined) return misfitTrainings(about, link);
  const choices = [ORIGINAL, ...cells].join(", ");
  return fill(refusals.notBeside, { value: quoted(strange), choices });
}

/** Each step has to be the same character for all networks. @param {LinkAbout} about @param {Link} link */
function misfitTrainings(about, link) {
  const { refusals } = about;
  for (const other of link.beside.filter((one) => isMoment(about, one))) {
    if (link.readings || taskOf(about, link.goal)) return refusals.onlyCharacters;
    const { run, vocabulary } = trainingOf(about, other).training;
    const unknown = distinct(tokensOf(about, link)).filter((token) => !vocabulary.includes(token));
    if (unknown.length > 0) return fill(refusals.unknownBeside, { run, characters: quoted(unknown.join("")) });
  }
  return "";
}
