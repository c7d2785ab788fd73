"""`python -m tests.documents`: write every document that is made from the code."""

from tests.documents import compatibility, errors, site

for document in (compatibility, errors, site):
    document.DOCUMENT.write_text(document.render())
