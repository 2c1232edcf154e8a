#!/bin/sh
# See fake_python.h. $FAKE_PYTHON says what happens, $FAKE_VERSION which LibTorch this is.
echo "$@" >>"$FAKE_LOG"
self=$0 part=$3 verb=$4 folder=$4
value() { want=$1; shift; while [ $# -gt 1 ]; do [ "$1" = "$want" ] && echo "$2"; shift; done; }
missing="ERROR: No matching distribution found for torch==$FAKE_VERSION"
if [ "$part" = venv ]; then
  if [ "$FAKE_PYTHON" = no-venv ]; then
    echo "The virtual environment was not created successfully because ensurepip is not available."
    exit 1
  fi
  mkdir -p "$folder/bin"
  cp "$self" "$folder/bin/python"
  exit 0
fi
if [ "$verb" = download ]; then
  case "$FAKE_PYTHON" in
    no-network)
      echo "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution)'"
      echo "ERROR: Could not find a version that satisfies the requirement torch (from versions: none)"
      echo "$missing"
      exit 1 ;;
    proxy) echo "WARNING: Retrying after connection broken by 'ProxyError(Tunnel connection failed: 407 Proxy Authentication Required)'"; exit 1 ;;
    certificate) echo "SSLCertVerificationError: certificate verify failed"; exit 1 ;;
    old-python) echo "$missing"; exit 1 ;;
    strange) echo "working"; echo "ERROR: the moon is full"; exit 3 ;;
    slow) sleep 60 ;;
  esac
  wheels=$(value --dest "$@")
  mkdir -p "$wheels"
  echo wheel >"$wheels/torch-$FAKE_VERSION.whl"
  exit 0
fi
links=$(value --find-links "$@")
ls "$links/torch-$FAKE_VERSION.whl" >/dev/null 2>&1 || { echo "$missing"; exit 1; }
[ "$FAKE_PYTHON" = full ] && { echo "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"; exit 1; }
[ "$FAKE_PYTHON" = nothing ] && exit 0
torch=$(dirname "$(dirname "$self")")/lib/python3.11/site-packages/torch
mkdir -p "$torch/lib"
echo none >"$torch/lib/libtorch_cpu.so"
echo "__version__ = '$FAKE_VERSION+cpu'" >"$torch/version.py"
