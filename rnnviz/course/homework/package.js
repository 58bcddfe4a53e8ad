// A homework as a package for a learning platform: a ZIP with the manifest of SCORM 1.2 or 2004, a page, and what it
// runs, which asks no other host for anything.

/** @import {Homework} from "./homework.d.ts" */
/** @import {Version} from "./lms.js" */

import { zip } from "../../web/zip.js";

const HEADS = {
  1.2: `<manifest identifier="{id}" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>`,
  2004: `<manifest identifier="{id}" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>`,
};
const KIND = { 1.2: "adlcp:scormtype", 2004: "adlcp:scormType" };
const FILES = ["index.html", "homework.js", "homework.css"];

/**
 * The package's bytes. script, style: of the page.
 *
 * @param {Homework} homework @param {Version} version @param {string} script @param {string} style
 */
export function packageOf(homework, version, script, style) {
  const bytes = (text) => new TextEncoder().encode(text);
  return zip([
    ["imsmanifest.xml", bytes(manifest(homework, version))],
    ["index.html", bytes(page(homework))],
    ["homework.js", bytes(script)],
    ["homework.css", bytes(style)],
  ]);
}

/** @param {Homework} homework @param {Version} version */
function manifest({ id, title }, version) {
  const files = FILES.map((name) => `<file href="${name}"/>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
${HEADS[version].replace("{id}", `rnnviz-${id}`)}
<organizations default="tasks"><organization identifier="tasks"><title>${escaped(title)}</title>
<item identifier="item" identifierref="page"><title>${escaped(title)}</title></item></organization></organizations>
<resources><resource identifier="page" type="webcontent" ${KIND[version]}="sco" href="index.html">${files}
</resource></resources>
</manifest>
`;
}

/** @param {Homework} homework */
function page(homework) {
  return `<!doctype html>
<html lang="${escaped(homework.data.language)}"><head><meta charset="utf-8"><title>${escaped(homework.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="homework.css"></head>
<body><div id="homework"></div>
<script type="application/json" id="told">${JSON.stringify(homework).replaceAll("<", "\\u003c")}</script>
<script src="homework.js"></script></body></html>
`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
