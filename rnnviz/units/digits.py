"""Numbers as sentences show them."""


def digits(value: float) -> str:
    """Three significant digits, and no exponent, such as −0.0213."""
    rounded = f"{value:.3g}"
    shown = rounded if "e" not in rounded else f"{value:.4f}" if abs(value) < 1 else f"{value:.0f}"
    return ("0" if float(shown) == 0 else shown).replace("-", "−")
