// A picture as a tree, [tag, attributes, ...children], brought into a document by changing only what differs: an
// element that is being dragged, or has the focus, stays the same element. A picture is compared with the one painted
// before it, not with the document; a part that is the very same array as before is not looked into.

const NAMESPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };

// What stands in each parent, in order: {node, there, children}, `there` being its node of the document.
const PAINTED = new WeakMap();

/** Make the children of `parent` what `nodes` say; null, false and an empty list stand for nothing. */
export function paint(parent, nodes) {
  const space = NAMESPACES[parent.localName] ?? parent.namespaceURI;
  PAINTED.set(parent, follow(parent, PAINTED.get(parent) ?? [], nodes, 0, space));
}

/** Bring what stands in `parent`, `before`, to `nodes` from `first` on; returns what stands there then. */
function follow(parent, before, nodes, first, space) {
  const after = [];
  for (let k = first; k < nodes.length; k += 1) {
    const node = nodes[k];
    const isNothing = node === null || node === undefined || node === false || node.length === 0;
    if (!isNothing) after.push(place(parent, before[after.length], node, space));
  }
  for (let k = after.length; k < before.length; k += 1) before[k].there.remove();
  return after;
}

/** One node in the place of what stood there before, where anything did. */
function place(parent, was, node, space) {
  if (was?.node === node) return was;
  if (typeof node === "string") {
    if (typeof was?.node !== "string") return put(parent, was, { node, there: document.createTextNode(node) });
    was.there.data = node;
    was.node = node;
    return was;
  }
  const [tag, attributes] = node;
  const isSame = Array.isArray(was?.node) && was.node[0] === tag;
  const own = NAMESPACES[tag] ?? space;
  const now = isSame ? was : { node: [tag, {}], there: document.createElementNS(own, tag), children: [] };
  dress(now.there, now.node[1], attributes);
  now.children = follow(now.there, now.children, node, 2, own);
  now.node = node;
  return isSame ? now : put(parent, was, now);
}

function put(parent, was, made) {
  if (was) was.there.replaceWith(made.there);
  else parent.append(made.there);
  return made;
}

function dress(element, before, attributes) {
  for (const name in before) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const name in attributes) {
    const value = attributes[name];
    if (value === before[name]) continue;
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
}
