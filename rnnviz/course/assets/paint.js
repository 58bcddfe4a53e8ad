// A picture as a tree, [tag, attributes, ...children], brought into a document by changing only what differs: an
// element that is being dragged, or has the focus, stays the same element.

const NAMESPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };

/** Make the children of `parent` what `nodes` say; null and false stand for nothing. */
export function paint(parent, nodes, space = NAMESPACES[parent.localName] ?? parent.namespaceURI) {
  const wanted = nodes.flat(1).length
    ? nodes.filter((node) => node !== null && node !== undefined && node !== false)
    : [];
  wanted.forEach((node, k) => {
    const there = parent.childNodes[k];
    if (typeof node === "string") {
      if (there?.nodeType !== Node.TEXT_NODE) put(parent, document.createTextNode(node), there);
      else if (there.data !== node) there.data = node;
      return;
    }
    const [tag, attributes, ...children] = node;
    const element = there?.localName === tag ? there : put(parent, create(tag, space), there);
    dress(element, attributes);
    if (attributes.html !== true) paint(element, children, NAMESPACES[tag] ?? element.namespaceURI);
  });
  while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
}

function put(parent, made, there) {
  if (there) there.replaceWith(made);
  else parent.append(made);
  return made;
}

function create(tag, space) {
  return document.createElementNS(NAMESPACES[tag] ?? space, tag);
}

function dress(element, attributes) {
  for (const { name } of [...element.attributes]) {
    if (!(name in attributes) && name !== "data-lit") element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
  }
}
