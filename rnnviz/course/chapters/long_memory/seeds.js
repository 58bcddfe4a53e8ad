// What the prose says of trainings from many seeds.

import { percent, short } from "../../../web/numbers.js";
import { median } from "../../maths/median.js";

const mixedOf = ({ given }, name) => given.seeds.mixed[name];
const learntOf = (values, name) => String(mixedOf(values, name).filter((one) => one.learnt !== null).length);
const usualSteps = (values, name) => {
  const found = mixedOf(values, name).map((one) => one.learnt ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(median(found)) ? String(Math.round(median(found))) : "> 400";
};
const spikeOf = (values, name) => short(median(mixedOf(values, name).map((one) => one.spike)));
const said = {
  learnt: learntOf,
  usual: usualSteps,
  spike: spikeOf,
};
const NAMES = ["rnn_0", "gru_0", "gru_1", "lstm_0", "lstm_1", "indrnn_0", "mingru_0", "mingru_1"];
export const computedOfSeeds = Object.fromEntries(
  Object.entries(said).flatMap(([word, read]) =>
    NAMES.flatMap((name) =>
      ["on", "off"].map((clip) => [
        `${word}_${name}_${clip}`,
        (values) => read(values, `${name.replace("_", " ")} ${clip}`),
      ]),
    ),
  ),
);
export const rungs = Object.fromEntries(
  NAMES.flatMap((name) =>
    [2, 5, 10, 20, 40].map((k) => [
      `right_${name}_${k}`,
      ({ given }) => percent(median(given.seeds.ladder[name.replace("_", " ")][k])),
    ]),
  ),
);
