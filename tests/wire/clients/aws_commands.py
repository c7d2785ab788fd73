"""`python -m tests.wire.clients.aws_commands`: the AWS command line, as many commands as come, one line of JSON each.

It is the driver behind `aws` itself, with its parser, its formatter and its exit codes; only what every start loads is
loaded once.
"""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

from awscli.clidriver import create_clidriver


def main() -> None:
    driver = create_clidriver()
    for line in sys.stdin:
        with redirect_stdout(io.StringIO()) as stdout, redirect_stderr(io.StringIO()) as stderr:
            code = driver.main(json.loads(line))
        sys.stdout.write(json.dumps([code, stdout.getvalue(), stderr.getvalue()]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
