// Which diagram a phase is shown in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { diagramsOf } from "../../rnnviz/stage/assets/model/model.js";

const phases = (...keys) => keys.map((key) => ({ key }));
const drawing = (path, ...keys) => ({ path, nodes: keys.map((phase) => ({ phase })) });

test("a prediction that no diagram draws is seen beside the cell that was computed last", () => {
  const stack = [drawing(["layer1"], "a"), drawing(["layer2"], "b"), drawing([], "last", "logits")];
  assert.deepEqual(
    diagramsOf({ phases: phases("a", "b", "last", "logits", "predict"), diagrams: stack }),
    [0, 1, 2, 2, 1],
  );
  // What reads from the end is computed first, and drawn second.
  const both = [drawing(["forward"], "f"), drawing(["backward"], "b"), drawing([], "both", "logits")];
  assert.deepEqual(
    diagramsOf({ phases: phases("b", "f", "both", "logits", "predict"), diagrams: both }),
    [1, 0, 2, 2, 0],
  );
});

test("a cell alone has all of its phases in its one diagram", () => {
  const diagrams = [drawing([], "hidden")];
  assert.deepEqual(diagramsOf({ phases: phases("hidden", "logits", "predict"), diagrams }), [0, 0, 0]);
});
