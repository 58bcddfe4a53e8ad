// Numbers of a memory in words.

import { rough } from "../../../web/numbers.js";
import { listComma } from "../../../web/punctuation.js";

/** A row of numbers, one after another. */
export const list = (numbers) => numbers.map(rough).join(listComma());
