// Run with `node --test tests/web/*.test.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { colourOf, parseColour } from "../../rnnviz/web/colours.js";
import { ciede2000, distance, EYES, hueOf } from "./vision.mjs";

// What is seen at a glance, in CIEDE2000; and what nobody takes for the same.
const AT_A_GLANCE = 2.3;
const FAR = 40;
const LINES = "input state memory gate1 gate2 gate3 candidate output loss right muted below above".split(" ");
// The hues of quantities that stand beside one another on a stage; what is right has that of a memory.
const QUANTITIES = "input state memory gate1 gate2 gate3 candidate output loss".split(" ");
const SHARES = Array.from({ length: 10 }, (_, k) => (k + 1) / 10);

const sheet = readFileSync(new URL("../../rnnviz/web/tokens.css", import.meta.url), "utf8");
const [light, dark] = [...sheet.matchAll(/^:is\(\.stage, \.course[^)]*\)\S* \{([^}]*)\}/gm)].map(([, body]) =>
  Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour])),
);
const THEMES = { light, dark: { ...light, ...dark } };
const bytesOf = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const bytes = (colour) => colour.match(/\d+/g).map(Number);
/** The colour of a share of the scale, as maps, strips and bars paint it. */
const scaleOf = ({ "strip-paper": paper, below, above }) => {
  const palette = { paper: parseColour(paper), below: parseColour(below), above: parseColour(above) };
  return (share) => bytes(colourOf(share, 1, palette));
};

test("the distance of colours is the published one", () => {
  const pairs = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ];
  for (const [one, other, told] of pairs) assert.ok(Math.abs(ciede2000(one, other) - told) < 1e-4);
  // To those eyes red and green are alike, and blue and yellow are not.
  const deuteranopia = EYES["deuteranopia, Machado"];
  assert.ok(distance([160, 80, 0], [105, 105, 0], deuteranopia) < distance([160, 80, 0], [105, 105, 0]) / 4);
  assert.ok(distance([255, 230, 0], [0, 60, 255], deuteranopia) > FAR);
});

test("whoever lacks a kind of cones tells what is below zero from what is above it, in both themes", () => {
  for (const [theme, colours] of Object.entries(THEMES)) {
    const scale = scaleOf(colours);
    for (const [name, eyes] of Object.entries(EYES)) {
      const apart = (one, other) => distance(scale(one), scale(other), eyes);
      for (const below of SHARES)
        for (const above of SHARES)
          assert.ok(apart(-below, above) > AT_A_GLANCE, `${theme}, ${name}: −${below} looks like ${above}`);
      assert.ok(apart(-1, 1) > FAR, `${theme}, ${name}`);
    }
  }
});

test("and every quantity from every other one, by its hue alone", () => {
  for (const [theme, colours] of Object.entries(THEMES)) {
    assert.equal(colours.right, colours.memory);
    const pairs = QUANTITIES.flatMap((one, k) => QUANTITIES.slice(k + 1).map((other) => [one, other]));
    for (const [name, eyes] of Object.entries(EYES).filter(([name]) => !name.startsWith("tritanopia")))
      for (const [one, other] of pairs) {
        const apart = distance(bytesOf(colours[one]), bytesOf(colours[other]), eyes);
        assert.ok(apart > 2 * AT_A_GLANCE, `${theme}, ${name}: ${one} and ${other}, ${apart.toFixed(1)}`);
      }
  }
});

test("a sign has two hues of its own: what is below zero looks like no quantity, not even like a state", () => {
  for (const [theme, colours] of Object.entries(THEMES)) {
    for (const [name, eyes] of Object.entries(EYES).filter(([name]) => !name.startsWith("tritanopia")))
      for (const quantity of QUANTITIES) {
        const apart = distance(bytesOf(colours.below), bytesOf(colours[quantity]), eyes);
        assert.ok(apart > 2 * AT_A_GLANCE, `${theme}, ${name}: below zero and ${quantity}, ${apart.toFixed(1)}`);
      }
    assert.ok(distance(bytesOf(colours.below), bytesOf(colours.state)) > 5 * AT_A_GLANCE, theme);
  }
});

test("loss is the only red: what else has a hue is a twelfth of the circle away from it, in both themes", () => {
  for (const [theme, colours] of Object.entries(THEMES)) {
    const others = [...QUANTITIES.filter((name) => !["loss", "input"].includes(name)), "below", "above"];
    for (const name of others) {
      const apart = Math.abs(((hueOf(bytesOf(colours[name])) - hueOf(bytesOf(colours.loss)) + 540) % 360) - 180);
      assert.ok(apart > 29, `${theme}: ${name}, ${apart.toFixed(0)}°`);
    }
  }
});

test("and sees each step of a tenth of the scale: further from zero is further from paper", () => {
  for (const [theme, colours] of Object.entries(THEMES)) {
    const signed = scaleOf(colours);
    const gates = ["gate1", "gate2", "gate3"].map((hue) =>
      scaleOf({ ...colours, below: colours[hue], above: colours[hue] }),
    );
    for (const [name, eyes] of Object.entries(EYES)) {
      const scales = [signed, (share) => signed(-share), ...gates];
      for (const [k, scale] of scales.entries()) {
        const away = [0, ...SHARES].map((share) => distance(scale(share), scale(0), eyes));
        for (let at = 1; at < away.length; at += 1)
          assert.ok(away[at] > away[at - 1] + 0.5, `${theme}, ${name}, scale ${k}: ${away.map((d) => d.toFixed(1))}`);
      }
    }
  }
});

test("lines, bars and full cells stand out from page and paper by 3:1, in both themes", () => {
  const light = (hex) => parseColour(hex).reduce((sum, x, k) => sum + [0.2126, 0.7152, 0.0722][k] * x, 0);
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const config = readFileSync(new URL("../../.streamlit/config.toml", import.meta.url), "utf8");
  const pages = [...config.matchAll(/^backgroundColor = "(#\w{6})"/gm)].map(([, colour]) => colour);
  assert.equal(pages.length, 2);
  for (const [k, colours] of Object.values(THEMES).entries())
    for (const name of LINES)
      for (const ground of [pages[k], colours["strip-paper"]])
        assert.ok(contrast(colours[name], ground) >= 3, `${name}: ${contrast(colours[name], ground).toFixed(2)}`);
});
