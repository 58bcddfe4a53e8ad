// Reads {tracks, texts} and writes what the stage makes of each text of changes: {changes, left}.

import { readFileSync } from "node:fs";

import { parseChanges } from "../../rnnviz/stage/assets/changes.js";

const { tracks, texts } = JSON.parse(readFileSync(0, "utf8"));
const bounds = tracks.map((track) => ({
  ...track,
  quantities: new Map(Object.entries(track.quantities)),
  states: new Map(Object.entries(track.states)),
  weights: new Map(Object.entries(track.weights)),
}));
process.stdout.write(JSON.stringify(texts.map((text) => parseChanges(text, bounds))));
