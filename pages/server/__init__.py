"""What the server does around Streamlit: compression, security headers, the stage's files.

Nothing here draws and nothing here computes; `app.py` puts it in front of the pages.
"""

import os

# One thread for each reader's arrays: they are small, and the readers share the cores; several threads
# that wait for each other take ten times as long. NumPy reads this setting when it is imported, which
# happens after this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
