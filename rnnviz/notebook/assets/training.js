// A training as a widget: the view of the Train page, which asks Python instead of a server.

/** @import {LiveData} from "../../live/run.d.ts" */
/** @import {WidgetModel} from "../widget.d.ts" */

import { mount } from "../../live/assets/main.js";
import { showPictures } from "../../web/picture/save.js";
import { kernel } from "./kernel.js";
import { roomIn } from "./room.js";

/**
 * Draw the trainings of `model` in `el`. Returns a function that takes them away.
 *
 * @param {{model: WidgetModel, el: HTMLElement}} given
 * @param {string} css
 */
export function render({ model, el }, css) {
  const room = roomIn(el, css, show);
  let server = null;
  let end = () => {};

  function show() {
    server?.stop();
    end();
    const words = model.get("_words");
    room.element.lang = words.language;
    server = kernel(model, words.strings.pythonIsBusy, model.get("_steers"));
    /** @type {LiveData} */
    const data = {
      ...words,
      runs: model.get("_runs"),
      under: [],
      plans: [],
      css: "",
      server,
      linkOf: () => null,
      pictures: async () => ({ showPictures }),
      guest: {
        height: model.get("height"),
        steers: model.get("_steers"),
        lacks: model.get("_lacks"),
      },
    };
    end = mount(room.element, data);
  }

  const heard = ["change:_words", "change:_lacks", "change:height"];
  show();
  for (const event of heard) model.on(event, show);
  if (model.get("_spoken") !== navigator.language) {
    model.set("_spoken", navigator.language);
    model.save_changes();
  }

  return () => {
    for (const event of heard) model.off(event, show);
    server.stop();
    end();
    room.leave();
  };
}
