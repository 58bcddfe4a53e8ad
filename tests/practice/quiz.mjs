// Takes a homework as its package carries it, and gives it as a quiz.

import { quizOf } from "../../rnnviz/course/homework/quiz.js";

export default quizOf;
