"""Engines that misbehave, as scripts: each begins with the same words and then does what its name says."""

import sys
from pathlib import Path
from typing import Final

from chabudai.adapters.usi import EngineCommand, EngineTimeouts

PATIENT: Final = EngineTimeouts(start=60.0, ready=60.0, search=60.0, stop=60.0, quit=0.3)
"""What comes may take as long as a busy machine needs."""
QUICK: Final = EngineTimeouts(start=60.0, ready=60.0, search=0.3, stop=0.3, quit=0.3)
"""For what never comes."""

_HEAD = """
import os, signal, subprocess, sys, time
out = sys.stdout
def say(text):
    out.write(text); out.flush()
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return line.split()
def greet():
    while True:
        words = hear()
        if words[0] == "usi":
            say("id name Fake 1\\noption name USI_Hash type spin default 1 min 1 max 9\\nusiok\\n")
        elif words[0] == "isready":
            say("readyok\\n")
        elif words[0] == "quit":
            sys.exit(0)
        elif words[0] == "go":
            return words
"""

_BODIES: Final = {
    "silent_from_the_start": "time.sleep(600)",
    "ends_at_once": "sys.stderr.write('no such file: nn.bin\\n'); sys.exit(3)",
    "rubbish_from_the_start": "os.write(1, b'\\xff\\xfe\\x00 usiok? nein\\n' * 100)\ntime.sleep(600)",
    "silent_while_it_thinks": "greet()\ntime.sleep(600)",
    "crashes_while_it_thinks": (
        "greet()\nsay('info depth 3 score cp 20 pv 7g7f\\n')\nos.kill(os.getpid(), signal.SIGKILL)"
    ),
    "crashes_at_the_third_position": (
        "for move in ('7g7f', '3c3d'):\n"
        "    greet()\n    say('info depth 3 score cp 20 pv ' + move + '\\nbestmove ' + move + '\\n')\n"
        "greet()\nsay('info depth 3 score cp 20 pv 2g2f\\n')\nos.kill(os.getpid(), signal.SIGKILL)"
    ),
    "answers_at_once": (
        "while True:\n"
        "    for move in ('7g7f', '3c3d'):\n"
        "        greet()\n        say('info depth 3 score cp 0 pv ' + move + '\\nbestmove ' + move + '\\n')"
    ),
    "notes_what_it_is_asked": (
        "while True:\n"
        "    words = hear()\n"
        "    if words[0] == 'usi':\n"
        "        say('id name Fake 1\\noption name USI_Hash type spin default 1 min 1 max 9\\nusiok\\n')\n"
        "    elif words[0] == 'isready':\n        say('readyok\\n')\n"
        "    elif words[0] == 'quit':\n        sys.exit(0)\n"
        "    elif words[0] == 'position':\n"
        "        count = len(words[words.index('moves') + 1:]) if 'moves' in words else 0\n"
        "        open(sys.argv[1], 'a').write(f'{count} ')\n"
        "    elif words[0] == 'go':\n"
        "        best = ('7g7f', '3c3d', '2g2f', '8c8d', '2f2e', '8d8e', '2e2d')[count]\n"
        "        say('info depth 3 score cp 0 pv ' + best + '\\nbestmove ' + best + '\\n')"
    ),
    "notes_when_it_thinks": (
        "log = open(sys.argv[1], 'a', buffering=1)\n"
        "while True:\n"
        "    greet()\n    log.write('+\\n')\n    time.sleep(0.3)\n    log.write('-\\n')\n"
        "    say('info depth 3 score cp 0 pv 7g7f\\nbestmove 7g7f\\n')"
    ),
    "answers_no_move": "greet()\nsay('info depth 1 score cp 1 pv 7g7f\\nbestmove banana\\n')\ntime.sleep(600)",
    "answers_without_score": "greet()\nsay('info depth 1\\nbestmove 7g7f\\n')\ntime.sleep(600)",
    "floods": "greet()\nwhile True:\n    os.write(1, b'info depth 1 score cp 5 pv 7g7f\\n' * 500)",
    "floods_without_end_of_line": "greet()\nwhile True:\n    os.write(1, b'x' * 65536)",
    "closes_its_output": "greet()\nos.close(1)\ntime.sleep(600)",
    "reads_nothing": "time.sleep(600)",
    "has_a_child": (
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
        "open(sys.argv[1], 'w').write(str(child.pid))\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ngreet()\ntime.sleep(600)"
    ),
    "speaks_in_pieces": (
        "greet()\n"
        "for piece in ('info de', 'pth 7 mult', 'ipv 1 score c', 'p 44 pv 7g7f 3c', '3d\\nbest', 'move 7', 'g7f\\n'):\n"
        "    say(piece); time.sleep(0.01)\n"
        "greet()"
    ),
    "says_a_huge_line": (
        "greet()\nsay('info string ' + 'x' * 3_000_000 + '\\n')\n"
        "say('info depth ' + '9' * 6000 + '\\ninfo depth 2 score cp 7 pv 7g7f zz 3c3d\\nbestmove 7g7f\\n')\ngreet()"
    ),
    "waits_for_stop": (
        "while True:\n"
        "    words = greet()\n"
        "    say('info depth 4 multipv 1 score cp 10 pv 2g2f\\n')\n"
        "    while hear() != ['stop']:\n        pass\n"
        "    say('bestmove 2g2f\\n')"
    ),
    "tells_what_it_heard": (
        "words = greet()\nsay('info depth 1 score mate + pv 7g7f\\nbestmove 7g7f\\n')\n"
        "open(sys.argv[1], 'w').write(' '.join(words))\ngreet()"
    ),
    "refuses_to_quit": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "while True:\n"
        "    words = hear()\n"
        "    say({'usi': 'usiok\\n', 'isready': 'readyok\\n'}.get(words[0], ''))"
    ),
}
NAMES: Final = tuple(_BODIES)


def fake(name: str, folder: Path, *arguments: str) -> EngineCommand:
    script = folder / f"{name}.py"
    script.write_text(_HEAD + _BODIES[name] + "\n")
    return EngineCommand((sys.executable, "-S", "-E", str(script), *arguments))
