"""`python -m tests.documents`: write every document that is made from the code."""

from tests.documents import compatibility, site

for document in (compatibility, site):
    document.DOCUMENT.write_text(document.render())
