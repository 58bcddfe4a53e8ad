"""What the stage of the static edition is told: its networks, its texts, its limits, its words.

Names, help, limits and sentences are those of the app: each comes from where the app has it.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from rnnviz import readings, web
from rnnviz.address import caption, controls, link, link_fields
from rnnviz.address.elsewhere import far_carried
from rnnviz.address.link import PLACE, Link
from rnnviz.address.reading import CANNOT_BE_SHOWN, EARLY_STEPS, SHORT
from rnnviz.cells import CELLS, EVERY_CELL, EVOLUTION, TWO_WAY, Cell
from rnnviz.explain.context import lowest_loss
from rnnviz.export import torch_script
from rnnviz.export.numbers import COLUMNS
from rnnviz.fields import field_data
from rnnviz.fit import LOSS_REACHED
from rnnviz.locale import ENGLISH, N_, translator
from rnnviz.locale.writing import for_reader, traditional
from rnnviz.network import title
from rnnviz.practice.families import OF_CELLS
from rnnviz.practice.program import program
from rnnviz.presets import BUILT_IN, load, recall
from rnnviz.readings import TRENDS
from rnnviz.site.files import Put, packed
from rnnviz.site.own_cells import own_cells
from rnnviz.site.templates import template
from rnnviz.stage import standalone
from rnnviz.stage.strings import STRINGS
from rnnviz.stage.track import encoded
from rnnviz.tagging import NEAR, TASKS
from rnnviz.training.corpora import CORPORA

WORDS = {
    "directions": N_("Two directions"),
    "readingsField": controls.READINGS_FIELD,
    "showReadings": controls.SHOW_READINGS,
    "textInstead": controls.TEXT_INSTEAD,
    "feature": controls.FEATURE,
    "compared": controls.COMPARED,
    "networksBeside": controls.NETWORKS_BESIDE,
    "original": controls.ORIGINAL_TITLE,
    "settings": controls.SETTINGS,
    "hideSettings": controls.HIDE_SETTINGS,
    **controls.WEIGHTS,
    "learning": N_("Learning the text by heart …"),
    "single": N_("A single character has no next one to learn: its weights are random."),
    "noRuns": N_("Networks that this browser has trained can stand here too; there is none yet."),
    "keptTraining": N_("A training of this browser"),
    "otherMoment": controls.OTHER_MOMENT,
    "afterSteps": controls.AFTER_STEPS,
    "ownText": caption.OWN_TEXT,
    "own": controls.OWN,
    "cannotBeShown": CANNOT_BE_SHOWN,
    # Where the weights come from.
    "learnt": caption.LEARNT,
    "ofRun": caption.OF_RUN,
    "untaught": caption.RANDOM,
    "ofTask": caption.OF_TASK,
    "ofComparison": caption.OF_COMPARISON,
    "tagsLearnt": caption.TAGS_LEARNT,
    "reads": caption.READS,
    "readsUntaught": caption.READS_UNTAUGHT,
}
# What is said of a link that cannot be followed; `rnnviz/address/browser/link.js` fills it in.
REFUSALS = {
    "readingsTooLong": link_fields.READINGS_TOO_LONG,
    "readingsHaveNoTags": link_fields.READINGS_HAVE_NO_TAGS,
    "tooFewReadings": readings.TOO_FEW,
    "tooManyReadings": readings.TOO_MANY,
    "tooWide": readings.TOO_WIDE,
    "uneven": readings.UNEVEN,
    "noNumber": readings.NO_NUMBER,
    "tooManyBeside": link.TOO_MANY_BESIDE,
    "notBeside": link.NOT_BESIDE,
    "notARun": link.NOT_A_RUN,
    "noRun": link.NO_RUN,
    "noTask": link.NO_TASK,
    "noMoment": link.NO_MOMENT,
    "onlyCharacters": link_fields.ONLY_CHARACTERS,
    "unknownBeside": link.UNKNOWN_BESIDE,
}
LIMITS = {
    "beside": link.MAX_BESIDE,
    "bytes": link_fields.MAX_BYTES,
    "readings": readings.MOST_STEPS,
    "features": readings.MOST_FEATURES,
    "featuresWritten": readings.MOST_WRITTEN,
    "largest": readings.LARGEST,
    # Of a learning that takes long, in time steps times units, only the beginning is kept.
    "short": SHORT,
}
# In the order in which an address is read; languages have a way of their own.
FIELDS = tuple(name for name in link.FIELDS if name not in {*PLACE, "lang"})
# What every file of PyTorch code has, around the lines of its cell.
SCRIPT = {
    "imports": torch_script.IMPORTS,
    "loaded": torch_script.LOADED,
    "ofText": torch_script.OF_TEXT,
    "ofReadings": torch_script.OF_READINGS,
    "loss": torch_script.LOSS,
    "noLoss": torch_script.NO_LOSS,
}
# What `assets/save.js` replaces in the page of a saved stage.
TITLE_MARK, DATA_MARK, LANGUAGE_MARK, SIGNS_MARK = "%TITLE%", "%DATA%", "%LANGUAGE%", "%SIGNS%"
LAYERS = range(1, link.MAX_LAYERS + 1)


def stage_data(language: str, put: Put) -> dict[str, Any]:
    """See `site.d.ts`; the page adds the addresses of its modules and what fetches files."""
    _ = translator(language)
    return {
        **fields(language),
        "words": {name: _(words) for name, words in WORDS.items()},
        "sentences": {name: _(words) for name, words in (web.STRINGS | STRINGS).items()},
        "row": [{"name": name, **_control(one, _)} for name, one in controls.ROW.items()],
        "readingsControl": _control(controls.READINGS, _),
        "besideControl": _control(controls.BESIDE, _),
        "save": {
            **_control(controls.SAVE, _),
            "stageFile": _(controls.STAGE_FILE),
            "stageFileMeans": _(controls.STAGE_FILE_MEANS),
            "groups": [[_(words), forms] for words, forms in controls.SAVED],
            "forms": {form: _(words) for form, words in controls.FORMS.items()},
            "columns": list(map(_, COLUMNS)),
            "code": SCRIPT,
            "page": put(*packed("page", _page())),
            "signs": web.signs(language),
        },
        "examples": [_example(one, _) for one in controls.examples(language)],
        "files": {
            name: _templates(put, name, language, LAYERS[:1] if name in TWO_WAY else LAYERS)
            for name in EVERY_CELL | TWO_WAY
        },
        "ownCells": put(*packed(f"own.{language}", own_cells(language, LAYERS))),
        "built": _built(put),
        "practice": put(*packed("practice", _practice())),
        "corpora": {name: _(one.title) for name, one in CORPORA.items()},
        "tagsTold": {key: caption.told_tags(task, _) for key, task in TASKS.items()},
        "doors": {
            "own": _control(controls.OWN_LINE, _),
            "pages": [{"name": name, **_control(one, _)} for name, one in controls.DOORS.items()],
        },
        "moments": EARLY_STEPS,
        "elsewhere": far_carried(language),
    }


def _practice() -> dict[str, Any]:
    """Of each family of tasks with a network its cell and its program."""
    titled = {cell: name for name, cell in CELLS.items()}
    return {
        name: {"cell": titled[family.cell], "program": program(name)}
        for name, family in OF_CELLS.items()
    }


def fields(language: str) -> dict[str, Any]:
    """What `link.js` needs to read an address as `Link.from_query` does."""
    _ = translator(language)
    usual = Link()
    # The sizes of a network in two directions have all limits that sizes can have.
    two_way = Link(cell=next(iter(TWO_WAY)))
    return {
        "fields": {name: field_data(name, link.FIELDS[name](two_way, None), _) for name in FIELDS},
        "at": field_data("at", link.STEP, _),
        "places": PLACE,
        "firstTexts": link.FIRST_TEXTS,
        "first": for_reader(usual.text, language),
        "firstAtHome": Link.first(language).text,
        "usual": {name: getattr(usual, name) for name in FIELDS},
        "namingCells": link.NAMING_CELLS,
        "limits": LIMITS,
        "refusals": {name: _(words) for name, words in REFUSALS.items()},
        "networks": [_kind(name, cell, _) for name, cell in (EVERY_CELL | TWO_WAY).items()],
        "tasks": {
            key: {
                "sentences": task.sentences,
                # How far a network comes that sees one word, those before it, or all of them.
                "reached": {
                    sees: lowest_loss(task.sentences, sees) + NEAR
                    for sees in ("mlp", "rnn", "bidirectional")
                },
            }
            for key, task in TASKS.items()
        },
        "trends": TRENDS.tokens,
        "reached": LOSS_REACHED,
        "comparison": {
            "alphabets": [
                {
                    "symbols": [*one.symbols],
                    "filler": one.filler,
                    "mark": one.mark,
                }
                for one in recall.ALPHABETS
            ],
            "fillers": [recall.LENGTHS[0], recall.LENGTHS[-1]],
            "sizes": {name: recall.hidden_size(name) for name in recall.RECURRENT},
        },
    }


def _kind(name: str, cell: type[Cell], _: Callable[[str], str]) -> dict[str, Any]:
    return {
        "name": name,
        "title": _(title(name)),
        "about": f"{cell.title} · {cell.year} · {cell.paper}" if name in EVOLUTION else "",
        "isMain": name in CELLS,
        "oneWay": cell.name,
        "axes": cell.axes(),
    }


def _templates(put: Put, name: str, language: str, layers: range) -> list[str]:
    """The files of a network's templates, one for each number of layers."""
    return [
        put(*packed(f"{name}.{count}.{language}", template(name, count, language)))
        for count in layers
    ]


@cache
def _page() -> str:
    """The page of a saved stage, with marks in the place of its title, of what it shows, of its language and of the
    fonts for the signs of that: all else of it is the same in each."""
    page = standalone.page(TITLE_MARK, ENGLISH, DATA_MARK)
    page = page.replace(f'<html lang="{ENGLISH}">', f'<html lang="{LANGUAGE_MARK}">', 1)
    return page.replace(web.signs(ENGLISH), SIGNS_MARK, 1)


def _control(one: controls.Control, _: Callable[[str], str]) -> dict[str, str]:
    return {"title": one.title_in(_), "help": one.help_in(_)}


def _example(one: controls.Example, _: Callable[[str], str]) -> dict[str, Any]:
    return {**asdict(one), "title": _(one.title)}


def _built(put: Put) -> dict[str, Any]:
    """The weights that come with rnnviz, {file, learnt}: texts, by text, cell and size;
    comparisons, by cell."""
    texts = {}
    for one in BUILT_IN:
        for name in CELLS:
            if model := load(one.text, name, one.hidden_size):
                file = _weights(put, f"{one.key}-{name}", model.parameters)
                learnt = model.learnt and model.learnt._asdict()
                for text in (one.text, traditional(one.text)):
                    texts[f"{text} {name} {one.hidden_size}"] = {"file": file, "learnt": learnt}
    return {
        "texts": texts,
        "comparisons": {
            name: {
                "file": _weights(put, f"recall-{name}", recall.model(name).parameters),
                "learnt": None,
            }
            for name in recall.RECURRENT
        },
    }


def _weights(put: Put, name: str, parameters: Mapping[str, Any]) -> str:
    return put(*packed(name, encoded(parameters)))
