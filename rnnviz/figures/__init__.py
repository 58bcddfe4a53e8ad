"""Arrays → Plotly figures: fixed scales, hover text, one hue a quantity, no widgets."""
