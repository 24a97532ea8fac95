#!/bin/sh
# Shards by tools/hunt-parallel and tools/hunt-slurm find what one run finds, and so does a hunt that goes on from its folder. hunt_shards.sh SEPAX SOURCES
set -eu
export SEPAX="$1"
tools="$2/tools"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rows='--algorithm historical/six-axes-3d --shapes box --as-found'
hunt="$rows --pairs 3000"

"$SEPAX" hunt $hunt --finds 0 --json >"$scratch/one" || [ $? = 1 ]
[ -s "$scratch/one" ]
"$tools/hunt-parallel" 3 "$scratch/shards" $hunt >"$scratch/parallel" || [ $? = 1 ]
cmp "$scratch/one" "$scratch/parallel"
for task in 1 2 3; do
  FOLDER="$scratch/tasks" SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 "$tools/hunt-slurm" $hunt
done
"$SEPAX" hunt --merge "$scratch/tasks" --json >"$scratch/slurm" || [ $? = 1 ]
cmp "$scratch/one" "$scratch/slurm"

# --finds 0 --pairs 1000, then on to 3000 in the same folder.
"$SEPAX" hunt $rows --finds 0 --pairs 1000 -o "$scratch/kept" --json >"$scratch/first" || [ $? = 1 ]
"$SEPAX" hunt $hunt --finds 0 -o "$scratch/kept" --json >"$scratch/second" || [ $? = 1 ]
cmp "$scratch/one" "$scratch/second"
"$SEPAX" hunt --merge "$scratch/kept" --json >"$scratch/merged" || [ $? = 1 ]
cmp "$scratch/one" "$scratch/merged"
if "$SEPAX" hunt $hunt --seed 9 -o "$scratch/kept" >/dev/null 2>"$scratch/refused"; then exit 1; fi
grep -q "another folder" "$scratch/refused"
