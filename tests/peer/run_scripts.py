"""Runs exported scripts one after another, with PyTorch imported once: importing takes longer than a short training.

Each line of standard input names a script and the trace it shall write, separated by a tab. Each script gets a process of
its own, forked before any of PyTorch's threads exist. Answers a line: the exit status, a tab, and the last line of errors.
"""
import os
import runpy
import sys
import tempfile

import torch  # noqa: F401  for the children

for line in sys.stdin:
    script, trace = line.rstrip("\n").split("\t")
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(errors.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            sys.argv = [script, trace]
            sys.path.insert(0, os.path.dirname(script))
            status = 0
            try:
                runpy.run_path(script, run_name="__main__")
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else int(end.code is not None)
            except BaseException as error:
                print(repr(error), file=sys.stderr)
                status = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        _, ended = os.waitpid(child, 0)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").split("\n")
        last = next((text for text in reversed(lines) if text.strip()), "")
        print(f"{os.waitstatus_to_exitcode(ended)}\t{last}", flush=True)
