// The pure parts of pictures: text, colours, cells, and what is drawn on a paper that writes it down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lastingLink } from "../../rnnviz/web/picture/link.js";
import { cellPaths } from "../../rnnviz/web/picture/cells.js";
import { inkOf, painted } from "../../rnnviz/web/picture/ink.js";
import { element, escaped } from "../../rnnviz/web/picture/markup.js";
import { recordingPaper } from "../../rnnviz/web/picture/paper.js";
import { crossing, rounding, sheet } from "../../rnnviz/web/picture/sheet.js";

test("what a reader typed is text in XML, whatever it is", () => {
  assert.equal(escaped(`<script>"&'`), "&lt;script&gt;&quot;&amp;&apos;");
  assert.equal(escaped("a\u0000b\u0007c\tÿ"), "a\ufffdb\ufffdc\tÿ");
  assert.equal(escaped("\ud83d\ude00"), "\ud83d\ude00");
  assert.equal(escaped("\ud83d!\ude00\uffff"), "\ufffd!\ufffd\ufffd");
});

test("an element writes the attributes that it has, with lengths of two digits", () => {
  assert.equal(
    element("rect", { x: 1 / 3, rx: undefined, class: null, "data-a": 'q"' }),
    '<rect x="0.33" data-a="q&quot;"/>',
  );
  assert.equal(element("g", {}, "<a/>", "<b/>"), "<g><a/><b/></g>");
});

test("colours of every notation that browsers compute are hex and an opacity", () => {
  assert.deepEqual(inkOf("rgb(24, 100, 171)"), ["#1864ab", 1]);
  assert.deepEqual(inkOf("rgba(255, 0, 0, 0.5)"), ["#ff0000", 0.5]);
  assert.deepEqual(inkOf("color(srgb 1 0.5 0 / 0.25)"), ["#ff8000", 0.25]);
  assert.deepEqual(inkOf("color(srgb 100% 50% 0%)"), ["#ff8000", 1]);
  assert.deepEqual(inkOf("#ECEFF3"), ["#eceff3", 1]);
  assert.equal(inkOf("rgba(0, 0, 0, 0)"), null);
  assert.equal(inkOf("none"), null);
  assert.deepEqual(painted("fill", "rgba(0, 0, 0, 0)"), { fill: "none" });
  assert.deepEqual(painted("stroke", "rgb(0, 0, 255)", 0.5), { stroke: "#0000ff", "stroke-opacity": 0.5 });
});

test("the cells of a map are rectangles that cover each pixel once, in its colour", () => {
  const [red, blue, none] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [0, 0, 0, 0],
  ];
  const rows = [
    [red, red, blue],
    [none, blue, blue],
  ];
  const image = { data: rows.flat(2), width: 3, height: 2 };
  const markup = cellPaths(image, { left: 10, top: 20, width: 30, height: 8 });
  const paths = [...markup.matchAll(/<path d="([^"]*)" fill="([^"]*)"/g)].map(([, d, fill]) => [fill, d]);
  assert.deepEqual(Object.fromEntries(paths), {
    "#ff0000": "M10 20h20v4h-20z",
    "#0000ff": "M30 20h10v4h-10zM20 24h20v4h-20z",
  });
});

test("a paper writes down what is drawn on it, in the order of drawing", () => {
  const paper = recordingPaper();
  paper.translate(2, 3);
  paper.fillStyle = "rgb(1,2,3)";
  paper.fillRect(0, 0, 4, 5);
  paper.beginPath();
  paper.roundRect(1, 1, 2, 2, 0.5);
  paper.strokeStyle = "#000000";
  paper.lineWidth = 1.8;
  paper.stroke();
  assert.equal(
    paper.markup(),
    '<rect x="2" y="3" width="4" height="5" fill="#010203"/>' +
      '<rect x="3" y="4" width="2" height="2" rx="0.5" fill="none" stroke="#000000" stroke-width="1.8"/>',
  );
});

test("a sheet knows how far it is drawn on, within what hides the rest", () => {
  const box = (left, top, right, bottom) => ({ left, top, right, bottom });
  const page = sheet(0, 0, "p");
  assert.equal(page.reach(box(0, 0, 1, 1), box(5, 5, 9, 9)), false);
  assert.equal(page.bounds(), null);
  page.reach(box(10, 10, 40, 20), box(0, 0, 30, 30));
  page.reach(box(5, 15, 6, 35), null);
  assert.deepEqual(page.bounds(), box(5, 10, 30, 35));
  assert.equal(crossing(box(0, 0, 1, 1), box(1, 0, 2, 1)), null);
  assert.equal(
    page.definition((id) => `<x id="${id}"/>`),
    "url(#p0)",
  );
  assert.equal(page.definitions(), '<x id="p0"/>');
});

test("corners of one radius are a rectangle, others a path", () => {
  assert.equal(rounding(0, 0, 10, 4, [9, 9, 9, 9], {}), '<rect x="0" y="0" width="10" height="4" rx="2"/>');
  assert.match(rounding(0, 0, 10, 4, [0, 1, 1, 0], {}), /^<path d="M0 0H9a1 1 0 0 1 1 1V3a1 1 0 0 1 -1 1H0V0Z"\/>$/);
});

test("a picture carries no link to a machine of one's own", () => {
  const view = "step?cell=gru&text=%E6%9C%BA";
  const own = ["localhost:8501", "127.0.0.1", "192.168.1.20:8501", "10.0.0.3", "172.20.0.1", "[::1]:8501", "[fd00::1]"];
  for (const host of [...own, "teacher-laptop:8501", "laptop.local"]) {
    assert.equal(lastingLink(`http://${host}/${view}`), `rnnviz: ${view}`);
    assert.equal(lastingLink(`http://${host}/`), "");
  }
  for (const host of ["viz.example.org", "172.32.0.1"]) {
    assert.equal(lastingLink(`https://${host}/${view}`), `https://${host}/${view}`);
  }
  assert.equal(lastingLink("file:///home/a/views.html"), "");
  assert.equal(lastingLink(""), "");
});
