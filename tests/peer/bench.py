#!/usr/bin/env python3
"""Speed and memory beside Python's PyTorch of the same version: the same scenario, the same threads, in turns.

Usage: bench.py AMPSCOPE_CLI PYTHON [--quick]     (`ampscope-cli bench python` calls it and knows what was asked)

Python runs what `export-pytorch` writes for the CPU's own rules and kernels: plain eager PyTorch, with its default AdamW
("fused=True" taken out). Both sides time a step from the first forward to the end of the optimizer's step. Figures are
the median step of the best of three rounds. Prints JSON.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

NATIVE = ["autocast.rules=cpu", "fp16_accumulation=native", "record.level=none"]
# id, preset, what differs, fields of our side only
ROWS = [
    ("python.nano.fp32", "nano", ["length.steps=60"], []),
    ("python.nano.bf16", "nano", ["length.steps=10", "precision=bf16"],
     ["fp16_accumulation=fp32", "autocast.rules=cuda"]),
    ("python.nano.bf16-native", "nano", ["length.steps=10", "precision=bf16"], []),
    ("python.nano.fp16", "nano", ["length.steps=10", "precision=fp16"],
     ["fp16_accumulation=fp32", "autocast.rules=cuda"]),
    ("python.10m.fp32", "10m", ["length.steps=6"], []),
]


def with_sets(command, sets):
    return command + [word for field in sets for word in ("--set", field)]


def ours(cli, preset, sets, folder):
    command = with_sets([cli, "run", preset, "--quiet", "--no-store", "--out", str(folder)], sets)
    subprocess.run(command, check=True, capture_output=True)
    return json.loads((folder / "record.json").read_text())["samples"]["ms"]


def export(cli, preset, sets, folder):
    subprocess.run(with_sets([cli, "export-pytorch", preset, "--out", str(folder)], sets), check=True,
                   capture_output=True)
    script = folder / "train.py"
    script.write_text(script.read_text().replace(", fused=True", ""))
    return script


def theirs(python, script):
    trace = script.with_name("trace.json")
    subprocess.run([python, str(script), str(trace)], check=True, capture_output=True)
    return json.loads(trace.read_text())["ms"]


PEAK = "import resource, runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0]); " \
       "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
PEAK_OF_CHILD = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); " \
                "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)"


def peak(command):
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])


def peaks_above_nano(cli, python, folder):
    """Peak of a 10m fp32 run above that of a nano run, in resident bytes: what libraries take drops out."""
    above = []
    for side in ("ours", "theirs"):
        peaks = []
        for preset in ("nano", "10m"):
            sets = ["length.steps=3", "micro_batch_size=8", *NATIVE]
            if side == "ours":
                command = with_sets([cli, "run", preset, "--quiet", "--no-store"], sets)
                peaks.append(peak([sys.executable, "-c", PEAK_OF_CHILD, *command]))
            else:
                script = export(cli, preset, sets, folder / f"peak-{preset}")
                peaks.append(peak([python, "-c", PEAK, str(script)]))
        above.append(peaks[1] - peaks[0])
    return above


def main():
    cli, python = sys.argv[1], sys.argv[2]
    rounds = 1 if "--quick" in sys.argv else 3
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for row, preset, sets, extra in ROWS:
            script = export(cli, preset, [*sets, *NATIVE], folder / row)
            best = [float("inf"), float("inf")]
            for _ in range(rounds):
                best[0] = min(best[0], statistics.median(ours(cli, preset, [*sets, *NATIVE, *extra], folder / "run")))
                best[1] = min(best[1], statistics.median(theirs(python, script)))
            rows.append({"id": row, "value": best[0], "ratio": best[1] / best[0], "remark": f"Python {best[1]:.3g} ms"})
        mine, other = peaks_above_nano(cli, python, folder)
        rows.append({"id": "python.10m.peak", "value": mine / 1e6, "ratio": mine / other,
                     "remark": f"Python {other / 1e6:.3g} MB"})
    print("{\n\"rows\": " + json.dumps(rows) + "\n}")


main()
