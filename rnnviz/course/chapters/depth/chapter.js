// Depth, and vanishing gradients.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { AUXILIARY, chainFactors } from "../../maths/depth.js";
import { chapter } from "../../reader/chapter.js";
import { written } from "../../reader/values.js";
import { bandOf } from "./band.js";
import { GUESS } from "./figures/guess.js";
import { PRODUCT } from "./figures/product.js";
import { REMEDY } from "./figures/remedy.js";
import { THREE } from "./figures/three.js";
import { TIME } from "./figures/time.js";
import { CHOICES, NUMBERS } from "./settings.js";

/** @type {Definition} */
export const DEPTH = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    h: { hue: "state" },
    L: { hue: "loss" },
    W: { hue: "candidate" },
    w: { hue: "candidate" },
    H: { hue: "state" },
  },
  figures: { guess: GUESS, three: THREE, product: PRODUCT, remedy: REMEDY, time: TIME },
  computed: {
    first: (values) => (values.seen === "yes" || values.all ? short(bandOf(values, "sigmoid").middle[0]) : "?"),
    guessed: (values) => short(10 ** values.guess0),
    sigmoid: (values) => short(bandOf(values, "sigmoid").middle[0]),
    tanh: (values) => short(bandOf(values, "tanh").middle[0]),
    relu: (values) => short(bandOf(values, "relu").middle[0]),
    factor: (values) => short(chainFactors(values.link, values.w, values.h0, values.links).factors[0]),
    product: (values) => short(chainFactors(values.link, values.w, values.h0, values.links).product),
    residual: (values) => short(bandOf(values, "sigmoid", { residual: true }).middle[0]),
    share: () => written({ digits: 1 }, AUXILIARY),
    looped: (values) => short(bandOf(values, "tanh", { tied: values.weights === "tied" }).middle[0]),
  },
  actions: {
    see: { uncovers: "seen" },
    draw: ({ seed }) => ({ seed: (seed % 1000) + 1 }),
  },
  tasks: {
    look: { isDone: ({ seen }) => seen === "yes", solution: null },
    pass: {
      isDone: ({ link, w, h0, links }) => {
        const { product } = chainFactors(link, w, h0, links);
        return links >= 10 && product > 0.5 && product < 2;
      },
      solution: { link: "relu", w: 1, h0: 0.5, links: 20 },
    },
  },
};

export const mount = (host, css) => chapter(host, css, DEPTH);
