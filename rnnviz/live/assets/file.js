// A training as it stood, in a file of its own.

/** @import {LiveData, WholePresent} from "../run.d.ts" */

import { showPictures } from "../../web/picture/save.js";
import { mount } from "./main.js";
import { frozenServer } from "./whole.js";

/**
 * Draw what a file keeps of trainings. height: as for a guest of `run.d.ts`; over: says that nobody is asked any more.
 *
 * @param {HTMLElement} host
 * @param {LiveData & {told: Record<string, WholePresent>, states: string, samples: string, height: number}} kept
 */
export function open(host, { told, states, samples, height, ...data }) {
  return mount(host, {
    ...data,
    server: frozenServer(told, data.strings.frozen),
    pictures: async () => ({ showPictures }),
    guest: { height, steers: false, lacks: { states, samples, checkpoints: true } },
  });
}
