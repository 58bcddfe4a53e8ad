"""The lecture plans that come with rnnviz: of 20, 45 and 90 minutes, their minutes view by view.

Together they go through every cell of the documents phase by phase, and through the Units page.
"""

from dataclasses import replace
from functools import cache

from rnnviz.hall.lecture_plans import LecturePlan, Stop
from rnnviz.locale import LANGUAGES, N_, translator

# The views, in the order in which the shorter plans show them.
TABLE = Stop(
    "why_history?section=table",
    N_(
        "Which character comes after these letters? Let the class guess, then type one "
        "letter more, and one more: how much is left to count?"
    ),
    N_("Which character comes after these letters?"),
)
EMPTY = Stop(
    "why_history?section=empty",
    N_(
        "Ask: what happens to the table when we look one character further back? Let "
        "them vote, then show the answer: a curve of it appears."
    ),
    N_("How many of all sequences of six letters stand in the text?"),
)
STATE = Stop(
    "why_history?section=state",
    N_("Instead of a longer table: a vector that is carried along. Say its name."),
    N_("Instead of a longer table: a vector that is carried along."),
)
NO_STATE = Stop(
    "step?cell=mlp&text=to+be+or+not+to+be&t=2&view=sum&cover=2",
    N_(
        "No state: what this network says after “o” depends on “o” alone. Step on and "
        "find the next “o”."
    ),
    N_("No state: what does this network say after each “o”?"),
)
WITH_STATE = Stop(
    "step?cell=rnn&text=to+be+or+not+to+be&beside=mlp",
    N_(
        "The same text with and without a state. Before you step: at which “o” will the two differ?"
    ),
    N_("The same text with and without a state: at which “o” will the two differ?"),
)
SUM = Stop(
    "step?cell=rnn&t=2&phase=hidden&unit=7&view=sum&cover=2",
    N_(
        "One unit, one number. Let them vote, then show which terms come from the "
        "input and which from the state before."
    ),
    N_("One unit: which is larger, what comes from the input or from the state before?"),
)
INITIAL = Stop(
    "step?cell=rnn&t=5&phase=hidden",
    N_(
        "Unit 1 of the initial state is 0 here. The next view has it at 1: ask how many "
        "steps later one will still see it."
    ),
    N_("The initial state is going to be changed. For how many steps will one see it?"),
)
CHANGED = Stop(
    "step?cell=rnn&t=5&phase=hidden&view=difference&changes=H0.1%3D1",
    N_("Count the steps in which anything differs, and compare with the guesses."),
    N_("The initial state is changed by hand: this is what differs."),
)
BOTH_TRAINED = Stop(
    "why_state?section=train",
    N_("Train both before their eyes. Let them guess first which loss stops falling."),
    N_("Both are trained: whose loss stops falling first?"),
)
FORGET = Stop(
    "step?t=2&phase=forget&unit=7&cover=2",
    N_(
        "The forget gate: one number between 0 and 1 a unit. What does 0 mean, what 1? "
        "Let them vote, then show the number."
    ),
    N_("The forget gate: will it keep what this unit remembers, or erase it?"),
)
FORGET_SUM = Stop(
    "step?t=4&phase=forget&unit=8&view=sum&cover=4",
    N_("One gate as a sum: ask which term decides it, then open the largest bar."),
    N_("One gate as a sum: which term is larger?"),
)
CANDIDATE = Stop(
    "step?t=3&phase=candidate",
    N_("The candidate: what could be written. It is not written yet; ask who decides."),
    N_("The candidate: what could be written. Who decides whether it is?"),
)
MEMORY = Stop(
    "step?t=3&phase=memory",
    N_(
        "Old memory times forget, plus candidate times input. Before you come here, "
        "compute one unit on the board together, with the numbers of the view before."
    ),
    N_("Old memory times forget, plus candidate times input: one unit, computed."),
)
LEDGER = Stop(
    "step?t=5&view=ledger",
    N_("What the memory holds now, written when? Ask which character is still there."),
    N_("What the memory holds now, and when that was written."),
)
RIGHT = Stop(
    "step?t=5",
    N_("All predictions are right. The next view erases the memory at each step."),
    N_("From step 2 on we hold all forget gates at 0. Which predictions will go wrong?"),
)
ERASED = Stop(
    "step?t=2&phase=memory&changes=F.*.2-5%3D0",
    N_("Step to the end: which predictions go wrong? None: H still tells the characters apart."),
    N_("From step 2 on all forget gates are held at 0."),
)
WITNESSES = Stop(
    "step?t=5&view=witnesses&cover=5",
    N_("Which characters speak for the prediction, and which against it?"),
    N_("Which character will it predict, and which characters speak for it?"),
)
KEEP = Stop(
    "why_gates?section=keep",
    N_("A gate is a length of memory: drag it, and read off how many steps remain."),
    N_("A gate of 0.9 at every step: how much of a state is left after 30 steps?"),
)
UNTRAINED = Stop(
    "step?cell=gru&weights=random&cover=1",
    N_("Before any training: random weights. Ask how good the guesses can be."),
    N_("Before any training: how good can the guesses be?"),
)
GUESS = Stop(
    "softmax?section=loss",
    N_("What does a wrong guess cost? Agree on a number for guessing blindly."),
    N_("All of 27 characters are equally likely. What does a guess cost?"),
)
TRAIN = Stop(
    "train?corpus=helicopter",
    N_("Let them draw the curve in the air, then press Space and watch the loss fall."),
    N_("What will the curve of the loss look like?"),
)
TRAINED = Stop(
    "step?cell=gru",
    N_("The first network again, now trained. Let them guess, then step to the end."),
    N_("The first network again, now trained: which step will be the hardest?"),
)
RACE = Stop(
    "train?corpus=helicopter&cell=race",
    N_("RNN, GRU and LSTM with as many parameters. Take a vote on who wins, then start."),
    N_("RNN, GRU and LSTM with as many parameters: who wins?"),
)
LOWEST = Stop(
    "why_state?section=lowest",
    N_(
        "Ask before you come here why a loss does not reach 0: what the network sees is "
        "the same, what is right is not."
    ),
    N_("How low a loss can go."),
)
BY_HAND = Stop(
    "backprop",
    N_("Begin small: an error goes back by one product a step. Do one by hand."),
    N_("An error goes back by one product a step."),
)
BACKWARDS = Stop(
    "step?cell=rnn&t=5&way=back&phase=hidden",
    N_("The same room backwards: the arrows turn. Ask which way time runs now, and step on."),
    N_("The same steps backwards: the arrows have turned."),
)
REACH = Stop(
    "step?cell=rnn&t=5&view=reach",
    N_("How far back does each loss reach? Read one row aloud, from right to left."),
    N_("How far back each loss reaches."),
)
FACTOR = Stop(
    "gradients?section=factor",
    N_(
        "One step is one factor. Ask: what becomes of 0.9 after thirty steps, of 1.1? "
        "Then stretch the matrix to both."
    ),
    N_("One step is one factor: what becomes of 0.9 after thirty steps, and of 1.1?"),
)
TRIANGLE = Stop(
    "gradients?section=triangle",
    N_("All pairs at once. Which cells have rows that do not fade?"),
    N_("All pairs of steps at once: how much arrives from one at the other."),
)
ROAD = Stop(
    "gradients?section=road",
    N_("The memory of an LSTM is a road with few tolls. Is it true that it is free?"),
    N_("Does the gradient of an LSTM vanish?"),
)
LSTM_REACH = Stop(
    "step?t=5&view=reach",
    N_("The reach of an LSTM. Compare it with the RNN, a few views ago."),
    N_("How far back it reaches in an LSTM."),
)
CLIP = Stop(
    "gradients?section=clip",
    N_("The other end: gradients that explode. Show what clipping keeps and cuts."),
    N_("The other end: gradients that explode."),
)
DECIDES = Stop(
    "gradients?section=decides",
    N_("Close with the question of the beginning: what decides how far back it goes?"),
    N_("What decides how far back a gradient goes."),
)
GRU_STEP = Stop(
    "step?cell=gru",
    N_(
        "Two gates and one state. Ask how many arrows lead to the next step: one. Count them again "
        "when the LSTM comes."
    ),
    N_("A GRU: two gates, and one state that is carried on."),
)
RESET = Stop(
    "step?cell=gru&t=2&phase=reset",
    N_(
        "The reset gate says how much of the old state the candidate sees. Ask what 0 means, and what "
        "1; then read one unit aloud."
    ),
    N_("The reset gate: how much of the old state the candidate sees."),
)
UPDATE = Stop(
    "step?cell=gru&t=2&phase=update&unit=8&cover=2",
    N_(
        "Here Z keeps the old state and 1 − Z takes the candidate; other books have it the other way "
        "round. Let them vote, then show the number."
    ),
    N_("The update gate: will this unit keep its old state, or take the candidate?"),
)
GRU_CANDIDATE = Stop(
    "step?cell=gru&t=2&phase=candidate",
    N_(
        "The candidate is made of the input, and of what the reset gate lets through. Read one unit "
        "aloud."
    ),
    N_("The candidate: made of the input, and of what the reset gate lets through."),
)
GRU_STATE = Stop(
    "step?cell=gru&t=3&phase=hidden&unit=5&cover=3",
    N_(
        "Z times the old state, plus 1 − Z times the candidate: it lies between the two. Let them "
        "vote, then compute this unit on the board together."
    ),
    N_("The new state mixes the old one with the candidate: will this unit rise or fall?"),
)
LSTM_STEP = Stop(
    "step",
    N_(
        "Three gates, and two arrows to the next step. Ask which of them is the memory, and which one "
        "the prediction reads."
    ),
    N_("An LSTM: three gates, a hidden state, and a memory."),
)
INPUT = Stop(
    "step?t=3&phase=input",
    N_(
        "The input gate says how much of the candidate is written. Nothing ties it to the forget "
        "gate: ask what both of them at 1 do."
    ),
    N_("The input gate: how much of the candidate is written."),
)
OUTPUT = Stop(
    "step?t=3&phase=output",
    N_(
        "What is remembered need not be shown yet: the output gate decides. Ask when a network would "
        "keep something to itself."
    ),
    N_("The output gate: how much of the memory is shown."),
)
LSTM_STATE = Stop(
    "step?t=3&phase=hidden&unit=7&cover=3",
    N_(
        "The output gate times tanh of the memory. It goes to the prediction and to the next step; "
        "the memory goes to the next step alone. Let them vote, then show the number."
    ),
    N_("The hidden state is what of the memory is shown: will this unit rise or fall?"),
)
THREE = Stop(
    "step?beside=rnn,gru",
    N_(
        "Three cells, one text. Step to the end and compare the losses: which cell finds which step "
        "hard? Then ask which of them you would take, and why."
    ),
    N_("Three cells read one text, step by step."),
)
UNITS = Stop(
    "units?net=brackets",
    N_(
        "One of its units, character by character. Press Q: the class says whether the unit tells "
        "the label, before the verdict stands there. Then test it: hold it at its mean."
    ),
    N_("A GRU has read nested brackets: this is one of its units, character by character."),
)
CHANCE = Stop(
    "one_unit?section=chance",
    N_(
        "Of many units the best one always looks good. Ask how to tell luck from knowledge; then "
        "shift the label along the text."
    ),
    N_("The best of many units always looks good: knowledge, or luck."),
)


# The gated cells phase by phase, up to the LSTM's memory, with minutes.
GATED = (
    (GRU_STEP, 2),
    (RESET, 3),
    (UPDATE, 3),
    (GRU_CANDIDATE, 2),
    (GRU_STATE, 3),
    (LSTM_STEP, 2),
    (FORGET, 3),
    (INPUT, 2),
    (OUTPUT, 2),
    (CANDIDATE, 2),
)


def _timed(*stops: tuple[Stop, int]) -> tuple[Stop, ...]:
    """Stops with their minutes in a plan."""
    return tuple(replace(stop, minutes=minutes) for stop, minutes in stops)


BUILT_IN = (
    LecturePlan(
        N_("Why a hidden state (20 min)"),
        _timed(
            (TABLE, 3),
            (EMPTY, 2),
            (STATE, 1),
            (NO_STATE, 2),
            (WITH_STATE, 2),
            (SUM, 3),
            (INITIAL, 2),
            (CHANGED, 2),
            (BOTH_TRAINED, 3),
        ),
    ),
    LecturePlan(
        N_("Inside an LSTM (20 min)"),
        _timed(
            (LSTM_STEP, 2),
            (FORGET, 2),
            (FORGET_SUM, 3),
            (CANDIDATE, 1),
            (MEMORY, 3),
            (LEDGER, 2),
            (RIGHT, 1),
            (ERASED, 2),
            (WITNESSES, 2),
            (KEEP, 2),
        ),
    ),
    LecturePlan(
        N_("Training live (20 min)"),
        _timed(
            (UNTRAINED, 2),
            (GUESS, 3),
            (TRAIN, 5),
            (TRAINED, 3),
            (RACE, 5),
            (LOWEST, 2),
        ),
    ),
    LecturePlan(
        N_("Why gradients vanish (20 min)"),
        _timed(
            (BY_HAND, 3),
            (BACKWARDS, 2),
            (REACH, 2),
            (FACTOR, 3),
            (TRIANGLE, 2),
            (ROAD, 3),
            (LSTM_REACH, 1),
            (CLIP, 2),
            (DECIDES, 2),
        ),
    ),
    LecturePlan(
        N_("RNN, GRU and LSTM, step by step (45 min)"),
        _timed(
            (STATE, 1),
            (NO_STATE, 2),
            (WITH_STATE, 3),
            (SUM, 3),
            (INITIAL, 2),
            (CHANGED, 2),
            *GATED,
            (MEMORY, 3),
            (LSTM_STATE, 2),
            (THREE, 3),
        ),
    ),
    LecturePlan(
        N_("From counting to what a unit knows (90 min)"),
        _timed(
            (TABLE, 4),
            (EMPTY, 3),
            (STATE, 1),
            (NO_STATE, 2),
            (WITH_STATE, 3),
            (SUM, 3),
            (BY_HAND, 4),
            (BACKWARDS, 3),
            (REACH, 2),
            (FACTOR, 4),
            *GATED,
            (MEMORY, 4),
            (LSTM_STATE, 2),
            (ROAD, 3),
            (LSTM_REACH, 1),
            (UNTRAINED, 2),
            (GUESS, 3),
            (TRAIN, 5),
            (RACE, 6),
            (LOWEST, 2),
            (UNITS, 5),
            (CHANCE, 4),
        ),
    ),
)


@cache
def _of_ours() -> dict[str, str]:
    """The sentences of the built-in plans, by what they are in any language."""
    asked = {stop.ask for plan in BUILT_IN for stop in plan.stops if stop.ask}
    return {translator(language)(ask): ask for language in LANGUAGES for ask in asked}


def sentence_in(told: str, language: str) -> str:
    """A sentence as a reader of this language reads it: one of a lecturer's own as it is."""
    ours = _of_ours().get(told)
    return told if ours is None else translator(language)(ours)
