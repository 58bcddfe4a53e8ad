// The stage as it lies beside `page.js` for the browser; see `assets.py`.

export * from "../../rnnviz/stage/assets/main.js";
export { asked } from "../../rnnviz/web/asked.js";
export const css: string;
