"""`python -m tests.apps.shogi.killed_analysis_worker DATABASE`: a worker that thinks until it is killed."""

import sys
import time

from tests import engines
from tests.apps.shogi.analysing import FOREVER

from chabudai import table
from chabudai.adapters import clock
from chabudai.apps.shogi.analysis_runs import AnalysisTools
from chabudai.apps.shogi.analysis_worker import AnalysisWorker


def main(database: str) -> None:
    command = engines.require()
    with table.open(database) as store, AnalysisWorker(AnalysisTools(store, clock.now, lambda: command, FOREVER)):
        time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
