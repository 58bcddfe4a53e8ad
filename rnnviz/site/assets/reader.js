// A worker that reads a text with a network, and answers what is asked of its units; see `looks.js`. While something
// long is computed, others are answered between its parts.

import { scaleEnd } from "../../units/browser/reading.js";
import { LOOKS, seenBy } from "./units/asked.js";
import { Refusal } from "../../units/browser/refusal.js";
import { base64Of } from "../../web/bytes.js";

/** @type {import("../units.d.ts").Seen | null} */
let seen = null;

// It takes any message, and answers any: each has its own shape.
addEventListener("message", async (/** @type {any} */ { data: { number, reading, look, query } }) => {
  try {
    postMessage({ number, told: reading ? read(reading) : await LOOKS[look](seen, query, breath) });
  } catch (reason) {
    if (reason instanceof Refusal) postMessage({ number, refused: { name: reason.message, values: reason.values } });
    else postMessage({ number, failed: String(reason) });
  }
});

const { port1, port2 } = new MessageChannel();
const waiting = [];
port1.onmessage = () => waiting.shift()();

/** @returns {Promise<void>} */
function breath() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}

function read(reading) {
  seen = seenBy(reading);
  const highs = Object.fromEntries([...seen.values].map(([name, values]) => [name, scaleEnd(values)]));
  return { loss: base64Of(seen.loss), highs };
}
