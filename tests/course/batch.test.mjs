import assert from "node:assert/strict";
import { test } from "node:test";

import { batchOf, sequencesRead } from "../../rnnviz/course/chapters/why_shapes/figures/batch.js";

const TEXT = [..."想要有直升机"];
const given = { helicopter: { text: TEXT, vocabulary: [...new Set(TEXT)] } };
const read = (stored, told) => sequencesRead({ given, stored, told });

test("a batch that is read as it is stored gives its pieces, whichever axis is first", () => {
  for (const order of ["batch", "time"]) assert.deepEqual(read(order, order), ["想要有", "直升机"]);
});

test("batch first exchanges the first two axes, and nothing else", () => {
  const [batch, time] = ["batch", "time"].map((stored) => batchOf({ given, stored, told: stored }).blocks);
  for (const [i, row] of batch.entries()) for (const [j, one] of row.entries()) assert.equal(time[j][i], one);
});

test("read in the wrong order, the samples are taken for time", () => {
  assert.deepEqual(read("batch", "time"), ["想直", "要升", "有机"]);
  assert.deepEqual(read("time", "batch"), ["想直", "要升", "有机"]);
});
