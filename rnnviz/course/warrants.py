"""What the page "How we know" says of our numbers."""

from functools import cache

from rnnviz.explain.warrants import power, recorded


@cache
def texts() -> dict[str, str]:
    """What stands for {{name}} in the page's prose: of each measure, such as lstm_states, its largest difference, and
    as lstm_states_of of how many numbers; worst_slopes, the largest of all slopes, and so of what else every cell has;
    and the date."""
    measures = recorded().warrants
    found = {"date": recorded().date}
    for what in ("quantities", "partials", "slopes"):
        found[f"worst_{what}"] = power(max(one.largest for one in measures if one.what == what))
    for one in measures:
        name = f"{one.network}_{one.what}"
        found |= {name: power(one.largest), f"{name}_of": f"{one.numbers:,}"}
    return found
