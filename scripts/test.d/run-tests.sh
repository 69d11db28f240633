# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How scripts/test runs its steps and what counts as failed. To be sourced; scripts/test.d/self-test tries it with
# tests that hang, fail or skip at will.
#
# A step that hangs is run again, once for all steps together: a machine that stood still for a while is not our
# fault. It is listed as flaky at the end. What hangs a second time is a fault of ours, and so is a test that failed
# before the hang. Of the tests that live in real time, up to three in a step that fail are run again by themselves, and
# are listed as flaky, with what they said, when they pass.

# The command before the tests.
desktop=(scripts/virtual-desktop --keep-home --)
# The program that `swift build --build-tests` makes. By itself, since `swift test` lets no other one run beside it.
tests=.build/debug/jarvisPackageTests.xctest
# Seconds without output after which a run counts as hung. Output comes in blocks: minutes without any are usual.
patience=600

scratch=$(mktemp -d)
# A child that is ended before it has become another program still has this trap.
trap '[[ $BASHPID != "$$" ]] || rm -rf "$scratch"' EXIT
summary=()
failures=$scratch/failures
flaky=$scratch/flaky
: >"$failures"
: >"$flaky"
failed=false
# Where the failures go of tests that will be run again; empty where none will.
doubtful=
# How many tests of a step may have failed by chance.
chances=3

# step NAME CMD…: runs CMD and notes how it went and how long it took.
step() {
    local name=$1 begin=$SECONDS verdict=passed known
    known=$(wc -l <"$flaky")
    shift
    say "== $name"
    "$@" || verdict=FAILED
    if [[ $verdict == FAILED ]]; then
        failed=true
    elif (($(wc -l <"$flaky") > known)); then
        verdict=flaky
    fi
    summary+=("$(printf '%-7s %4d s  %s' "$verdict" $((SECONDS - begin)) "$name")")
    [[ $verdict != FAILED ]]
}

# await JOB LOG: waits for a job in the background, and prints its log if it failed.
await() {
    wait "$1" || {
        cat "$2" >&2
        return 1
    }
}

# Prints what failed, what was flaky and how long each step took, and ends the script.
conclude() {
    if [[ -s $failures ]]; then
        printf '\nwhat failed:\n'
        head -n 60 "$failures"
    fi
    if [[ -s $flaky ]]; then
        printf '\nflaky, which hung or failed and was run again:\n'
        head -n 60 "$flaky"
    fi
    printf '\n'
    printf '%s\n' "${summary[@]}"
    if $failed; then
        printf 'scripts/test: FAILED\n'
        exit 1
    fi
    if [[ -s $flaky ]]; then
        printf 'scripts/test: all passed, but not at once: see what was flaky\n'
        exit 0
    fi
    printf 'scripts/test: all passed\n'
    exit 0
}

# Tests that began and did not end, in the log of a run that crashed or was ended.
unfinished_tests() {
    sed -nE 's/^\S+ Test (case passing .* to )?(\S+\(.*\)) started\.$/+\2/p
        s/^\S+ Test (\S+\(.*\))( with [0-9]+ test cases?)? (passed|failed) after .*/-\1/p' "$1" |
        awk '{ name = substr($0, 2) } /^\+/ { open[name] = 1 } /^-/ { delete open[name] }
            END { for (name in open) print "did not end: " name }'
}

# Tests that failed, in a log. A window check says in its output what did not hold: "… FAILED".
failed_tests() {
    grep -aE '^\S+ Test .* (recorded an issue|failed after)|FAILED$|^Fatal' "$1" | cut -c -400 || true
}

# tests_on_desktop LOG ARGUMENT…: the tests on a virtual desktop. A run that hangs is ended, and LOG.hung is left.
tests_on_desktop() {
    local status=0 log=$1 watch
    shift
    rm -f "$log.hung"
    : >"$log"
    # shellcheck disable=SC2154 # root comes from scripts/lib.sh
    "$root/scripts/test.d/watch-for-hang" "$log" "$patience" &
    watch=$!
    "${desktop[@]}" "$tests" --testing-library swift-testing "$@" 2>&1 | tee "$log" || status=$?
    kill "$watch" 2>/dev/null || true
    wait "$watch" 2>/dev/null || true
    return "$status"
}

ran_to_the_end() { grep -aqE 'Test run with [1-9][0-9]* tests?' "$1"; }

# run_tests ARGUMENT…: a skipped test, or none at all, is a failure.
run_tests() {
    local status=0 log earlier=
    log=$(mktemp "$scratch/tests.XXXXXX")
    tests_on_desktop "$log" "$@" || status=$?
    if [[ -e $log.hung && ! -e $scratch/hung ]]; then
        touch "$scratch/hung"
        { printf '%s\n' "$*" && unfinished_tests "$log"; } >>"$flaky"
        earlier=$(failed_tests "$log")
        status=0
        tests_on_desktop "$log" "$@" || status=$?
    fi
    if [[ -n $earlier ]]; then
        printf '%s\n' "$earlier" >>"$failures"
        status=1
    fi
    if [[ -e $log.hung ]]; then
        { printf 'hung, and something had hung before: %s\n' "$*" && unfinished_tests "$log"; } >>"$failures"
        status=1
    fi
    if ((status != 0)) && [[ -n $doubtful && -z $earlier && ! -e $log.hung ]] && ran_to_the_end "$log" &&
        grep -aqE '^\S+ Test \w+\(.* failed after ' "$log"; then
        failed_tests "$log" >>"$doubtful"
        status=0
    else
        { failed_tests "$log" && grep -a '^error:' "$log" | cut -c -400; } >>"$failures" || true
    fi
    if grep -aqE '^\S+ (Test|Suite) .* skipped' "$log"; then
        say "skipped tests count as failed:"
        grep -aE '^\S+ (Test|Suite) .* skipped' "$log" | tee -a "$failures" >&2
        status=1
    fi
    if ! ran_to_the_end "$log"; then
        say "no test was run to the end"
        [[ -e $log.hung ]] || unfinished_tests "$log" >>"$failures"
        status=1
    fi
    return "$status"
}

# run_at_once PATTERN…: the tests of each pattern one after another, on a desktop of its own beside those of the others.
run_at_once() {
    local status=0 runs=() run pattern
    for pattern in "$@"; do
        run_tests --no-parallel --filter "$pattern" &
        runs+=($!)
    done
    for run in "${runs[@]}"; do wait "$run" || status=1; done
    return "$status"
}

# in_real_time CMD…: runs tests that wait for real clocks and sounds, and those that fail once more by themselves.
in_real_time() {
    local status=0 names name
    doubtful=$scratch/doubtful
    : >"$doubtful"
    "$@" || status=$?
    doubtful=
    mapfile -t names < <(sed -nE 's/^\S+ Test (\w+)\(.*\).* failed after .*/\1/p' "$scratch/doubtful" | sort -u)
    if ((${#names[@]} > chances)) || [[ ${#names[@]} == 0 && -s $scratch/doubtful ]]; then
        cat "$scratch/doubtful" >>"$failures"
        return 1
    fi
    for name in "${names[@]}"; do
        say "once more, by itself: $name"
        if run_tests --no-parallel --filter "/$name\("; then
            grep -aF " $name(" "$scratch/doubtful" >>"$flaky"
        else
            grep -aF " $name(" "$scratch/doubtful" >>"$failures"
            status=1
        fi
    done
    return "$status"
}
