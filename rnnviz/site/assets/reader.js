// A worker that reads one text and then answers what follows from its states.
//
// It is sent {number, reading: {program, weights, indices, names}} first, and {number, look, query} afterwards; it
// answers {number, told}, or {number, failed}.

import { base64Of } from "../../web/bytes.js";
import { expectedLook, overviewLook, readText, scaleEnd, similarLook, unitLook, weightsOf } from "./reading.js";

const LOOKS = {
  unit: (seen, { quantity, unit }) => unitLook(seen, quantity, unit),
  expected: (seen, { block }) => expectedLook(seen, block),
  overview: (seen, { quantity, columns }) => overviewLook(seen, quantity, columns),
  similar: (seen, { quantity, k, metric, count }) => similarLook(seen, quantity, k, metric, count),
};
let seen = null;

addEventListener("message", ({ data: { number, reading, look, query } }) => {
  try {
    postMessage({ number, told: reading ? read(reading) : LOOKS[look](seen, query) });
  } catch (reason) {
    postMessage({ number, failed: String(reason) });
  }
});

function read({ program, weights, indices, names }) {
  seen = readText(program, weightsOf(weights), indices, names);
  const highs = Object.fromEntries([...seen.values].map(([name, values]) => [name, scaleEnd(values)]));
  return { loss: base64Of(seen.loss), highs };
}
