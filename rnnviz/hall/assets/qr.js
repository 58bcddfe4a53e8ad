// QR codes.

import { s } from "../../web/dom.js";

/** A QR code as one path, dark on white whatever the theme: cameras want it so. */
export function qr({ url, qr: rows }) {
  const cells = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const size = rows.length + 8;
  return s(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": url, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: cells.join(""), fill: "#000" }),
  );
}
