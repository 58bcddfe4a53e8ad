// What a lecturer asks the class: by himself, or because the stage asks it.

/** @import {Desk} from "../desk.d.ts" */
/** @import {Question, Said} from "../messages.d.ts" */

// Milliseconds after which a lecture goes on without the server.
export const HEARD_WITHIN = 2000;

/**
 * desk(): the room and the question that stands; say(message): to the class.
 *
 * @param {() => Desk} desk
 * @param {(message: Said) => void} say
 * @returns {Pick<Desk, "ask" | "asked" | "isAsking" | "isOnStage" | "show" | "reveal" | "answer" | "waits" | "end"> &
 *   {choiceOf: (question: Question) => number | null, hasEnded: (question: Question) => boolean, heard(): void}}
 */
export function asker(desk, say) {
  // The question of the stage that the class was asked last.
  let own = "";
  // The question that the lecturer has answered, {id, choice}; choice null where its answer is only to be shown.
  let given = null;
  // The question that the lecturer has put away last.
  let ended = "";
  // When the class was asked something of which the server has said nothing yet.
  let sent = 0;

  /** Who drives no room asks nothing. A question is {text, choices, truth}, or {about}, which the server words. */
  function ask(question) {
    const at = desk();
    if (at.room === null || !at.news.drives) return false;
    sent = Date.now();
    say({ ask: question });
    return true;
  }
  /** The class sees the right answer, and the lecturer whether `choice` is it; null where he gives none. */
  function answer(choice) {
    const at = desk();
    if (at.question === null) return;
    given = { id: at.question.id, choice };
    at.question = { ...at.question, mine: choice };
    say({ reveal: true });
  }
  return {
    ask,
    answer,
    isAsking: () => Date.now() - sent < HEARD_WITHIN,
    heard() {
      sent = 0;
    },
    /** The stage asks a question, or no longer: the class is asked the same, and sees the answer with the lecturer. */
    asked(question, isAnswered) {
      const at = desk();
      if (at.room === null || at.news.present === 0) return;
      if (own && isAnswered) answer(null);
      else if (own) say({ end: true });
      own = question?.key ?? "";
      if (question !== null) ask({ about: question.about, truth: question.truth });
    },
    isOnStage: () => own !== "",
    show: (show) => say({ show }),
    reveal: () => answer(null),
    /** Whether the question that stands waits for its answer: once that was asked for, the lecture goes on. */
    waits() {
      const { question, news } = desk();
      return question !== null && news.drives && !question.isOver && given?.id !== question.id;
    },
    /** It is put away here at once, also while there is no connection: the lecture goes on. */
    end() {
      const at = desk();
      ended = at.question?.id ?? "";
      at.question = null;
      say({ end: true });
      at.draw();
    },
    hasEnded: ({ id }) => id === ended,
    choiceOf: ({ id }) => (given?.id === id ? given.choice : null),
  };
}
