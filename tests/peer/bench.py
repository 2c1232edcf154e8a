#!/usr/bin/env python3
"""Speed and memory beside Python's PyTorch of the same version: the same scenario, the same threads, in turns.

Usage: bench.py AMPSCOPE_CLI PYTHON [--json]     (scripts/bench calls it when scripts/setup --peer has been run)

Python runs what `export-pytorch` writes for the CPU's own rules and kernels: plain eager PyTorch, with its default AdamW
("fused=True" taken out). Both sides time a step from the first forward to the end of the optimizer's step. Figures are
the median step of the best of three rounds.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

NATIVE = ["autocast.rules=cpu", "fp16_accumulation=native", "record.level=none"]
# name, preset, what differs, fields of our side only
ROWS = [
    ("nano fp32", "nano", ["length.steps=60"], []),
    ("nano bf16", "nano", ["length.steps=10", "precision=bf16"],
     ["fp16_accumulation=fp32", "autocast.rules=cuda"]),
    ("nano bf16, LibTorch's own products", "nano", ["length.steps=10", "precision=bf16"], []),
    ("nano fp16", "nano", ["length.steps=10", "precision=fp16"],
     ["fp16_accumulation=fp32", "autocast.rules=cuda"]),
    ("10m fp32", "10m", ["length.steps=6"], []),
]


def ours(cli, preset, sets, folder):
    command = [cli, "run", preset, "--quiet", "--no-store", "--out", str(folder)]
    for field in sets:
        command += ["--set", field]
    subprocess.run(command, check=True, capture_output=True)
    return json.loads((folder / "record.json").read_text())["samples"]["ms"]


def export(cli, preset, sets, folder):
    command = [cli, "export-pytorch", preset, "--out", str(folder)]
    for field in sets:
        command += ["--set", field]
    subprocess.run(command, check=True, capture_output=True)
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


def memory_row(cli, python, folder):
    """Peak of a 10m fp32 run above that of a nano run, in resident bytes: what libraries take drops out."""
    above = []
    for side in ("ours", "theirs"):
        peaks = []
        for preset in ("nano", "10m"):
            sets = ["length.steps=3", "micro_batch_size=8", *NATIVE]
            if side == "ours":
                command = [cli, "run", preset, "--quiet", "--no-store"]
                for field in sets:
                    command += ["--set", field]
                peaks.append(peak([sys.executable, "-c", PEAK_OF_CHILD, *command]))
            else:
                script = export(cli, preset, sets, folder / f"peak-{preset}")
                peaks.append(peak([python, "-c", PEAK, str(script)]))
        above.append(peaks[1] - peaks[0])
    return above


def main():
    cli, python = sys.argv[1], sys.argv[2]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for row, preset, sets, extra in ROWS:
            script = export(cli, preset, [*sets, *NATIVE], folder / row.replace(" ", "-").replace(",", "").replace("'", ""))
            best = [float("inf"), float("inf")]
            for _ in range(3):
                best[0] = min(best[0], statistics.median(ours(cli, preset, [*sets, *NATIVE, *extra], folder / "run")))
                best[1] = min(best[1], statistics.median(theirs(python, script)))
            rows.append({"name": row, "ms": best[0], "python_ms": best[1], "ratio": best[1] / best[0]})
        mine, other = memory_row(cli, python, folder)
        rows.append({"name": "10m fp32, peak bytes above nano", "bytes": mine, "python_bytes": other,
                     "ratio": other / mine})
    if "--json" in sys.argv:
        print(json.dumps(rows, indent=2))
        return
    print("Python PyTorch eager, same version, threads and scenario (ratio: Python / ampscope)")
    for row in rows:
        unit = ("ms", 1) if "ms" in row else ("bytes", 1e6)
        mine, other = row[unit[0]] / unit[1], row["python_" + unit[0]] / unit[1]
        print(f"  {row['name']:34} {mine:9.2f} {other:9.2f} {'ms' if unit[1] == 1 else 'MB'}   {row['ratio']:.2f}")


main()
