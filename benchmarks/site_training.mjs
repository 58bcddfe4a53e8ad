// Trains {loops, wasm, key, config, text, q} for `seconds` of this process's time and prints characters a second.

import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { fastArithmetic, plainArithmetic } from "../rnnviz/training/browser/products.js";
import { startingWeights } from "../rnnviz/training/browser/start.js";
import { createTrainer } from "../rnnviz/training/browser/trainer.js";

const { loops, wasm, key, config, text, q, seconds } = JSON.parse(readFileSync(0, "utf8"));
Object.assign(globalThis, { self: globalThis });
runInThisContext(loops);
const arithmetic = wasm ? fastArithmetic(new WebAssembly.Module(Buffer.from(wasm, "base64"))) : plainArithmetic;
// any: the script has made it.
const own = /** @type {any} */ (self).rnnvizLoops[key];
const numbers = Int32Array.from(text);
const start = startingWeights(own.facts, config, q, numbers);
const trainer = createTrainer(config, own, arithmetic, numbers, q, start);
const spent = () => process.cpuUsage().user / 1e6;
// The first steps are still being compiled.
for (let k = 0; k < 20; k += 1) trainer.advance();
const [began, first] = [spent(), trainer.step()];
while (spent() < began + seconds) trainer.advance();
const characters = (trainer.step() - first) * config.batch_size * config.sequence_length;
console.log(characters / (spent() - began));
