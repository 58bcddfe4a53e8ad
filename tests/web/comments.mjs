// Reads a JSON list of [source, source without its comments]; writes the places in the list where the two are different
// programs. node reads JavaScript with acorn, and so do we.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { parse } = createRequire(import.meta.url)("internal/deps/acorn/acorn/dist/acorn");
// JSON has no large whole numbers.
const written = (value) => (typeof value === "bigint" ? `${value}n` : value);
const noPlaces = (key, value) => (key === "start" || key === "end" ? undefined : written(value));
const program = (source) => JSON.stringify(parse(source, { ecmaVersion: "latest", sourceType: "module" }), noPlaces);
const pairs = JSON.parse(readFileSync(0, "utf8"));
const different = pairs.flatMap(([one, other], place) => (program(one) === program(other) ? [] : place));
console.log(JSON.stringify(different));
