"""`python -m tests.documents`: write every document that is made from the code."""

from tests.documents import compatibility

compatibility.DOCUMENT.write_text(compatibility.render())
