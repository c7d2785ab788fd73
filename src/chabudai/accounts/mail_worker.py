"""The worker of the site's mail: the spool's, which also looks into the reset links that were asked for."""

from functools import partial

from chabudai.accounts import reset_requests
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool.delivery import WantedChecks
from chabudai.accounts.spool.worker import SpoolWorker


def new_mail_worker(accounts: Accounts, checks: WantedChecks) -> SpoolWorker:
    """`checks` are the apps': which of the emails that wait are still wanted."""
    own: WantedChecks = {reset_requests.KIND: partial(reset_requests.is_wanted, accounts)}
    return SpoolWorker(accounts.spool, {**own, **checks}, partial(reset_requests.answer_requests, accounts))
