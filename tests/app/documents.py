#!/usr/bin/env python3
"""Whether the documents are true of the program: printed texts, commands, options, links, anchors, paths, the version; and
whether they keep to plain English.

usage: documents.py SEPAX SOURCE_FOLDER [--write]

A page holds a text that Sepax prints behind a line "<!-- printed by: sepax check --help -->"; --write brings all of them
up to date (tools/docs). Lines of a fenced block are executed in a copy of the assets where they are short and their
files are there; of all others the commands and options are looked up in --help.
"""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SEPAX, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "recorders/README.md", "packages/npm/README.md"]
PAGES += sorted("docs/" + name for name in os.listdir(SOURCE + "/docs") if name.endswith(".md"))
MARKER = re.compile(r"<!-- printed by: sepax ([^\n]+) -->\n(```text\n.*?\n```\n|)", re.DOTALL)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
sources = ""
SECONDS = 120  # for a command that is executed
problems = []


def problem(place, text):
    problems.append("%s: %s" % (place, text))


def read(page):
    with open(os.path.join(SOURCE, page), encoding="utf-8") as file:
        return file.read()


def printed(words):
    """What `sepax WORDS` prints, without spaces at the ends of lines; None where its program is not there."""
    run = subprocess.run([SEPAX, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    if run.returncode != 0:
        return None
    return "\n".join(line.rstrip() for line in run.stdout.splitlines()).strip("\n")


# --- the commands, and what --help says of each


def subcommands(text):
    """The names in the list of subcommands that --help ends with."""
    section = re.search(r"^(?:Subcommands|SUBCOMMANDS):\n((?:  .*\n?|\n)+)", text, re.MULTILINE)
    return re.findall(r"^  ([\w-]+)", section.group(1), re.MULTILINE) if section else []


def readCommands(path=()):
    """{("bundle", "ls"): what its --help prints} of all of them, () among them."""
    text = printed([*path, "--help"])
    found = {path: text}
    for name in subcommands(text or ""):
        if name != "help":
            found.update(readCommands((*path, name)))
    return found


HELP = readCommands()
TOPICS = re.findall(r"^  (\w+)", printed(["help"]), re.MULTILINE)


def commandOf(words):
    """The command that the words begin with: ("bundle", "ls") of "bundle ls x.obb"; () where they begin with a file."""
    path = ()
    for word in words:
        if (*path, word) not in HELP:
            break
        path = (*path, word)
    return path


def checkWords(place, words):
    """Whether the words behind "sepax" are a command that there is, with options that it has."""
    if words[:1] == ["help"]:
        if len(words) > 1 and words[1] not in TOPICS and (words[1],) not in HELP and not words[1].isupper():
            problem(place, "sepax help knows no topic \"%s\"" % words[1])
        return
    path = commandOf(words)
    rest = words[len(path):]
    if not path and rest and re.fullmatch(r"[a-z]+", rest[0]):
        problem(place, "sepax has no command \"%s\"" % rest[0])
        return
    if path and HELP[path] is None:
        return  # its program is not built here
    if path and subcommands(HELP[path]) and rest and re.fullmatch(r"[a-z]+", rest[0]):
        problem(place, "sepax %s has no command \"%s\"" % (" ".join(path), rest[0]))
    known = set(OPTION.findall(HELP[path] or "")) | {"--help", "--version"}
    for word in rest:
        option = word.split("=")[0]
        if OPTION.fullmatch(option) and option not in known:
            problem(place, "sepax %s has no option %s" % (" ".join(path), option))


# --- printed texts


def checkPrinted(page, text, write):
    def renewed(match):
        fresh = printed(shlex.split(match.group(1)))
        if fresh is None:
            return match.group(0)
        block = "```text\n%s\n```\n" % fresh
        if match.group(2) != block and not write:
            problem(page, "sepax %s prints something else; tools/docs writes it anew" % match.group(1))
        return "<!-- printed by: sepax %s -->\n%s" % (match.group(1), block)

    fresh = MARKER.sub(renewed, text)
    if write and fresh != text:
        with open(os.path.join(SOURCE, page), "w", encoding="utf-8") as file:
            file.write(fresh)
    return fresh


def checkAllIsPrinted(texts):
    """Each command has its --help on a page, and each topic of `sepax help` its text; the schemas are files of their own."""
    markers = {match.group(1) for text in texts.values() for match in MARKER.finditer(text)}
    for path in HELP:
        words = " ".join([*path, "--help"])
        if words not in markers:
            problem("docs/cli.md", "lacks \"<!-- printed by: sepax %s -->\"" % words)
    for topic in TOPICS:
        if topic not in ("schema", "answers") and "help " + topic not in markers:
            problem("docs", "no page has \"<!-- printed by: sepax help %s -->\"" % topic)
    for words in markers:
        checkWords("docs", shlex.split(words))


# --- links, anchors, paths


def withoutBlocks(text):
    return FENCE.sub("", text)


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", withoutBlocks(text), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        while anchor in found:
            anchor += "-1"
        found.add(anchor)
    return found


def checkLinks(page, texts):
    for target in re.findall(r"\]\(([^)\s]+)\)", withoutBlocks(texts[page])):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        other = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(os.path.join(SOURCE, other)):
            problem(page, "the link %s leads nowhere" % target)
        elif anchor and anchor not in anchors(texts[other] if other in texts else read(other)):
            problem(page, "the link %s names no heading" % target)


def checkPaths(page, text):
    """Paths of the sources that a page names: each is there. CAPITALS stand for any name; the change log may name old ones."""
    if page == "CHANGELOG.md":
        return
    root = r"(?:src|tests|tools|assets|jurors|recorders|shaders|docs|\.ci)"
    for path in re.findall(r"`(%s/[\w./*-]*)" % root, withoutBlocks(text)):
        pattern = os.path.join(SOURCE, re.sub(r"[A-Z]{2,}", "*", path).rstrip("/"))
        if not glob.glob(pattern):
            problem(page, "there is no %s" % path)


def checkMenus(page, text):
    """Menu entries that a page names, *Learn › Lessons*: the window has a text of that name."""
    for menu, name in re.findall(r"\*(\w+) › ([^*]+)\*", " ".join(withoutBlocks(text).split())):
        for text in (menu, name):
            if '"%s"' % text not in windowTexts() and '"%s…"' % text.rstrip("…") not in windowTexts():
                problem(page, "the window has no text \"%s\"" % text)


def windowTexts():
    """The sources of the window, read once."""
    global sources
    if not sources:
        sources = "".join(read(path) for path in glob.glob(SOURCE + "/src/ui/**/*.cpp", recursive=True))
    return sources


def checkRooms(text):
    """The page of the architecture has a row for every room."""
    for room in sorted(os.listdir(os.path.join(SOURCE, "src"))):
        if os.path.isdir(os.path.join(SOURCE, "src", room)) and "| `src/%s/` |" % room not in text:
            problem("docs/architecture.md", "lacks the room %s" % room)


# --- English

WORDS = re.compile(r"\b(somebody|nobody|whoever|likewise|thus|in place of|as it is|what there is)\b", re.IGNORECASE)
OPENINGS = re.compile(r"(?:^|[.!?:] )((?:Of|Those|What|The same) [\w ]{1,20})", re.MULTILINE)


def checkEnglish(page, text):
    """Prose of 120 columns, without the words and the beginnings of sentences that have to be read twice."""
    kept = [line for line in withoutBlocks(text).splitlines() if not line.startswith(("#", "|", "    "))]
    for line in kept:
        if len(line) > 120 and not line.startswith(("![", "<!--")):
            problem(page, "a line of %d columns: %s" % (len(line), line))
    items = re.sub(r"^\s*(?:[-*]|\d+\.) ", "\n", "\n".join(kept), flags=re.MULTILINE)
    prose = "\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", items))
    for match in [*WORDS.finditer(prose), *OPENINGS.finditer(prose)]:
        problem(page, "say in other words: %s" % match.group(1))


# --- commands


def simpleCommands(line):
    """The words of each command of a line, which pipes and && join; without its comment."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    commands = [[]]
    for token in lexer:
        if set(token) <= set("|&;"):
            commands.append([])
        else:
            commands[-1].append(token)
    return [command for command in commands if command]


def preset(name):
    return re.search(r'"name": "%s"' % re.escape(name), read("CMakePresets.json"))


def isTarget(name):
    lists = "".join(read(path) for room in ("src", "tests", "assets", "jurors")
                    for path in glob.glob(os.path.join(SOURCE, room, "**/CMakeLists.txt"), recursive=True))
    room = re.fullmatch(r"sepax_test_(\w+)", name)
    return bool(room and re.search(r"sepax_tests\(%s\b" % room.group(1), lists)) or name in lists


def checkCmake(place, words):
    for option, value in zip(words, words[1:]):
        if option == "--preset" and not preset(value):
            problem(place, "there is no preset %s" % value)
        if option in ("--target", "-t") and not isTarget(value):
            problem(place, "there is no target %s" % value)
        if option in ("--install", "--build", "--test-dir") and value.startswith("build/") and not preset(value[6:]):
            problem(place, "no preset builds in %s" % value)


def checkNpm(place, words):
    """Of npm only the package that tools/web makes is installed: its name has the version."""
    made = "build/web/sepax-%s.tgz" % json.loads(read("packages/npm/package.json"))["version"]
    if words[:2] != ["npm", "install"] or [os.path.normpath(word) for word in words[2:]] != [made]:
        problem(place, "expected npm install %s, found %s" % (made, " ".join(words)))


def sepaxWords(words):
    """The words behind "sepax" of a command that runs it, also as tools/run, npx or from the build folder; None of others."""
    if words[0] in ("sepax", "build/dev/bin/sepax"):
        return words[1:]
    if words[0] == "tools/run" and len(words) > 1:
        return words[1:]
    if words[:2] == ["npx", "sepax"]:  # the same command in node, which tools/test-web compares with the native one
        return words[2:]
    return None


def readerOf(script):
    """The command that parses a script without running it."""
    with open(script, encoding="utf-8") as file:
        is_python = "python" in file.readline()
    return [sys.executable, "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", script] if is_python else ["bash", "-n", script]


def checkCommand(place, words):
    own = sepaxWords(words)
    if own is not None:
        checkWords(place, own)
    elif words[0].startswith(("tools/", ".ci/")):
        script = os.path.join(SOURCE, words[0])
        if not os.access(script, os.X_OK):
            problem(place, "there is no program %s" % words[0])
        elif subprocess.run(readerOf(script), capture_output=True).returncode != 0:
            problem(place, "its interpreter does not read %s" % words[0])
    elif words[0].startswith("build/"):
        if not isTarget(os.path.basename(words[0])):
            problem(place, "nothing builds %s" % words[0])
    elif words[0] in ("cmake", "ctest"):
        checkCmake(place, words)
    elif words[0] in ("npm", "npx"):
        checkNpm(place, words)


installed = ""  # what `sepax jurors` lists
OUTPUTS = ("-o", "-d", "--output", "--junit", "--png", "--svg")


def isShort(words, folder):
    """Whether a command of Sepax ends by itself and soon, and has its files in the folder."""
    path = commandOf(words)
    if not path or path[0] in ("attach", "bench") or path[:2] in (("jurors", "install"), ("jurors", "remove")):
        return False
    if path == ("hunt",) and "--pairs" not in words and "--time" not in words:
        return False
    global installed
    engines = [word for option, word in zip(words, words[1:]) if option in ("--juror", "--jurors")]
    installed = installed or printed(["jurors"])
    for engine in engines:
        if not engine.endswith(".json") and not all(re.search(r"\b%s\b" % re.escape(e), installed) for e in engine.split(",")):
            return False
    for option, word in zip(["", *words], words):
        is_file = re.fullmatch(r"[\w./*+-]+\.(json|obb|zip|obj|sepaxlog|txt|script)", word) or word.startswith("assets/")
        if is_file and option not in OUTPUTS and not glob.glob(os.path.join(folder, word)):
            return False
    return True


POSTED = """A box at the origin with half extents 1, 1, 1 and a second one:
Box a: center (0, 0, 0), half extents (1, 1, 1)
Box b: center (1.5, 0, 0), half extents (1, 1, 1)
"""
PLAIN = ("xclip", "cp", "cd", "cat", "mkdir", "g++")


class Scratch:
    """A folder with copies of what commands read, where Sepax and xclip are in the PATH."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        for name in ("assets", "recorders", "jurors"):
            shutil.copytree(os.path.join(SOURCE, name), os.path.join(self.folder, name), symlinks=True)
        programs = os.path.join(self.folder, "bin")
        os.mkdir(programs)
        for sample in glob.glob(os.path.join(os.path.dirname(SEPAX), "../share/assets/bundle/*.obb")):
            shutil.copy(sample, os.path.join(self.folder, "sample.obb"))
            built = os.path.join(self.folder, "build/dev/share/assets/bundle")
            os.makedirs(built)
            shutil.copy(sample, built)
        with open(os.path.join(self.folder, "issue.txt"), "w", encoding="utf-8") as file:
            file.write(POSTED)
        self.script(programs + "/xclip", "cat %s/issue.txt" % self.folder)
        # Exit status 1 is an answer ("an engine differs"); beyond that a command of the documents has failed.
        self.script(programs + "/sepax", 'if %s "$@"; then exit 0; else s=$?; fi\n[ $s -le 1 ] || echo "$s: sepax $*" >>%s/failed\nexit 0'
                    % (shlex.quote(SEPAX), self.folder))
        self.env = dict(os.environ, PATH=programs + ":" + os.environ["PATH"], HOME=self.folder, LC_ALL="C.UTF-8",
                        XDG_CONFIG_HOME=self.folder + "/config", XDG_DATA_HOME=self.folder + "/data")
        return self

    @staticmethod
    def script(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n%s\n" % text)
        os.chmod(path, 0o755)

    def __exit__(self, *unused):
        shutil.rmtree(self.folder)

    def run(self, place, line, folder):
        run = subprocess.run(["bash", "-c", line], cwd=folder, env=self.env, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=SECONDS)
        failed = os.path.join(self.folder, "failed")
        if run.returncode != 0 or os.path.exists(failed):
            problem(place, "%s\n    %s" % (line, (run.stderr or run.stdout).strip()[-400:]))
        if os.path.exists(failed):
            os.remove(failed)


def usesSepax(block):
    return any(sepaxWords(words) is not None for line in block.splitlines() for words in simpleCommands(line))


CI = "jurors/template ci"  # a line of the example of CI


def checkCommands(page, text, scratch):
    """The commands of a page; returns how many lines were executed."""
    executed = 0
    for language, block in FENCE.findall(text):
        if language not in ("sh", "bash", "console"):
            continue
        folder = scratch.folder
        for line in block.splitlines():
            commands = simpleCommands(line)
            for words in commands:
                checkCommand(page, words)
            own = [sepaxWords(words) for words in commands]
            can_run = commands and all(w[0] in PLAIN if o is None else isShort(o, folder) for w, o in zip(commands, own))
            if not can_run or not usesSepax(block) or CI in block:  # checkCi runs it with a function that takes boxes
                continue
            if commands[0][0] == "cd":
                folder = os.path.normpath(os.path.join(folder, commands[0][1]))
                continue
            line = re.sub(r"(^|[|;&]\s*)(tools/run|npx sepax|build/dev/bin/sepax)\b", r"\1sepax", line)
            scratch.run(page, line.replace("g++ -O2", "g++ -O0"), folder)  # a third of the time
            executed += 1
    for span in re.findall(r"`(sepax [^`]+)`", withoutBlocks(text)):
        try:
            words = shlex.split(re.sub(r"[][…|]", " ", span))
        except ValueError:
            problem(page, "`%s` has an open quote" % span)
            continue
        checkWords(page, words[1:])
    return executed


def checkCi(block, scratch):
    """The example of CI passes with a right engine; with one made wrong each command of Sepax fails and says why."""
    folder = os.path.join(scratch.folder, "ci")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copy(os.path.join(SOURCE, "tests/lab/jury/planted_juror.cpp"), scratch.folder + "/jurors/template/my_juror.cpp")
    # On a busy machine a juror's answer may take longer than the two seconds that it has by default.
    patient = 'case $1 in jury|hunt) set -- "$@" --juror-timeout 60 ;; esac; exec %s "$@"'
    scratch.script(scratch.folder + "/bin/sepax", patient % shlex.quote(SEPAX))

    def ran(lines, where):
        return subprocess.run(["bash", "-ec", lines], cwd=where, env=scratch.env, capture_output=True, text=True, timeout=SECONDS)

    right = ran(block.replace("g++ -O2", "g++ -O0"), scratch.folder)
    if right.returncode != 0:
        problem("docs/jurors.md", "CI fails with a right engine\n    " + (right.stderr + right.stdout)[-400:])
        return
    manifest = folder + "/my.juror.json"
    with open(manifest, encoding="utf-8") as file:
        text = json.load(file)
    with open(manifest, "w", encoding="utf-8") as file:
        json.dump({**text, "command": [*text["command"], "six-axes"]}, file)
    for line in block.splitlines():
        wrong = ran(line, folder) if line.startswith("sepax ") else None
        if wrong and (wrong.returncode != 1 or "nswers like historical/six-axes-3d" not in wrong.stdout + wrong.stderr):
            problem("docs/jurors.md", "%s: status %d of a wrong engine\n    %s" % (line, wrong.returncode, (wrong.stderr + wrong.stdout)[-400:]))


def main():
    write = "--write" in sys.argv[3:]
    texts = {page: read(page) for page in PAGES}
    for page in PAGES:
        texts[page] = checkPrinted(page, texts[page], write)
    checkAllIsPrinted(texts)
    checkRooms(texts["docs/architecture.md"])
    executed = 0
    with Scratch() as scratch:
        for page in PAGES:
            checkLinks(page, texts)
            checkPaths(page, texts[page])
            checkMenus(page, texts[page])
            checkEnglish(page, texts[page])
            executed += checkCommands(page, texts[page], scratch)
        checkCi(next(block for _, block in FENCE.findall(texts["docs/jurors.md"]) if CI in block), scratch)
    version = printed(["--version"]).split()[-1]
    if not re.search(r"^## \[?%s\]?" % re.escape(version), texts["CHANGELOG.md"], re.MULTILINE):
        problem("CHANGELOG.md", "has no heading for version %s" % version)
    if json.loads(read("packages/npm/package.json"))["version"] != version:
        problem("packages/npm/package.json", "is not of version %s" % version)
    if executed < 20:
        problem("documents", "only %d lines were executed" % executed)
    if problems:
        sys.exit("\n".join(problems))
    print("%d pages, %d commands in the help, %d lines executed" % (len(PAGES), len(HELP), executed))


main()
