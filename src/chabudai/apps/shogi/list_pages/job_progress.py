"""A job on its page: how far it is, told anew by itself; stopped, gone on with, and what could not be read."""

from litestar import Response

from chabudai.apps.shogi import imports, jobs, quotas
from chabudai.apps.shogi.list_pages.addresses import folder_url
from chabudai.apps.shogi.list_pages.job_cards import describe_job, job_url
from chabudai.apps.shogi.messages import gettext
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.files import download
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post


@get("/jobs/{job_id:str}")
def show_job(
    job_id: FromPath[str], owner: Injected[Owner], pages: Injected[Pages], cursor: FromQuery[str] = ""
) -> Response[str]:
    job = jobs.find(owner, job_id)
    card = describe_job(job)
    refused = imports.find_refused(owner, job_id, cursor or None) if card.refused else None
    return pages.page(
        "shogi/job.html",
        job=card,
        usage=quotas.find_limits(owner).games,
        refused=refused.files if refused else (),
        more=f"{card.url}?cursor={refused.cursor}" if refused and refused.cursor else None,
        target=folder_url(card.target),
    )


@post("/jobs/{job_id:str}/stop")
def stop(job_id: FromPath[str], owner: Injected[Owner]) -> Response[str]:
    jobs.stop(owner, job_id)
    return see_other(job_url(job_id))


@post("/jobs/{job_id:str}/resume")
def resume(job_id: FromPath[str], owner: Injected[Owner]) -> Response[str]:
    imports.resume(owner, job_id)
    return see_other(job_url(job_id))


@post("/jobs/{job_id:str}/delete")
def delete(job_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """The report goes, and what was not taken in; games that are kept stay."""
    jobs.discard(owner, job_id)
    return redirect_with_toast(context, "/shogi/files", gettext("The report is deleted. Your games stay."))


@get("/jobs/{job_id:str}/refused.zip")
def refused_files(job_id: FromPath[str], owner: Injected[Owner]) -> Response[bytes]:
    return download(imports.write_refused(owner, job_id), "shogi-to-check.zip", "application/zip")
