"""What rnnviz promises, measured: `python -m benchmarks.NAME`, with `--json` for one JSON object.

Milliseconds depend on the machine; the ratios, taken within one run, are what matters.
"""
