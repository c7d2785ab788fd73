"""Answers to a form: on to the next page with a sentence, or the form again."""

import pytest
from litestar import Response

from chabudai.web import answers, toasts
from chabudai.web.context import RequestContext
from chabudai.web.errors import (
    BadRequest,
    Conflict,
    InternalError,
    InvalidInput,
    NotFound,
    TooManyRequests,
    WebError,
    invalid_field,
)
from chabudai.web.forms import Form
from chabudai.web.toasts import Toast, UndoForm


def show(form: Form) -> Response[str]:
    told = "; ".join(f"{name}: {sentence}" for name, sentence in form.errors.items())
    return Response(f"{form['title']} | {told}")


def submit(refusal: WebError) -> Response[str]:
    def act() -> Response[str]:
        raise refusal

    return answers.submit(Form.of(title="typed"), act, show)


def test_an_act_that_works_answers_for_itself() -> None:
    done = Response("done")
    assert answers.submit(Form(), lambda: done, show) is done


@pytest.mark.parametrize(
    ("refusal", "status", "content"),
    [
        (invalid_field("title", "Too long."), 422, "typed | title: Too long."),
        (Conflict("Changed."), 409, "typed | form: Changed."),
        (InvalidInput("No."), 422, "typed | form: No."),
        (NotFound(details=[("category", "Gone.")]), 404, "typed | category: Gone."),
    ],
)
def test_a_refused_form_comes_back_as_it_was_with_what_is_wrong(refusal: WebError, status: int, content: str) -> None:
    answer = submit(refusal)
    assert (answer.status_code, answer.content) == (status, content)


def test_what_the_answers_head_has_to_say_comes_along() -> None:
    assert submit(TooManyRequests(30)).headers["retry-after"] == "30"


@pytest.mark.parametrize("refusal", [NotFound(), BadRequest(), InternalError("1")])
def test_what_no_form_could_put_right_is_no_answer_to_it(refusal: WebError) -> None:
    with pytest.raises(type(refusal)):
        submit(refusal)


def test_what_was_done_is_told_on_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[tuple[Toast, bool]] = []
    monkeypatch.setattr(toasts, "leave", lambda _, toast, joined=None: left.append((toast, joined is not None)))
    context = object.__new__(RequestContext)
    object.__setattr__(context, "jar", None)
    undo = UndoForm("/undo", {"id": "1"})
    answer = answers.redirect_with_toast(context, "/list?q=a", "Saved.", undo)
    assert (answer.status_code, answer.headers["location"]) == (303, "/list?q=a")
    answers.redirect_with_joined_toast(context, "/list", "Gone.", undo, "trash", str)
    assert left == [(Toast("Saved.", undo=undo), False), (Toast("Gone.", undo=undo, group="trash"), True)]
