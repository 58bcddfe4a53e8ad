// Learns {about, template, query} by heart and prints the seconds of this process's time that it took, the best of so
// many `turns`: the first ones are still being compiled.

import { readFileSync } from "node:fs";
import { readLink } from "../rnnviz/address/browser/link.js";
import { memorise } from "../rnnviz/site/assets/memorise.js";
import { lessonsOf, networkOf, programOf, randomWeights } from "../rnnviz/site/assets/network.js";

const { about, template, query, turns } = JSON.parse(readFileSync(0, "utf8"));
const { link } = readLink(about, query);
const network = networkOf(about, link);
const { lessons, reached } = lessonsOf(about, link, network);
const program = programOf(template, network);
const times = Array.from({ length: turns }, () => {
  const began = process.cpuUsage();
  memorise(program, randomWeights(template, network, link.seed), lessons, reached, () => {});
  return process.cpuUsage(began).user / 1e6;
});
console.log(Math.min(...times));
