// Takes {name, data, shares}: draws the miniature of a chapter as it stands, and at shares of its way; gives the marks
// as text.

import { answered, movedBy, SHOWN } from "../../rnnviz/course/contents/miniatures.js";

const BOX = { width: 640, height: 560, u: 16 };

export default function drawn({ name, data, shares }) {
  const { of, figure, by } = SHOWN[name];
  const state = answered(name);
  const rest = state.values;
  const words = { ...data.strings, ...data.words };
  const at = (values) => {
    state.values = values;
    return JSON.stringify(of.figures[figure].draw(state.seen(data.numbers), BOX, words));
  };
  return {
    figure,
    by: by ?? "",
    rest: at(rest),
    moved: shares.map((share) => (by ? at({ ...rest, ...movedBy(of, by, rest, share) }) : "")),
  };
}
