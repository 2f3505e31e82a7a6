"""A document is converted by a process of its own: whatever it makes its parser do ends there, within limits.

markitdown is not needed here: one of this name, put on the search path, is the worst of all parsers.  It takes the
document for a program and runs it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.errors import SourceError
from scripts.ingest import conversion
from scripts.ingest.conversion import Limits, convert
from scripts.ingest.converted import readable
from scripts.ingest.documents import read_document
from scripts.settings import Settings
from tests.hostile.documents import FORGED, HIDDEN, ORDER, WORDS
from tests.running import done, run, tree

OBEDIENT = """
import os, sys
print("loaded")
class MarkItDownException(Exception): pass
class FileConversionException(MarkItDownException):
    def __init__(self): self.attempts = [type("Attempt", (), {"exc_info": sys.exc_info()})]
class StreamInfo:
    def __init__(self, extension): pass
class Result:
    def __init__(self, text, title): self.text_content, self.title = text, title
class MarkItDown:
    def __init__(self, enable_builtins, enable_plugins): assert not (enable_builtins or enable_plugins)
    def register_converter(self, converter): self.converter = converter
    def convert_stream(self, stream, stream_info, **options):
        names = {}
        try: exec(stream.read().decode(), names)
        except Exception: raise FileConversionException()
        return Result(names["text"], names.get("title"))
"""

READ_AGAIN = """
from pdfminer.layout import LTContainer, LTText
def extract_pages(stream):
    data = stream.read()
    return [LTContainer([LTText()])] if b"Thisis" in data or b"| the" in data else []
"""

LAYOUT = """
class LTText:
    y0, y1 = 40, 60
    def get_text(self): return "with blanks"
class LTContainer(list): height = 100
class LTTextBox(LTContainer): pass
class LTTextLineHorizontal(LTContainer): pass
"""


@pytest.fixture(autouse=True)
def obedient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "libraries/markitdown"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(OBEDIENT)
    (tmp_path / "libraries/pdfminer").mkdir()
    # Without it, one that is installed goes before.
    (tmp_path / "libraries/pdfminer/__init__.py").touch()
    (tmp_path / "libraries/pdfminer/high_level.py").write_text(READ_AGAIN)
    (tmp_path / "libraries/pdfminer/layout.py").write_text(LAYOUT)
    kinds = ("Pdf", "Docx", "Pptx", "Xlsx", "Html", "Epub")
    (folder / "converters.py").write_text("".join(f"class {kind}Converter: convert = None\n" for kind in kinds))
    monkeypatch.setattr(sys, "path", [str(tmp_path / "libraries"), *sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def converted(program: str, *, seconds: float = 20, megabytes: int = 500, most_bytes: int = 1_000_000) -> str:
    return convert(program.encode(), "a.pdf", Limits(seconds, megabytes, most_bytes)).text


def test_what_a_parser_finds_comes_back() -> None:
    assert converted("text = 'größe \\ud83d \\0'") == "größe ? \0"


def test_a_pdf_whose_words_run_together_is_read_once_more() -> None:
    assert converted("text = 'Thisisversiontwoofthespecification'") == "with blanks"
    assert converted("text = 'This is the Donaudampfschifffahrtsgesellschaft.' + ' It sails.' * 40").startswith(
        "This is"
    )


def test_a_pdf_whose_justified_lines_were_torn_to_cells_is_read_once_more() -> None:
    torn = "| the | gap | |\\n| --- | --- | --- |\\n| is | | |\\n"
    assert converted(f"text = '{torn}' * 30") == "with blanks"
    table = "| Port | Range |\\n| --- | --- |\\n| Ostend | 4.6 |\\n"
    assert converted(f"text = '{table}' * 30").startswith("| Port")


def test_the_title_that_a_file_has_beside_its_text_comes_with_it() -> None:
    program = b"text, title = 'Words.\\nMore.', 'The\\nSalt Road'"
    assert convert(program, "a.pdf", Limits(20, 500, 1_000_000)) == ("Words.\nMore.", "The Salt Road", ())


def test_the_end_of_a_page_was_a_sign_of_its_own_before_the_next_words() -> None:
    assert readable("One.\n\n\f3 Measures\n\nTwo.\f", b"", ".pdf") == "One.\n\n3 Measures\n\nTwo."


def test_the_number_of_a_slide_is_no_hidden_text() -> None:
    assert readable("<!-- Slide number: 12 -->\n# A\n<!-- x -->", b"", ".pptx") == "***\n# A\n<!-- x -->"


def test_a_missing_library_of_the_parser_was_a_class_of_python() -> None:
    program = "class MissingDependencyException(Exception): pass\nraise MissingDependencyException('x')"
    with pytest.raises(SourceError, match=r"converted: markitdown lacks a library for it; `pip install"):
        converted(program)


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("while True: pass", "more than 1 seconds"),
        ("import time; time.sleep(60)", "more than 1 seconds"),
        ("x = bytearray(600_000_000)", "more than 500 MB of memory"),
        ("def deeper(): deeper()\ndeeper()", "RecursionError: maximum recursion depth"),
        ("raise ValueError('one\\ntwo')", r"ValueError: one$"),
        ("raise ValueError('x' * 9999)", r"ValueError: x{188}$"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", r"its parser crashed \(SIGSEGV\)"),
        ("import os; os.abort()", r"its parser crashed \(SIGABRT\)"),
        ("import os; os._exit(7)", r"its parser crashed \(exit code 7\)"),
        ("import sys; sys.exit(0)", r"its parser crashed \(exit code 0\)"),
        ("text = 'x ' * 500_001", "larger than 1,000,000 bytes"),
    ],
)
def test_a_parser_that_loops_grows_or_crashes_is_a_sentence(program: str, told: str) -> None:
    seconds = 1 if "seconds" in told else 20
    with pytest.raises(SourceError, match=r"a\.pdf: cannot be converted: ") as caught:
        converted(program, seconds=seconds)
    error = caught.value
    assert re.search(told, error.what), error.what
    assert "convert it to Markdown yourself" in error.hint
    assert ("COMMONPLACE_CONVERT_" in error.hint) == ("more than" in error.what)


OUTSIDE = [
    "open(here + '/made', 'w')",
    "os.open(here + '/made', os.O_CREAT | os.O_WRONLY)",
    "os.mkdir(here + '/made')",
    "os.symlink('/', here + '/made')",
    "os.rename(here + '/secret', here + '/made')",
    "os.unlink(here + '/secret')",
    "sqlite3.connect(here + '/made')",
    "tempfile.mkdtemp(dir=here)",
    "open(here + '/secret')",
    "open(os.fsencode(here + '/secret'))",
    "open(sys.path[0] + '/../secret')",
    "os.listdir(here)",
    "os.scandir(here)",
    "socket.create_connection(('127.0.0.1', 9))",
    "socket.getaddrinfo('example.org', 80)",
    "urllib.request.urlopen('http://127.0.0.1:9/')",
    "urllib.request.urlopen('file://' + here + '/secret')",
    "subprocess.run(['touch', here + '/made'])",
    "os.system('touch ' + here + '/made')",
    "os.fork()",
    "os.posix_spawn('/bin/true', ['true'], {})",
    "os.execv('/bin/true', ['true'])",
]


def test_a_parser_writes_reads_connects_and_starts_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("kept")
    (tmp_path / "libraries/own").write_text("a library's own file")
    program = f"""
import os, socket, sqlite3, subprocess, sys, tempfile, urllib.request
here, done = {str(tmp_path)!r}, []
for each in {[*OUTSIDE, "open(sys.path[0] + '/own')"]!r}:
    try: eval(each)
    except Exception as err:
        if 'refused to a document' in str(err): continue
    done.append(each)
text = '; '.join(done)
"""
    assert converted(program) == "open(sys.path[0] + '/own')"
    assert not (tmp_path / "made").exists()
    assert (tmp_path / "secret").read_text() == "kept"


def test_what_a_parser_prints_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    noise = "import os, sys\nprint('x' * 100_000)\nfor n in (1, 2): os.write(n, b'forged' * 9999)\nsys.stderr.flush()\n"
    assert converted(noise + "text = 'words'") == "words"
    assert capfd.readouterr() == ("", "")


def test_a_parser_is_told_nothing_of_who_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "kept")
    monkeypatch.setenv("PYTHONSTARTUP", "kept")
    names = converted("import os; text = ' '.join(os.environ)").split()
    assert {name for name in names if name.isupper()} <= {
        "LC_CTYPE", "LD_LIBRARY_PATH", "MALLOC_ARENA_MAX", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "SYSTEMROOT",
    }  # fmt: skip


def test_a_parser_inherits_no_open_file(tmp_path: Path) -> None:
    with open(tmp_path / "page.md", "w") as page:
        os.set_inheritable(page.fileno(), True)
        place = os.fstat(page.fileno())
        program = f"""
import os
found = []
for number in range(200):
    try: found.append((os.fstat(number).st_dev, os.fstat(number).st_ino))
    except OSError: pass
text = str(({place.st_dev}, {place.st_ino}) in found)
"""
        assert converted(program) == "False"


def test_where_the_system_limits_nothing_the_clock_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where there is neither `resource` nor an alarm."""
    without = "import runpy, signal, sys\nsys.modules['resource'] = None\ndel signal.alarm\n"
    program = tmp_path / "without.py"
    program.write_text(without + f"runpy.run_path({conversion.PROGRAM!r}, run_name='__main__')\n")
    monkeypatch.setattr(conversion, "PROGRAM", str(program))
    assert converted("x = bytearray(600_000_000); text = 'words'") == "words"
    with pytest.raises(SourceError, match="more than 1 seconds"):
        converted("while True: pass", seconds=1)


def test_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **options: object) -> None:
            super().__init__(*args, **options)  # type: ignore[call-overload]
            started.append(self)

        def communicate(self, *_: object, **__: object) -> tuple[bytes, bytes]:
            raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(KeyboardInterrupt):
        converted("import time; time.sleep(60)")
    assert [process.returncode for process in started] == [-9]


def test_text_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(subprocess, "Popen")
    for name in ("a.md", "a.txt", "a", "a.rst"):
        (tmp_path / name).write_text(WORDS)
        assert read_document(str(tmp_path / name), Settings()).text == WORDS


def test_a_document_that_has_no_end_is_not_read_to_its_end() -> None:
    with pytest.raises(SourceError, match="larger than 10,000 bytes"):
        read_document("/dev/zero", Settings(max_document_bytes=10_000))


def test_a_document_whose_parser_crashes_leaves_every_file_as_it_was(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    before = tree(home)
    (tmp_path / "bad.pdf").write_text("import os; os.abort()")
    ran = run("add", tmp_path / "bad.pdf", home=home)
    assert ran.code == 3
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "its parser crashed (SIGABRT); convert it to Markdown yourself" in ran.err
    assert tree(home) == before


def test_in_a_folder_a_document_that_cannot_be_converted_is_skipped_and_the_others_are_added(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "in"
    done("init", home)
    folder.mkdir()
    (folder / "bad.docx").write_text("while True: pass")
    (folder / "good.pdf").write_text("text = '# Good\\n\\nA passage.'")
    ran = run("add", folder, home=home, COMMONPLACE_CONVERT_SECONDS="1")
    assert ran.code == 1
    assert "good new" in ran.out
    assert "more than 1 seconds; set COMMONPLACE_CONVERT_SECONDS higher" in ran.out
    assert [path.name for path in (home / "wiki/sources").iterdir()] == ["good.md"]


def test_what_a_document_hides_arrives_as_labelled_data(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    (tmp_path / "letter.pdf").write_text(f"text = {'# Letter' + chr(10) * 2 + WORDS + chr(10) * 2 + HIDDEN!r}")
    run("add", tmp_path / "letter.pdf", home=home)
    answer = done("ask", "what causes the crash of alpha?", "--budget", "600", home=home).out
    label = next(line for line in answer.splitlines() if line.startswith("[letter]"))
    assert answer.index(label) < answer.index(ORDER[:20])
    assert done("status", "--json", home=home).document["claims"] == 0
    assert FORGED[:20] in (home / "wiki/sources/letter.md").read_text()
