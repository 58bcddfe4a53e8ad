// Takes {name, data, shares}: draws the miniature of a chapter as it stands, and at shares of its way; gives the marks
// as text.

// A chapter's view stays out of it, as for all tests of figures.
import "./definition.mjs";

const BOX = { width: 640, height: 560, u: 16 };

export default async function drawn({ name, data, shares }) {
  const { answered, movedBy, SHOWN } = await import("../../rnnviz/course/contents/miniatures.js");
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
