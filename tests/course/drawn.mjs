// Takes {data, query}, what a page is told of the chapter on forecasts, and gives all that it then says and draws.

import said from "./said.mjs";
import { chapterAt } from "./definition.mjs";

export default async ({ data, query }) => {
  const { computed, described } = await said({ chapter: "forecast", data, query });
  const { definition, values } = await chapterAt("forecast", data.numbers, query);
  const words = { ...data.strings, ...data.words };
  const box = { width: 640, height: 560, u: 15 };
  const drawn = Object.entries(definition.figures).map(([name, figure]) => [
    name,
    // JSON has no word for what is not a number.
    JSON.stringify(figure.draw(values, box, words), (_, one) => (typeof one === "number" ? String(one) : one)),
  ]);
  return { count: computed.count, computed, described, drawn: Object.fromEntries(drawn) };
};
