# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How scripts/test runs its steps and what counts as failed. To be sourced; scripts/test.d/self-test tries it with
# tests that hang, fail or skip at will.
#
# Every test runs once. One that fails, is skipped or hangs is a fault, of the test or of the program.

# The command before the tests.
desktop=(scripts/virtual-desktop --keep-home --)
# The program that `swift build --build-tests` makes. By itself, since `swift test` lets no other one run beside it.
tests=.build/debug/jarvisPackageTests.xctest
# Test suites, those that take longest first, for run_queue.
longest=scripts/test.d/longest.txt
# The time that each test took, slowest first; replaced by every run.
durations=out/durations.tsv
# Seconds without output after which a run counts as hung. Output comes in blocks: minutes without any are usual.
patience=600

scratch=$(mktemp -d)
# A child that is ended before it has become another program still has this trap.
trap '[[ $BASHPID != "$$" ]] || rm -rf "$scratch"' EXIT
summary=()
failures=$scratch/failures
: >"$failures"
failed=false

# step NAME CMD…: runs CMD and notes how it went and how long it took.
step() {
    local name=$1 begin=$SECONDS verdict=passed
    shift
    say "== $name"
    "$@" || verdict=FAILED
    [[ $verdict == passed ]] || failed=true
    summary+=("$(printf '%-7s %4d s  %s' "$verdict" $((SECONDS - begin)) "$name")")
    [[ $verdict == passed ]]
}

# await JOB LOG: waits for a job in the background, and prints its log if it failed.
await() {
    wait "$1" || {
        cat "$2" >&2
        return 1
    }
}

# Keeps how long each test and each suite took.
keep_durations() {
    mkdir -p "${durations%/*}"
    # Nothing was tested where the build failed.
    { cat "$scratch"/tests.* 2>/dev/null || true; } |
        sed -nE 's/^\S+ (Test|Suite) (\S+\(\S*\)|\S+)( with .*)? (passed|failed) after ([0-9.]+) seconds.*/\5\t\2/p' |
        { grep -v '\srun$' || true; } | sort -rn >"$durations"
}

# Prints what failed and how long each step took, and ends the script.
conclude() {
    keep_durations
    if [[ -s $failures ]]; then
        printf '\nwhat failed:\n'
        head -n 60 "$failures"
    fi
    printf '\n'
    printf '%s\n' "${summary[@]}"
    printf '         %s says how long each test took\n' "$durations"
    if $failed; then
        printf 'scripts/test: FAILED\n'
        exit 1
    fi
    printf 'scripts/test: all passed\n'
    exit 0
}

# Tests that began and did not end, in the log of runs that crashed or were ended.
unfinished_tests() {
    sed -nE 's/^\S+ Test (case passing .* to )?(\S+\(.*\)) started\.$/+\2/p; s/^worker: (.*)/=\1/p
        s/^\S+ Test (\S+\(.*\))( with [0-9]+ test cases?)? (passed|failed) after .*/-\1/p' "$1" |
        awk 'function tell() { for (name in open) print "did not end: " name suite; delete open }
            { name = substr($0, 2) } /^\+/ { open[name] = 1 } /^-/ { delete open[name] }
            /^=/ { tell(); suite = " of " name } END { tell() }'
}

# Tests that failed, in a log. A window check says in its output what did not hold: "… FAILED".
failed_tests() {
    grep -aE '^\S+ Test .* (recorded an issue|failed after)|FAILED$|^Fatal' "$1" | cut -c -400 || true
}

# on_desktop LOG CMD…: runs CMD on a virtual desktop. Tests that hang are ended, and LOG.hung is left.
on_desktop() {
    local status=0 log=$1 watch
    shift
    # shellcheck disable=SC2154 # root comes from scripts/lib.sh
    "$root/scripts/test.d/watch-for-hang" "$log" "$patience" &
    watch=$!
    "${desktop[@]}" "$@" 2>&1 | tee "$log" || status=$?
    kill "$watch" 2>/dev/null || true
    wait "$watch" 2>/dev/null || true
    return "$status"
}

# judge LOG STATUS RUNS: adds to what failed, after this many runs of tests. A skipped test, or none at all, is a failure.
judge() {
    local log=$1 status=$2 runs=$3
    { failed_tests "$log" && grep -a '^error:' "$log" | cut -c -400; } >>"$failures" || true
    # Not "skipped" alone: it may be a word of what a test is given.
    local skipped='^\S+ (Test|Suite) (\S+|".*") skipped[.:]'
    if grep -aqE "$skipped" "$log"; then
        say "skipped tests count as failed:"
        grep -aE "$skipped" "$log" | tee -a "$failures" >&2
        status=1
    fi
    if (($(grep -acE 'Test run with [1-9][0-9]* tests?' "$log") < runs)); then
        say "not every test was run to its end"
        { [[ ! -e $log.hung ]] || printf 'hung:\n' && unfinished_tests "$log"; } >>"$failures"
        status=1
    fi
    return "$status"
}

# run_tests ARGUMENT…: runs tests in one process.
run_tests() {
    local status=0 log
    log=$(mktemp "$scratch/tests.XXXXXX")
    on_desktop "$log" "$tests" --testing-library swift-testing "$@" || status=$?
    judge "$log" "$status" 1
}

# suites MODULES: the suites of these modules (a regular expression), those that take longest first.
suites() {
    "$tests" --testing-library swift-testing --list-tests | grep -E "^($1)\." | grep -v '\.RealTime/' | sed 's|/.*||' |
        sort -u | awk 'FILENAME != "-" { rank[$1] = NR; next } { print ($1 in rank ? rank[$1] : NR + 1000) "\t" $1 }' "$longest" - |
        sort -n | cut -f 2
}

# run_queue WORKERS MODULES: workers take suite after suite, each worker on a desktop of its own.
run_queue() {
    local status=0 queue runs=() run
    queue=$(mktemp "$scratch/queue.XXXXXX")
    suites "$2" >"$queue"
    [[ -s $queue ]] || return 1
    for ((run = 0; run < $1; run++)); do
        run_worker "$queue" &
        runs+=($!)
    done
    for run in "${runs[@]}"; do wait "$run" || status=1; done
    return "$status"
}

run_worker() {
    local status=0 log
    log=$(mktemp "$scratch/tests.XXXXXX")
    on_desktop "$log" "$root/scripts/test.d/worker" "$1" "$tests" || status=$?
    judge "$log" "$status" "$(grep -ac '^worker: ' "$log")"
}
