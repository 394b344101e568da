#!/bin/sh
# Starts a command of this release: ./wangjian start, ./wangjian --help. Node is $NODE, else one beside this file (node or
# node/bin/node), else the one in PATH. Data lies beside the release's folder, so that it outlives an upgrade.
set -eu
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname "$self")/$link ;;
  esac
done
here=$(cd "$(dirname "$self")" && pwd -P)
home=$(dirname "$here")
if [ -z "${NODE:-}" ]; then
  NODE=node
  for beside in "$here/node" "$here/node/bin/node" "$home/node" "$home/node/bin/node"; do
    if [ -f "$beside" ] && [ -x "$beside" ]; then NODE=$beside; break; fi
  done
fi
if ! command -v "$NODE" >/dev/null 2>&1; then
  echo "没有找到 Node（20.19 或更新）。请安装，或用 NODE=/path/to/node 指定，或放到 $home/node。" >&2
  echo "There is no Node (20.19 or newer): install it, name it by NODE=/path/to/node, or put it at $home/node." >&2
  exit 2
fi
if ! "$NODE" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  echo "$NODE 太旧：$("$NODE" --version)，需要 20.19 或更新 / is too old: 20.19 or newer is needed" >&2
  exit 2
fi
export WANGJIAN_HOME="${WANGJIAN_HOME:-$home}"
exec "$NODE" "$here/program/wangjian.mjs" "$@"
