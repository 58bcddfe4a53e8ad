// Takes what the page "Practice" is told and addresses of homework; gives what each asks, or what of it cannot be, and
// the address that is made of it again.

import { fromQuery, queryOf } from "../../rnnviz/course/homework/link.js";
import { nameOf } from "../../rnnviz/course/homework/kinds.js";

export default ({ told, queries }) =>
  queries.map((query) => {
    const found = fromQuery(new URLSearchParams(query), told);
    if (!("homework" in found)) return { damaged: [found.name, found.value] };
    const { data, ...asked } = found.homework;
    return { ...asked, kinds: data.families.map(nameOf), again: queryOf(found.homework) };
  });
