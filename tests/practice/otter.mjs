// Takes a homework as its package carries it, and gives it as a notebook.

import { notebookOf } from "../../rnnviz/course/homework/otter.js";

export default notebookOf;
