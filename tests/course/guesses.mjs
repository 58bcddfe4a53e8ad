// Takes {chapter, figure, data}: the marks of a figure before anything is answered, and the numbers that its handles
// set, with what a drag to the middle of the picture makes of each.

import { chapterAt } from "./definition.mjs";

const BOX = { width: 640, height: 560, u: 16 };

export default async ({ chapter, figure, data }) => {
  const { definition, values } = await chapterAt(chapter, data.numbers, "");
  const words = { ...data.strings, ...data.words };
  const own = definition.figures[figure];
  const draw = (now) => JSON.stringify(own.draw(now, BOX, words));
  const marks = draw(values);
  const handles = [...marks.matchAll(/"data-drag":"(guess\w+)"/g)].map(([, name]) => name);
  const moved = handles.map((name) => {
    const changes = own.drags[name](BOX.width / 2, BOX.height / 3, values, BOX, null);
    return draw({ ...values, ...changes }) !== marks;
  });
  return { marks, handles, moved };
};
