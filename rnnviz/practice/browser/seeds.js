// Seeds of a homework: the twin of `../seeds.py`.

import { checksum } from "../../web/zip.js";

/** The seed of a learner's task. homework: the name of the whole; number: of the task in its family, from 1. */
export function seedOf(homework, learner, family, number) {
  return checksum(new TextEncoder().encode([homework, learner, family, number].join("\n")));
}
