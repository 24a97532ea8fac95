#!/bin/sh
# Shards by tools/hunt-parallel and tools/hunt-slurm find what one run finds. hunt_shards.sh SEPAX SOURCES
set -eu
export SEPAX="$1"
tools="$2/tools"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
hunt='--algorithm historical/six-axes-3d --shapes box --pairs 3000 --as-found'

"$SEPAX" hunt $hunt --finds 0 --json >"$scratch/one" || [ $? = 1 ]
[ -s "$scratch/one" ]
"$tools/hunt-parallel" 3 "$scratch/shards" $hunt >"$scratch/parallel" || [ $? = 1 ]
cmp "$scratch/one" "$scratch/parallel"
for task in 1 2 3; do
  FOLDER="$scratch/tasks" SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 "$tools/hunt-slurm" $hunt
done
"$SEPAX" hunt --merge "$scratch/tasks" --json >"$scratch/slurm" || [ $? = 1 ]
cmp "$scratch/one" "$scratch/slurm"
