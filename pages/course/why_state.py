"""Why, 2: a network without and with a hidden state tags parts of speech (000, 001)."""

import streamlit as st

from pages.course import controls, experiments
from pages.course.prose import Prose
from pages.shared import stage
from pages.shared.language import translate
from rnnviz.explain.context import lowest_loss
from rnnviz.figures.bars import bars
from rnnviz.figures.maps import tag_map
from rnnviz.locale import N_
from rnnviz.tagging import AFTER, BEFORE, NEAR, NETWORKS, TAG_TITLES, TASKS

TITLES = {"mlp": "MLP", "rnn": "RNN", "bidirectional": N_("Bidirectional")}

_ = translate()
prose = Prose("why_state")
prose.say("intro")
for words, tags in BEFORE.sentences:
    st.markdown(" ".join(f"**{word}**/{tag}" for word, tag in zip(words, tags, strict=True)))
prose.say("task_before")
if prose.ask("ask_mlp"):
    left, right = st.columns(2, gap="large")
    with left:
        prose.say("equations")
    with right:
        prose.say("formulas")

    prose.say("train", near=NEAR)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        task = TASKS[controls.one_of(_(N_("Sentences")), "task", tuple(TASKS), "before",
                                   lambda key: _(TASKS[key].title))]  # fmt: skip
        network = controls.one_of(_(N_("Network")), "network", tuple(NETWORKS), "mlp",
                                lambda key: _(TITLES[key]))  # fmt: skip
        seed = controls.one_of(_(N_("First weights")), "first", range(4), 0, lambda k: str(k + 1),
                             _(N_("Trained anew from other random weights.")))  # fmt: skip
    with st.spinner(_(N_("Training …"))):
        model = experiments.trained_tagger(task.key, network, seed)
        losses = [experiments.tagging_loss(task.key, key, seed) for key in NETWORKS]
    titles = [_(TAG_TITLES[tag]) for tag in task.tags]
    columns = st.columns([len(words) + 2 for words, _tags in task.sentences])
    for k, (words, tags) in enumerate(task.sentences):
        P = model.trace(words)["Y_hat"][:, 0]
        given = zip(task.tags, P[words.index(task.asked)], strict=True)
        with columns[k]:
            prose.figure(tag_map(words, task.tags, P, tags, task.asked, titles), f"tags{k + 1}",
                         sentence="".join(words), asked=task.asked,
                         given=", ".join(f"{tag} {p:.3f}" for tag, p in given))  # fmt: skip

    left, right = st.columns(2, gap="large")
    with left:
        prose.say("lowest", bound=lowest_loss(BEFORE.sentences, "mlp"),
                  reached=experiments.tagging_loss("before", "mlp", seed))  # fmt: skip
    with right:
        bounds = [lowest_loss(task.sentences, key) for key in NETWORKS]
        names = [_(title) for title in TITLES.values()]
        prose.figure(bars(names, losses, "loss", _(N_("mean loss, in nats")), (0, 0.45), digits=4,
                          marks=bounds, marks_name=_(N_("lowest possible"))), "lowest",
                     losses=[round(loss, 4) for loss in losses],
                     bounds=[round(bound, 4) for bound in bounds])  # fmt: skip
    prose.say("loose", window=lowest_loss(BEFORE.sentences, "window"))
    prose.ask("ask_after", bound=lowest_loss(AFTER.sentences, "rnn"))

    prose.say("stage")
    k = controls.one_of(_(N_("Sentence")), "sentence", range(2), 1,
                      lambda k: "".join(task.sentences[k][0]))  # fmt: skip
    stage.show_trace(model.trace(*task.sentences[k]), f"{task.key} {network} {seed} {k}",
                     _(N_("trained on two sentences")))  # fmt: skip
    prose.ask("ask_features", q=len(task.tags), twice=2 * len(task.tags))
prose.end()
