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
# What root runs is root's alone, and so is each folder on the way to it: else whoever can write it becomes root.
roots_alone() {
  at=$1
  while :; do
    if [ -n "$(command -p find "$at" -prune \( ! -user 0 -o ! -type l ! -perm -1000 \( -perm -020 -o -perm -002 \) \) -print)" ]; then
      echo "$at 不属于 root，或其他账号也能改写，root 不运行它：请按 docs/deployment.md 的 “A home that is root's” 处理。" >&2
      echo "$at belongs to others than root, or others can write it: root runs nothing from there (docs/deployment.md)." >&2
      exit 2
    fi
    [ "$at" != / ] || break
    at=$(dirname "$at")
  done
}
is_root=false
if [ "$(command -p id -u)" = 0 ]; then
  is_root=true
  roots_alone "$here/program/wangjian.mjs"
fi
if [ -z "${NODE:-}" ]; then
  NODE=node
  for beside in "$here/node" "$here/node/bin/node" "$home/node" "$home/node/bin/node"; do
    if [ -f "$beside" ] && [ -x "$beside" ]; then
      NODE=$beside
      if $is_root; then
        roots_alone "$NODE"
        roots_alone "$(command -p readlink -f "$NODE")"
      fi
      break
    fi
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
