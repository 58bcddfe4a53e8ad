// Colours as every program that opens an SVG reads them: #rrggbb, and an opacity beside it. Pure.

const PARTS = /[-+\d.]+(?:e[-+]?\d+)?%?/g;

/**
 * A colour as the browser computes it, "rgb(…)", "rgba(…)", "color(srgb …)" or "#rrggbb", as [hex, opacity]; null for
 * none, and for one that nobody would see.
 */
export function inkOf(css) {
  if (css.startsWith("#")) return [css.toLowerCase(), 1];
  const kind = /^(rgba?|color)\((?:srgb )?/.exec(css);
  if (!kind) return null;
  const isShare = kind[1] === "color";
  const [r, g, b, a = 1] = css
    .slice(kind[0].length)
    .match(PARTS)
    .map((part, k) => {
      if (part.endsWith("%")) return (Number.parseFloat(part) / 100) * (k < 3 && !isShare ? 255 : 1);
      return Number(part);
    });
  if (a <= 0) return null;
  const bytes = [r, g, b].map((part) => Math.round(Math.min(255, Math.max(0, isShare ? part * 255 : part))));
  return [`#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`, a];
}

/** The attributes of a fill or stroke: {fill: "#…", "fill-opacity": 0.5}; those of none where there is no colour. */
export function painted(kind, css, opacity = 1) {
  const ink = inkOf(css);
  if (ink === null || opacity <= 0) return kind === "fill" ? { fill: "none" } : {};
  const share = ink[1] * opacity;
  return { [kind]: ink[0], [`${kind}-opacity`]: share < 1 ? Math.round(share * 1000) / 1000 : undefined };
}
