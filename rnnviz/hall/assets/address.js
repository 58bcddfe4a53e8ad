// Where a page of ours is, as a link without the server's name.

export function viewOfAddress() {
  const name = location.pathname.split("/").pop() || "step";
  return withoutAnswers(`${name}${location.search}`);
}

/** Which answers its lecturer has ticked is nothing for the class. */
export function withoutAnswers(view) {
  const [name, query = ""] = view.split("?");
  const told = [...new URLSearchParams(query)].filter(([key]) => !key.startsWith("answer_"));
  return told.length === 0 ? name : `${name}?${new URLSearchParams(told)}`;
}
