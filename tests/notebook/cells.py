"""A notebook small enough for a test: widgets in a bare page, whose models talk with Python as Jupyter's do."""

import json
from collections.abc import Callable
from typing import Any

import anywidget
import comm
from playwright.sync_api import Page

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><body style="color: {ink}; background: {paper}">
<p contenteditable>A cell</p><div id="cells"></div>"""
# A model as anywidget's views see it. What they save goes to Python.
MODEL = """
([key, state, css]) => {
  const heard = new Map(), unsaved = {};
  const tell = (event, ...told) => [...(heard.get(event) ?? [])].forEach((listener) => listener(...told));
  const set = (name, value) => {
    if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
    state[name] = value;
    tell(`change:${name}`);
  };
  const model = {
    get: (name) => state[name],
    set(name, value) { unsaved[name] = value; set(name, value); },
    save_changes() {
      window.saved(key, JSON.stringify(unsaved));
      for (const name of Object.keys(unsaved)) delete unsaved[name];
    },
    on(event, listener) { heard.set(event, new Set([...(heard.get(event) ?? []), listener])); },
    off(event, listener) { heard.get(event)?.delete(listener); },
    send: (content) => window.sent(key, JSON.stringify(content)),
    receive: (update) => Object.entries(update).forEach(([name, value]) => set(name, value)),
    receiveMessage: (content) => tell("msg:custom", content, []),
  };
  (window.models ??= {})[key] = model;
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
}
"""
SHOW = """
async ([key, script, isEarly]) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: view, ...others } = await import(url);
  if (Object.keys(others).length > 0) throw new Error(`anywidget wants one export, not ${Object.keys(others)}`);
  const el = document.createElement("div");
  const place = () => document.getElementById("cells").append(el);
  if (isEarly) place();
  const end = await view.render({ model: models[key], el });
  if (!isEarly) place();
  (window.ends ??= []).push(() => { end(); el.remove(); });
}
"""


class Wire(comm.DummyComm):
    """A comm that keeps what Python says until the page hears it."""

    said: list[tuple[str, dict[str, Any]]]

    def publish_msg(self, msg_type: str, data: Any = None, **_: Any) -> None:
        if msg_type == "comm_msg":
            self.__dict__.setdefault("said", []).append(
                (self.comm_id, json.loads(json.dumps(data)))
            )


class Notebook:
    def __init__(self, page: Page, ink: str, paper: str) -> None:
        self.page = page
        self._widgets: dict[str, anywidget.AnyWidget] = {}
        page.expose_function("saved", self._saved)
        page.expose_function("sent", self._sent)
        page.set_content(PAGE.format(ink=ink, paper=paper))

    def show(self, widget: anywidget.AnyWidget, *, early: bool = False) -> None:
        """A view of the widget below those that are there; early: its place is in the page before it is drawn."""
        key = widget.comm.comm_id
        if key not in self._widgets:
            self._widgets[key] = widget
            state = widget.get_state()
            told = {name: state[name] for name in state if name not in {"_esm", "_css"}}
            self.page.evaluate(MODEL, [key, json.loads(json.dumps(told, default=str)), widget._css])
        self.page.evaluate(SHOW, [key, widget._esm, early])
        self.deliver()

    def deliver(self) -> None:
        """The page hears all that Python has said."""
        for key, widget in self._widgets.items():
            said = widget.comm.__dict__.get("said", [])
            while said:
                _, data = said.pop(0)
                if data["method"] == "update":
                    self.page.evaluate("([k, u]) => models[k].receive(u)", [key, data["state"]])
                elif data["method"] == "custom":
                    hear = "([k, c]) => models[k].receiveMessage(c)"
                    self.page.evaluate(hear, [key, data["content"]])

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so, while Python and the page talk."""
        for _ in range(400):
            if is_so():
                return
            self.deliver()
            self.page.evaluate("new Promise((done) => setTimeout(done, 25))")
        raise AssertionError("it did not become so within ten seconds")

    def _saved(self, key: str, state: str) -> None:
        data = {"method": "update", "state": json.loads(state), "buffer_paths": []}
        self._widgets[key]._handle_msg({"content": {"data": data}, "buffers": []})

    def _sent(self, key: str, content: str) -> None:
        data = {"method": "custom", "content": json.loads(content)}
        self._widgets[key]._handle_msg({"content": {"data": data}, "buffers": []})
