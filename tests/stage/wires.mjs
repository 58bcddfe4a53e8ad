// Takes {track} and gives the factors of every wire, at every step, for each unit of its beginning; of what begins at
// an input the strongest reading, too.

import { backwardOf } from "../../rnnviz/stage/assets/model/backwards.js";
import { changeable } from "../../rnnviz/stage/assets/model/changed.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { strongestReading, wireFactors } from "../../rnnviz/stage/assets/model/wires.js";
import { WORDS } from "./words.mjs";

export default ({ track }) => {
  const night = backwardOf(changeable(readTrack(track, WORDS)));
  const steps = [...Array(night.sizes.T).keys()];

  const answer = night.diagrams.map(({ nodes, edges }, diagram) =>
    edges.map((edge, wire) => {
      const { writes } = nodes.find((node) => node.key === edge.source);
      const units = [...Array(writes ? night.length(writes) : night.sizes.h).keys()];
      const found = steps.map((t) =>
        units.map((unit) =>
          wireFactors(night, { diagram, wire }, t, unit).map(({ value, unit: to, parts }) => ({
            value,
            to,
            reasons: parts.map(({ reason }) => reason),
          })),
        ),
      );
      const readings = writes === "X" ? steps.map((t) => strongestReading(night, { diagram, wire }, t)) : [];
      return { source: edge.source, target: edge.target, found, readings };
    }),
  );
  return answer;
};
