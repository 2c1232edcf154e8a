"""Writes good and damaged .npy and .safetensors files into a folder and says what numpy and safetensors make of each.

usage: tensor_files.py FOLDER      prints JSON: [{"file", "ok", "error", "values": [float.hex(), ...]}]
"""
import json
import os
import random
import struct
import sys
import warnings

import numpy
import safetensors

folder = sys.argv[1]
chance = random.Random(1337)
results = []
warnings.simplefilter("ignore")


def values_of(array):
    if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
        return None
    return [float(x).hex() for x in array.reshape(-1).astype(numpy.float64)]


def judge(name, content, read):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content)
    try:
        results.append({"file": name, "ok": True, "error": "", "values": read(path)})
    except Exception as error:  # whatever they refuse with
        results.append({"file": name, "ok": False, "error": f"{type(error).__name__}: {error}"[:200], "values": None})


def read_npy(path):
    return values_of(numpy.load(path, allow_pickle=False))


def read_safetensors(path):
    with open(path, "rb") as file:
        tensors = safetensors.deserialize(file.read())
    known = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1"}
    everything = []
    for _, tensor in sorted(tensors, key=lambda each: each[0]):
        if tensor["dtype"] not in known:
            return None
        everything += values_of(numpy.frombuffer(bytes(tensor["data"]), known[tensor["dtype"]]))
    return everything


def damaged(content, header_end, times):
    for _ in range(times):
        changed = bytearray(content)
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            kind = chance.randrange(5)
            at = chance.randrange(header_end)
            if kind == 0:
                changed[at] = chance.randrange(256)
            elif kind == 1:
                changed[at] = chance.choice(b"0123456789-,:'\"()[]{} eL.TF<>")
            elif kind == 2:
                del changed[at]
            elif kind == 3:
                changed.insert(at, chance.choice(b"0123456789-,:'\"()[]{} "))
            else:
                del changed[chance.randrange(len(changed)) :]
            header_end = max(1, min(header_end, len(changed)))
            if not changed:
                break
        yield bytes(changed)


count = 0
for code in ["<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "|b1", "|i1", "|u1", "<i2", ">i2", "<u2", "<i4", ">u4", "<i8", ">u8"]:
    for shape in [(), (1,), (5,), (2, 3), (0, 4), (2, 1, 3)]:
        for order in "CF":
            size = int(numpy.prod(shape, dtype=int))
            raw = numpy.array([chance.randrange(-100, 100) for _ in range(size)]).astype(code).reshape(shape)
            path = os.path.join(folder, "tmp")
            with open(path, "wb") as file:
                version = chance.choice([(1, 0), (2, 0), (3, 0)])
                numpy.lib.format.write_array(file, numpy.asarray(raw, order=order), version=version)
            content = open(path, "rb").read()
            count += 1
            judge(f"good-{count}.npy", content, read_npy)
            for changed in damaged(content, len(content) - raw.nbytes, 4):
                count += 1
                judge(f"damaged-{count}.npy", changed, read_npy)


def container(header, data):
    return struct.pack("<Q", len(header)) + header + data


for _ in range(60):
    header, data = {}, b""
    if chance.random() < 0.3:
        header["__metadata__"] = {"format": "pt"} if chance.random() < 0.7 else {}
    for i in range(chance.randrange(4)):
        kind, width = chance.choice([("F32", 4), ("F16", 2), ("F64", 8), ("I8", 1), ("BF16", 2), ("F8_E4M3", 1), ("I64", 8)])
        shape = chance.choice([[], [1], [3], [2, 2], [0], [2, 0]])
        size = width
        for dimension in shape:
            size *= dimension
        header[f"t{i}"] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + size]}
        data += bytes(chance.randrange(60) for _ in range(size))
    text = json.dumps(header).encode() + b" " * chance.randrange(8)
    content = container(text, data)
    count += 1
    judge(f"good-{count}.safetensors", content, read_safetensors)
    for changed in damaged(content, 8 + len(text), 12):
        count += 1
        judge(f"damaged-{count}.safetensors", changed, read_safetensors)
    for changed in damaged(text, len(text), 12):  # the length is right, the text is not
        count += 1
        judge(f"damaged-{count}.safetensors", container(changed, data), read_safetensors)

json.dump(results, sys.stdout)
