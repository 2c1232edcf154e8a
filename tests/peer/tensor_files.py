"""Writes good and damaged .npy and .safetensors files into a folder and says what numpy and safetensors make of each.

usage: tensor_files.py FOLDER

Prints JSON: [{"file", "kind", "ok", "error", "tensors": [{"name", "shape", "values": [text, ...]}]}]. A value is the 16
hexadecimal digits of a double, "nan", or a whole number in decimal; "values" is null where only acceptance counts.
"""
import json
import os
import random
import resource
import struct
import sys
import warnings

import numpy
import safetensors

# A damaged length may ask for terabytes: that is to fail here as it would on a small machine.
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
warnings.simplefilter("ignore")
folder = sys.argv[1]
chance = random.Random(1337)
results = []


# --- what the peers say


def double_text(x):
    return "nan" if x != x else struct.pack(">d", x).hex()


def texts(array):
    """In C order; None for what holds no real numbers of at most 8 bytes."""
    if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
        return None
    flat = array.reshape(-1)
    if array.dtype.kind == "f":
        return [double_text(float(x)) for x in flat.astype(numpy.float64)]
    return [str(int(x != 0) if array.dtype.kind == "b" else int(x)) for x in flat]


def read_npy(path):
    array = numpy.load(path, allow_pickle=False)
    return [{"name": "", "shape": list(array.shape), "values": texts(array)}]


def small_float(code, exponent_bits, mantissa_bits, bias, is_nan, is_infinite):
    """Decodes a number of 8 bits by the definition of its format, not by anybody's program."""
    sign = -1.0 if code >> 7 else 1.0
    if is_nan(code):
        return float("nan")
    if is_infinite(code):
        return sign * float("inf")
    exponent = code >> mantissa_bits & (1 << exponent_bits) - 1
    mantissa = code & (1 << mantissa_bits) - 1
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)


# OCP 8-bit floating point (OFP8) 1.0, the FNUZ variants of ONNX, OCP Microscaling 1.0 for E8M0.
SMALL = {
    "F8_E4M3": lambda c: small_float(c, 4, 3, 7, lambda c: c & 127 == 127, lambda c: False),
    "F8_E5M2": lambda c: small_float(c, 5, 2, 15, lambda c: c & 127 > 124, lambda c: c & 127 == 124),
    "F8_E4M3FNUZ": lambda c: small_float(c, 4, 3, 8, lambda c: c == 128, lambda c: False),
    "F8_E5M2FNUZ": lambda c: small_float(c, 5, 2, 16, lambda c: c == 128, lambda c: False),
    "F8_E8M0": lambda c: float("nan") if c == 255 else 2.0 ** (c - 127),
}
NUMPY = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U64": "<u8",
         "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?"}


def values_of(dtype, data):
    if dtype in NUMPY:
        return texts(numpy.frombuffer(data, NUMPY[dtype]))
    if dtype == "BF16":
        wide = b"".join(b"\0\0" + data[i : i + 2] for i in range(0, len(data), 2))
        return texts(numpy.frombuffer(wide, "<f4"))
    return [double_text(SMALL[dtype](code)) for code in data] if dtype in SMALL else None


def read_safetensors(path):
    with open(path, "rb") as file:
        tensors = safetensors.deserialize(file.read())
    return [{"name": name, "shape": list(tensor["shape"]), "values": values_of(tensor["dtype"], bytes(tensor["data"]))}
            for name, tensor in sorted(tensors, key=lambda each: each[0].encode())]


def judge(kind, ending, content):
    name = f"{len(results)}.{ending}"
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content)
    result = {"file": name, "kind": kind, "ok": True, "error": "", "tensors": []}
    try:
        result["tensors"] = (read_npy if ending == "npy" else read_safetensors)(path)
    except Exception as error:  # whatever they refuse with
        result.update(ok=False, error=f"{type(error).__name__}: {error}"[:200])
    results.append(result)


# --- damage that knows nothing of formats


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


def cut_and_flipped(ending, content):
    for length in range(len(content)):
        judge("cut", ending, content[:length])
    for at in range(len(content)):
        for bit in range(8):
            changed = bytearray(content)
            changed[at] ^= 1 << bit
            judge("bit", ending, bytes(changed))
    judge("longer", ending, content + b"\0")


# --- .npy


def npy(header, payload, version=(1, 0)):
    if isinstance(header, str):
        header = header.encode("utf-8" if version >= (3, 0) else "latin-1")
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H" if version == (1, 0) else "<I", len(header)) + header + payload


def npy_header(descr="'<f4'", fortran="False", shape="(3,)"):
    return f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n"


CODES = ["|b1", "|i1", "|u1"] + [order + code for order in "<>" for code in "f2 f4 f8 i2 u2 i4 u4 i8 u8".split()]
SHAPES = [(), (1,), (5,), (2, 3), (0, 4), (2, 1, 3), (3, 2, 2)]


def good_npy():
    for code in CODES:
        for shape in SHAPES:
            for order in "CF":
                for version in [(1, 0), (2, 0), (3, 0)]:
                    size = int(numpy.prod(shape, dtype=int))
                    width = numpy.dtype(code).itemsize
                    raw = bytes(chance.randrange(2 if code == "|b1" else 256) for _ in range(size * width))
                    array = numpy.asarray(numpy.frombuffer(raw, code).reshape(shape), order=order)
                    path = os.path.join(folder, "one")
                    with open(path, "wb") as file:
                        numpy.lib.format.write_array(file, array, version=version)
                    with open(path, "rb") as file:
                        content = file.read()
                    judge("good", "npy", content)
                    for changed in damaged(content, len(content) - len(raw), 2):
                        judge("random", "npy", changed)


def headers_npy():
    twelve = struct.pack("<3f", 1, -0.0, float("nan"))
    descrs = """'<f4' '>f4' '=f4' '|f4' 'f4' "<f4" u'<f4' b'<f4' r'<f4' '<F4' ' <f4' '<f4 ' '' '<' '<f' '<f3' '<f12' '<f16' '<c8' '<c16' '|O'
        'O' 'object' '<U3' '|S4' '|S12' '|a4' '<M8' '<M8[ns]' '<m8[s]' '<V4' '|V4' '<V2' '|V1' '<i4' '<u4' '>i4' '<i1' '|i4' '|b1'
        '?' '|?' 'float32' 'single' 'f' 'e' 'd' '<e' 'f4,f4' '(3,)f4' '3f4' 4 None True () [] [('a','<f4')] [('a','|O')]
        [('a','<f4',(3,))] {'names':['a'],'formats':['<f4']} '<f4'+'' '<f4''' '<f\\x34' ('<f4',) ('<f4',(3,)) ['<f4'] '<f4\\n' float
        '<\u00e9' '<g' '<p' '<n8' 'int' 'long' 'bool' '<b1' 'bfloat16'""".split()
    shapes = ["()", "(1,)", "(3,)", "(3, )", "( 3 , )", "(3)", "3", "[3]", "(3,1)", "(1,3)", "(1,3,1,1)", "(3,,)", "(,)", "(,3)", "(3", "3,)",
              "(3L,)", "(3l,)", "(0x3,)", "(0b11,)", "(0o3,)", "(03,)", "(00,)", "(3.0,)", "(3e0,)", "('3',)", "(None,)", "(True,3)", "(-3,)",
              "(-1,-3)", "(+3,)", "(--3,)", "(0,)", "(0,99999999999)", "(0,-1)", "(9223372036854775807,0)", "(9223372036854775808,0)",
              "(18446744073709551615,0)", "(4294967296,4294967296)", "(4294967296,4294967296,0)", "(1000000000000,)", "(3j,)", "(1_0,)",
              "((3,),)", "(3,None)", "(2+1,)", "(3 if 1 else 3,)", "(3,) # three", "(3,)\t", "{3}", "{'a':3}", "range(3)", "...", "(...,)",
              "(" + "1," * 64 + ")", "(" + "1," * 65 + ")", "(" * 40 + "3" + ",)" * 40, "", " ", "(3,)\\"]
    orders = ["True", "False", "true", "1", "0", "None", "'True'", "(False,)", "not 1", "False or False", "True ", "()", "-False"]
    whole = ["{}", "{", "}", "[]", "()", "None", "", " ", "\n", "\0" * 40, "'a'", "{'descr': '<f4'}", "{'descr': '<f4', 'shape': (3,)}",
             "{'fortran_order': False, 'shape': (3,)}", "{'descr': '<f4', 'fortran_order': False}",
             "dict(descr='<f4', fortran_order=False, shape=(3,))", "__import__('os').getpid()", "{**{}}", "{'a'}", npy_header() * 2,
             npy_header()[:-2] + "'x': 1}", npy_header()[:-2] + "'descr': '<f4'}", npy_header() + "x", npy_header() + "\0", npy_header() + "#",
             "\n" + npy_header(), " " + npy_header(), "\ufeff" + npy_header(), npy_header().replace("'", '"'), npy_header().replace(" ", ""),
             npy_header().replace(" ", "\t"), npy_header().replace(" ", "\n"), npy_header().replace(", }", "}"), npy_header().strip(),
             npy_header().replace("'descr'", "'Descr'"), npy_header().replace("'descr'", "b'descr'"), npy_header().replace("'descr'", "u'descr'"),
             npy_header().replace("'descr'", "1"), npy_header().replace(":", "="), npy_header().replace("'shape'", "'sh' 'ape'"),
             "{'shape': (3,), 'fortran_order': False, 'descr': '<f4'}", "({'descr': '<f4', 'fortran_order': False, 'shape': (3,)})",
             npy_header().strip() + " " * 9000, npy_header().strip() + " " * 9999]
    texts_ = [npy_header(descr=each) for each in descrs] + [npy_header(shape=each) for each in shapes]
    texts_ += [npy_header(fortran=each) for each in orders] + whole
    texts_ += [npy_header(fortran=order, shape=shape) for order in ("True", "False") for shape in ("(3,1)", "(1,3)", "()", "(0,3)")]
    for text in texts_:
        for version in [(1, 0), (2, 0), (3, 0)]:
            if version < (3, 0) and not text.isascii() and any(ord(c) > 255 for c in text):
                continue
            for payload in (twelve, twelve[:4], twelve[:0]):
                judge("header", "npy", npy(text, payload, version))
    for major in range(0, 7):
        for minor in (0, 1, 255):
            judge("header", "npy", npy(npy_header(), twelve, (1, 0))[:6] + bytes((major, minor)) + npy(npy_header(), twelve)[8:])
    for version, width in (((1, 0), 2), ((2, 0), 4), ((3, 0), 4)):
        for wrong in (0, 1, len(npy_header()) - 1, len(npy_header()) + 1, len(npy_header()) + 12, 65535, 2**31, 2**32 - 1):
            if wrong < 256**width:
                content = npy(npy_header(), twelve, version)
                judge("header", "npy", content[:8] + wrong.to_bytes(width, "little") + content[8 + width :])


# --- .safetensors

BITS = {"BOOL": 8, "U8": 8, "I8": 8, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8, "F8_E8M0": 8, "U16": 16,
        "I16": 16, "F16": 16, "BF16": 16, "U32": 32, "I32": 32, "F32": 32, "U64": 64, "I64": 64, "F64": 64, "C64": 64, "F4": 4,
        "F6_E2M3": 6, "F6_E3M2": 6}


def container(header, data):
    if isinstance(header, str):
        header = header.encode("utf-8", "surrogatepass")
    return struct.pack("<Q", len(header)) + header + data


class Pairs(list):
    """An object as a list of members, so that names may be repeated."""


class Raw(str):
    """Text that stands in the JSON as it is."""


def dumped(value):
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Pairs):
        return "{" + ",".join(f"{json.dumps(name)}:{dumped(each)}" for name, each in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dumped, value)) + "]"
    return json.dumps(value)


def tensor(dtype, shape, begin, end):
    return Pairs([("dtype", dtype), ("shape", shape), ("data_offsets", [begin, end])])


def good_safetensors():
    for dtype, bits in BITS.items():
        for shape in ([], [1], [4], [2, 4], [0], [2, 0, 3], [256]):
            size = bits
            for dimension in shape:
                size *= dimension
            data = bytes(i % (2 if dtype == "BOOL" else 256) if shape == [256] else chance.randrange(2 if dtype == "BOOL" else 256)
                         for i in range(size // 8))
            judge("good", "safetensors", container(dumped(Pairs([("a", tensor(dtype, shape, 0, len(data)))])), data))
    for _ in range(60):
        header, data = Pairs(), b""
        if chance.random() < 0.3:
            header.append(("__metadata__", Pairs([("format", "pt")] if chance.random() < 0.7 else [])))
        for i in range(chance.randrange(4)):
            dtype = chance.choice([name for name, bits in BITS.items() if bits >= 8 and name != "BOOL"])
            shape = chance.choice([[], [1], [3], [2, 2], [0], [2, 0]])
            size = BITS[dtype] // 8
            for dimension in shape:
                size *= dimension
            header.append((f"t{i}", tensor(dtype, shape, len(data), len(data) + size)))
            data += bytes(chance.randrange(256) for _ in range(size))
        chance.shuffle(header)
        text = dumped(header).encode() + b" " * chance.randrange(8)
        content = container(text, data)
        judge("good", "safetensors", content)
        for changed in damaged(content, 8 + len(text), 12):
            judge("random", "safetensors", changed)
        for changed in damaged(text, len(text), 12):  # the length is right, the text is not
            judge("random", "safetensors", container(changed, data))


VALUES = [None, True, False, "", "F32", "f32", "F7", "I8", "U8", "F4", "4", -1, 0, 1, 2, 3, 4, 8, 12, 1.0, 4.0, 1e3, Raw("-0"), Raw("4e0"), Raw("04"),
          Raw("1e400"), Raw("NaN"), Raw("nan"), Raw("+4"), Raw("4."), 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, [], [0], [4],
          [1, 4], [4, 1], [0, 4], [0, 8], [4, 0], [4, 8], [4, 12], [0, 4, 8], [2**63, 2], [2, 2**64 - 2], [2**62, 4], [2**64 - 1, 0], [0, 2**64 - 1],
          [1.0], [-1], [None], ["4"], [[4]], [True], [1] * 64, [1] * 65, [1] * 63 + [4], Pairs(), Pairs([("a", 1)]), Raw("[4,]"), Raw("[4"), Raw("{"), Raw("'F32'")]


def paths(value, here=()):
    yield here
    for i, each in enumerate(value if isinstance(value, list) else []):
        yield from paths(each[1] if isinstance(value, Pairs) else each, here + (i,))


def replaced(value, path, new):
    if not path:
        return new
    copy = type(value)(value)
    if isinstance(value, Pairs):
        copy[path[0]] = (value[path[0]][0], replaced(value[path[0]][1], path[1:], new))
    else:
        copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def at(value, path):
    for i in path:
        value = value[i][1] if isinstance(value, Pairs) else value[i]
    return value


def changed_json():
    data = struct.pack("<3f", 1.5, -0.0, float("inf"))
    two = Pairs([("__metadata__", Pairs([("format", "pt")])), ("b", tensor("F32", [2], 4, 12)), ("a", tensor("F32", [1, 1], 0, 4))])

    def try_text(text):
        judge("json", "safetensors", container(text, data))

    for path in paths(two):
        for value in VALUES:
            try_text(dumped(replaced(two, path, value)))
        here = at(two, path)
        if not isinstance(here, list):
            continue
        for i, each in enumerate(here):  # left out, repeated, moved to the front, renamed
            without = type(here)(here[:i] + here[i + 1 :])
            for new in (without, type(here)(here + [each]), type(here)([each] + without)):
                try_text(dumped(replaced(two, path, new)))
            if isinstance(here, Pairs):
                for name in ("", "a", "b", "x", "dtype", "shape", "__metadata__", "\0", "\u202e", "\ud83d\ude00", "가"):
                    try_text(dumped(replaced(two, path, Pairs(here[:i] + [(name, each[1])] + here[i + 1 :]))))
                try_text(dumped(replaced(two, path, Pairs(here + [("more", each[1])]))))
                try_text(dumped(replaced(two, path, Pairs(here + [(each[0], Pairs())]))))
        if isinstance(here, Pairs):  # a structure written as a list
            try_text(dumped(replaced(two, path, [each[1] for each in here])))
    for begin in range(-1, 14):
        for end in range(-1, 14):
            try_text(dumped(replaced(two, (1, 1 + 1), [begin, end])))
    text = dumped(two)
    for around in (" ", "\n", "\t", "\r", "\0", "\v", "\u00a0", "\ufeff", "x", ",", "{}", "//", "/**/"):
        try_text(around + text)
        try_text(text + around)
        try_text(text.replace(":", ":" + around).replace(",", around + ","))
    for escape in ("\\u0061", "\\u00e9", "\\ud800", "\\ud83d\\ude00", "\\x61", "\\", "\\n", "\n", "\x01", "\x7f", "\u2028", "\ufffe", "a" * 5000):
        try_text(text.replace('"a"', f'"{escape}"'))
    for raw in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc3"):
        judge("json", "safetensors", container(text.encode().replace(b'"a"', b'"' + raw + b'"'), data))
    for depth in (10, 60, 70, 120, 130, 5000):
        try_text(text[:-1] + ',"deep":' + "[" * depth + "]" * depth + "}")
        try_text(text.replace('"dtype":"F32"', '"x":' + "[" * depth + "]" * depth + ',"dtype":"F32"'))
    for wrong in (0, 1, len(text) - 1, len(text) + 1, len(text) + 12, len(text) + 13, 10**8, 10**8 + 1, 2**32, 2**63, 2**64 - 1):
        judge("json", "safetensors", struct.pack("<Q", wrong) + text.encode() + data)
    for extra in (data + b"\0", data[:-1], b"", data * 2):
        judge("json", "safetensors", container(text, extra))


good_npy()
headers_npy()
for version in [(1, 0), (2, 0), (3, 0)]:
    content = npy(npy_header(), struct.pack("<3f", 1, 2, 3), version)
    cut_and_flipped("npy", content)
good_safetensors()
changed_json()
two = container('{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F16","shape":[1,2],"data_offsets":[8,12]}}', b"\0\1" * 6)
cut_and_flipped("safetensors", two)
print(json.dumps(results))
