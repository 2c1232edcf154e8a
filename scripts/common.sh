# Shared by the scripts: versions, messages, and where LibTorch is. Sourced, never run.

. scripts/libtorch.versions # torch_version, cudart_version, download_mb, disk_mb

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$1" >&2; exit "${2:-3}"; }

# Prints the folder of a LibTorch that the user named (it holds lib/ and include/), or fails when none was named.
# Order: TORCH_DIR, CMAKE_PREFIX_PATH, an active Python environment with torch >= 2.11.
own_libtorch() {
  local folder python
  if [ -n "${TORCH_DIR:-}" ]; then
    has_libtorch "$TORCH_DIR" || fail "TORCH_DIR is '$TORCH_DIR', which holds no lib/libtorch_cpu.so"
    printf '%s\n' "$TORCH_DIR"; return 0
  fi
  local IFS=':;'
  for folder in ${CMAKE_PREFIX_PATH:-}; do
    has_libtorch "$folder" && { printf '%s\n' "$folder"; return 0; }
  done
  for folder in "${VIRTUAL_ENV:-}" "${CONDA_PREFIX:-}"; do
    [ -n "$folder" ] && [ "$folder" != "$PWD/.venv" ] || continue
    for python in "$folder"/lib/python3.*/site-packages/torch; do
      has_libtorch "$python" && torch_is_recent "$python" && { printf '%s\n' "$python"; return 0; }
    done
  done
  return 1
}

has_libtorch() { [ -e "$1/lib/libtorch_cpu.so" ] && [ -d "$1/include" ]; }

torch_is_recent() { # >= 2.11
  local version
  version=$(sed -n "s/^__version__ = '\([0-9]*\.[0-9]*\).*/\1/p" "$1/version.py" 2>/dev/null)
  [ -n "$version" ] && [ "$(printf '%s\n2.11\n' "$version" | sort -V | head -n 1)" = 2.11 ]
}

# The LibTorch to build with: the user's own, else the private environment's; prints nothing when there is none.
libtorch_folder() {
  own_libtorch && return 0
  local folder
  for folder in "$PWD"/.venv/lib/python3.*/site-packages/torch; do
    has_libtorch "$folder" && { printf '%s\n' "$folder"; return 0; }
  done
  return 0
}
