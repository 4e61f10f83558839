#!/bin/sh
# Builds, runs and checks Pleat on a bare Debian 12. `./do help` lists the commands.
set -eu
cd "$(dirname "$0")"

usage() {
    cat <<'END'
usage: ./do COMMAND

  run [ARGS]     build, then simulate a scene: all ARGS go to `pleat run` (default: the flag, with pictures)
  test [--all]   build, then run all tests; with --all, install what reads exports (Blender, VTK, npm packages) first
  bench [ARGS]   build, then measure speed: parts, growth with the number of particles, a race against Blender
  validate       build, then print every closed form beside what Pleat computes, and write docs/validation.md
  sanitize       run all tests under the address, undefined-behaviour and thread sanitizers
  fuzz [N]       run every fuzzer on N inputs (default 1000000)
  papers         repeat the experiments of the papers and write docs/papers
  gallery        simulate every scene and draw the pictures of README.md and docs/gallery.md
  format         bring all sources into the house style
  lint           check the style and run clang-tidy
  help           this text

Each command first installs the Debian packages in packages.txt that are missing; those below "# --all" only with --all.
END
}

# install_packages [--all]
install_packages() {
    missing=
    unwanted='/^# --all/,$d'
    [ "${1:-}" != --all ] || unwanted=
    for package in $(sed -e "$unwanted" -e 's/#.*//' packages.txt); do
        status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
        # What is a program may also come from elsewhere.
        [ "$status" = installed ] || command -v "$package" >/dev/null || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    echo "installing:$missing" >&2
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "./do: run as root or install sudo, to install:$missing" >&2; exit 2; }
        as_root=sudo
    fi
    $as_root apt-get update -q >&2
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2
}

# The npm packages that read exports, where the tests look for them.
install_readers() {
    mkdir -p build/release/readers
    cp tests/exports/readers/package.json build/release/readers/
    npm install --prefix build/release/readers --no-audit --no-fund >&2
}

configure() {
    cmake --preset "$1" >build.log 2>&1 || { cat build.log >&2; exit 1; }
    rm -f build.log
}

# build PRESET [TARGET…]
build() {
    preset=$1
    shift
    configure "$preset"
    if [ $# -gt 0 ]; then cmake --build --preset "$preset" --target "$@"; else cmake --build --preset "$preset"; fi
}

sources() {
    find src apps web tests benchmarks validation examples fuzz -name '*.cpp' -o -name '*.hpp'
}

run_tests() {
    ctest --preset "$1" -j "$(nproc)"
}

# gallery_page: docs/gallery.md from the scenes and their pictures
gallery_page() {
    cat <<'END'
# Gallery

Every scene that comes with Pleat. `pleat run NAME --video` computes one of them; `./do gallery` draws all of these pictures anew.
END
    for file in scenes/*.toml; do
        name=$(basename "$file" .toml)
        title=$(sed -n 's/^title = "\(.*\)"$/\1/p' "$file")
        description=$(sed -n 's/^description = "\(.*\)"$/\1/p' "$file")
        printf '\n## %s\n\n%s\n\n[`%s`](../%s)\n\n![%s](gallery/%s.jpg)\n' \
            "$title" "$description" "$name" "$file" "$title" "$name"
    done
}

# to_jpg FILE.png FILE.jpg
to_jpg() {
    ffmpeg -nostdin -loglevel error -y -i "$1" -q:v 3 "$2"
}

# draw FOLDER FILE.jpg [ARGS]: a picture of a run, small enough for a page
draw() {
    folder=$1
    picture=$2
    shift 2
    build/release/apps/pleat/pleat render "$folder" --samples 64 "$@"
    to_jpg "$folder/page.png" "$picture"
}

command=${1:-help}
[ $# -eq 0 ] || shift
case $command in
help | -h | --help) usage; exit 0 ;;
test) install_packages "${1:-}" ;;
run | bench | validate | papers | sanitize | fuzz | gallery | format | lint) install_packages ;;
*) usage >&2; exit 2 ;;
esac

case $command in
run)
    build release pleat_command
    [ $# -gt 0 ] || set -- flag --sheet --video
    exec build/release/apps/pleat/pleat run "$@"
    ;;
test)
    [ "${1:-}" != --all ] || install_readers
    build release
    run_tests release
    ;;
bench)
    build release pleat_bench
    exec build/release/benchmarks/pleat_bench "$@"
    ;;
validate)
    build release pleat_validate
    status=0
    build/release/validation/pleat_validate docs/validation.md || status=$?
    for picture in docs/validation/*.png; do
        to_jpg "$picture" "${picture%.png}.jpg"
        rm "$picture"
    done
    exit $status
    ;;
papers)
    build release pleat_command
    mkdir -p docs/papers
    rm -rf build/papers
    build/release/apps/pleat/pleat reproduce all --out build/papers
    rm -rf docs/papers/*
    for file in build/papers/*; do
        case $file in
        *.html) ;;  # the same as the Markdown
        *) cp -r "$file" docs/papers/ ;;
        esac
    done
    ;;
sanitize)
    export PLEAT_TEST_QUICK=1
    build asan
    run_tests asan
    build tsan
    # oneTBB is not built for the sanitizer, which cannot see how it synchronises.
    TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp" run_tests tsan
    ;;
fuzz)
    build fuzz
    runs=${1:-1000000}
    for fuzzer in build/fuzz/fuzz/*_fuzzer; do
        name=$(basename "$fuzzer" _fuzzer)
        mkdir -p "build/fuzz/corpus/$name"
        echo "$name: $runs inputs"
        "$fuzzer" -runs="$runs" -max_len=4096 -rss_limit_mb=4096 -timeout=20 -print_final_stats=1 -verbosity=0 \
            "build/fuzz/corpus/$name" "fuzz/corpus/$name"
    done
    ;;
gallery)
    build release pleat_command
    mkdir -p docs/gallery
    for file in scenes/*.toml; do
        name=$(basename "$file" .toml)
        build/release/apps/pleat/pleat run "$name" --out "build/gallery/$name" --overwrite
        case $name in
        crammed-box | funnel) camera="--camera 20,60,1.3" ;;  # into it
        *) camera= ;;
        esac
        # shellcheck disable=SC2086
        draw "build/gallery/$name" "docs/gallery/$name.jpg" --sheet "build/gallery/$name/page.png" --count 6 --size 1200x675 $camera
    done
    draw build/gallery/flag docs/gallery/first.jpg --out build/gallery/flag/page.png --frames 80 --size 1200x600
    node tests/view/page/picture.mjs docs/gallery/viewer.jpg
    gallery_page >docs/gallery.md
    ;;
format)
    sources | xargs clang-format -i
    ;;
lint)
    sources | xargs clang-format --dry-run --Werror
    rm -rf build/lint  # it may hold folders that are gone
    configure lint
    find build/lint -name 'unity_*.cxx' |
        xargs -P "$(nproc)" -n 1 clang-tidy --quiet --checks=-bugprone-suspicious-include -p build/lint
    ;;
esac
