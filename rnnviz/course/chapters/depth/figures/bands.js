// Bands of gradients over the layers.

import { powerOfTen, short } from "../../../../web/numbers.js";
import { nameNode, waysAlong } from "../../../plot/names.js";
import { axes, curve, pathOf, scale } from "../../../plot/plot.js";
import { bandOf } from "../band.js";
import { HIGHEST, LEAST } from "../settings.js";

export const frameOf = (values, box) => [
  scale([0, values.depth], [4.6 * box.u, box.width - 7.5 * box.u]),
  scale([LEAST, HIGHEST], [box.height - 4.2 * box.u, 2.8 * box.u]),
];
export const log = (value) => Math.min(HIGHEST, Math.max(LEAST, Math.log10(value)));

/** The grid of layers and powers of ten. */
export function ground(values, box, words, title = words.layer) {
  const { u } = box;
  const [x, y] = frameOf(values, box);
  const every = values.depth > 25 ? 10 : values.depth > 12 ? 5 : values.depth > 5 ? 2 : 1;
  const layers = Array.from({ length: Math.floor(values.depth / every) + 1 }, (_, k) => k * every);
  return axes(x, y, {
    u,
    ticksX: layers,
    ticksY: [-24, -18, -12, -6, 0, 6],
    titleX: title,
    titleY: words.size,
    written: powerOfTen,
    writtenX: String,
  });
}

/** A band over the layers, its median as a line, and the value at the input. */
function bandNodes(values, box, band, hue) {
  const [x, y] = frameOf(values, box);
  const line = (sizes) => sizes.map((size, l) => [x.at(l), y.at(log(size))]);
  const area = `${pathOf([...line(band.low), ...line(band.high).reverse()])}Z`;
  return [["path", { class: `area hue-${hue}`, d: area, "fill-opacity": 0.16 }], curve(line(band.middle), hue)];
}

export function bands(values, box, words, networks, title) {
  const { u } = box;
  const [x, y] = frameOf(values, box);
  const made = networks.map((one) => ({ ...one, band: bandOf(values, one.name, one.more) }));
  const lines = made.map(({ band }) => Array.from(band.middle, (size, l) => [x.at(l), y.at(log(size))]));
  const room = { u, lines, taken: [], within: [x.start, y.end, x.end, y.start] };
  return [
    ...ground(values, box, words, title),
    ...made.flatMap(({ band, hue }) => bandNodes(values, box, band, hue)),
    ...made.map(({ band, hue, title: said }, k) =>
      nameNode(`${said} ${short(band.middle[0])}`, waysAlong([...lines[k]].reverse(), u), {
        ...room,
        hue,
        more: "bold halo",
      }),
    ),
  ];
}
