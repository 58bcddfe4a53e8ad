// What takes pictures, as it lies beside `page.js` for the browser; see `assets.py`.

export * from "../../rnnviz/web/picture/save.js";
