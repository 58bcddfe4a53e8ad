// A training as it stood, in a file of its own.

/** @import {LiveData, WholePresent} from "../run.d.ts" */

import { savePicture, showPictures } from "../../web/picture/save.js";
import { mount } from "./main.js";
import { frozenServer } from "./whole.js";

/**
 * Draw what a file keeps of trainings. height: as for a guest of `run.d.ts`; over: says that nobody is asked any more.
 *
 * @param {HTMLElement} host
 * @param {LiveData & {told: Record<string, WholePresent>, states: string, samples: string, height: number}} kept
 */
export function open(host, { told, states, samples, height, ...data }) {
  const guest = {
    server: frozenServer(told, data.strings.frozen),
    height,
    steers: false,
    lacks: { states, samples, checkpoints: true },
    pictures: async () => ({ savePicture, showPictures }),
  };
  return mount(host, { ...data, guest });
}
