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
  // The question that the lecturer has answered, {name, choice}; choice null where its answer is only to be shown.
  let given = null;
  // The question that the lecturer has put away last.
  let ended = "";
  // How many questions stood on the hall's screen alone.
  let stood = 0;
  // When the class was asked something of which the server has said nothing yet.
  let sent = 0;

  /**
   * A question is {text, choices, truth}, or {about}, which the server words. Where there is no room, one of the
   * lecturer's own stands on the hall's screen alone.
   */
  function ask(question) {
    const at = desk();
    if (at.room === null) return stand(question);
    if (!at.news.drives) return false;
    sent = Date.now();
    say({ ask: question });
    return true;
  }
  /** Each room counts its questions anew. */
  const nameOf = ({ id }) => `${desk().room?.code ?? ""} ${id}`;
  /** A question is put to those who look at the screen: nobody votes. */
  function stand({ text, choices, truth }) {
    const at = desk();
    if (text === undefined) return false;
    stood += 1;
    const id = `screen ${stood}`;
    const untouched = { isOver: false, mine: null, ofStage: false, ranges: null };
    at.question = { id, text, choices, truth, ...untouched, isOnScreen: true };
    at.draw();
    return true;
  }
  /** The class sees the right answer, and the lecturer whether `choice` is it; null where he gives none. */
  function answer(choice) {
    const at = desk();
    if (at.question === null) return;
    given = { name: nameOf(at.question), choice };
    at.question = { ...at.question, mine: choice, isOver: at.question.isOver || isOnScreen(at.question) };
    if (isOnScreen(at.question)) at.draw();
    else say({ reveal: true });
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
      return question !== null && news.drives && !question.isOver && given?.name !== nameOf(question);
    },
    /** It is put away here at once, also while there is no connection: the lecture goes on. */
    end() {
      const at = desk();
      const isOfRoom = !isOnScreen(at.question);
      ended = at.question ? nameOf(at.question) : "";
      at.question = null;
      if (isOfRoom) say({ end: true });
      at.draw();
    },
    hasEnded: (question) => nameOf(question) === ended,
    choiceOf: (question) => (given?.name === nameOf(question) ? given.choice : null),
  };
}

const isOnScreen = (question) => question?.isOnScreen === true;
