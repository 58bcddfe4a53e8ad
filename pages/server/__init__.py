"""What the server does around Streamlit: compression, security headers, the stage's files.

Nothing here draws and nothing here computes; `app.py` puts it in front of the pages.
"""
