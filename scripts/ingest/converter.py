"""A program: one document from standard input, its Markdown to standard output.

conversion.py starts it by its path, as a process of its own, since nobody can say what a document made by a stranger
does to the parser that reads it.  It bounds itself before it reads: time, memory, size of what it writes.  Then it
refuses what no parser needs: connections and programs from the beginning, writing, and reading elsewhere than among the
libraries, as soon as the libraries are loaded.  An audit hook cannot be taken off; but it sees what Python code does,
not what a parser written in C does, so it is no sandbox.

The answer is one word on a line of its own (`text`, `error`, `missing` or `memory`), then text, that of a document
below a line with the title it has beside its text, and one with the words of it that the text lacks.  No answer is a
crash.
What it makes of the text is in converted.py, which is told where it lies; of the rest little is imported.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import signal
import sys
from types import TracebackType
from typing import Any, NoReturn

# What is asked for decides who reads: a document that looks like something else finds no other parser to try.
CONVERTERS = {
    ".pdf": "PdfConverter",
    ".docx": "DocxConverter",
    ".pptx": "PptxConverter",
    ".xlsx": "XlsxConverter",
    ".html": "HtmlConverter",
    ".htm": "HtmlConverter",
    ".epub": "EpubConverter",
}
_ARCHIVES = (".docx", ".pptx", ".xlsx", ".epub")
_REASON_SHOWN = 200

# fmt: off
_OUTSIDE = (
    "ftplib.", "http.client.", "imaplib.", "nntplib.", "poplib.", "smtplib.", "socket.", "telnetlib.", "urllib.",
    "webbrowser.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.",
    "subprocess.",
)
_CHANGES = (
    "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate",
    "os.utime", "shutil.", "sqlite3.", "tempfile.",
)
# fmt: on
_LOOKS = ("open", "os.listdir", "os.scandir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> None:
    facts = json.loads(sys.argv[1])
    _limit(seconds=facts["seconds"], megabytes=facts["megabytes"], most_bytes=facts["most_bytes"])
    answer = _Answer(facts["most_bytes"])
    sys.excepthook = answer.tell_error
    data = sys.stdin.buffer.read()
    check_archive(data, facts["suffix"], most_bytes=facts["most_bytes"], answer=answer)
    guard = _Guard()
    # The launcher's folders, which an interpreter started anew does not know.
    sys.path[:] = [*facts["search_path"], facts["root"]]
    try:
        import markitdown
        from markitdown import converters
    except ModuleNotFoundError as err:
        answer.end("missing", str(err))
    import mimetypes

    # It reads files of the system when first asked.
    mimetypes.init()
    converter = markitdown.MarkItDown(enable_builtins=False, enable_plugins=False)
    converter.register_converter(getattr(converters, CONVERTERS[facts["suffix"]])())
    converted: Any = importlib.import_module(f"{facts['package']}.converted")
    data = converted.prepare(facts["suffix"], data)
    # Ours lie there, and who knows what else.
    sys.path.remove(facts["root"])
    guard.close([*facts["search_path"], os.path.dirname(os.__file__), sys.prefix, sys.base_prefix])
    about = markitdown.StreamInfo(extension=facts["suffix"])
    try:
        options = converted.options_of(facts["suffix"])
        found = converter.convert_stream(io.BytesIO(data), stream_info=about, **options)
    except markitdown.MarkItDownException as err:
        # It keeps what the parser raised, and says of itself no more than that something failed.
        attempts: Any = getattr(err, "attempts", None)
        kind, raised, _ = attempts[-1].exc_info if attempts else (type(err), err, None)
        answer.tell_error(kind, raised, None)
    title = found.title or converted.title_beside(data, facts["suffix"])
    text = converted.readable(found.text_content, data, facts["suffix"])
    beside = f"{' '.join(title.split())}\n{' '.join(converted.left_out(text, data, facts['suffix']))}"
    answer.end("text", f"{beside}\n{text}")


class _Answer:
    """What standard output was when the program began; from then on, whatever is printed goes nowhere."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._descriptor = os.dup(1)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)

    def end(self, word: str, text: str) -> NoReturn:
        """Give the answer and end the process at once: what a parser left to be done at exit is not done."""
        data = text.encode("utf-8", "replace")
        if len(data) > self._most_bytes:
            word, data = "error", f"its text is larger than {self._most_bytes:,} bytes".encode()
        with open(self._descriptor, "wb") as file:
            file.write(word.encode() + b"\n" + data)
        os._exit(0)

    def tell_error(self, kind: type[BaseException], err: BaseException, _: TracebackType | None) -> NoReturn:
        """The answer for whatever was raised, as the hook for what nobody caught."""
        if issubclass(kind, MemoryError):
            self.end("memory", "")
        # By a parser, of a document: one line, and not a long one.
        if kind.__name__ == "MissingDependencyException":
            self.end("error", "markitdown lacks a library for it; `pip install 'markitdown[all]'` brings it")
        first = next(iter(str(err).strip().splitlines()), "")
        self.end("error", f"{kind.__name__}: {first}"[:_REASON_SHOWN] if first else kind.__name__)


def check_archive(data: bytes, suffix: str, *, most_bytes: int, answer: _Answer) -> None:
    """Answer for an archive that unpacks to more than most_bytes, or whose XML defines entities.

    A few hundred kilobytes can unpack to gigabytes, and ten entities expand to as much.  What an archive says of the
    size of a member is what zipfile reads of it at most.
    """
    from zipfile import BadZipFile, ZipFile, is_zipfile
    from zlib import error as ZlibError

    if not is_zipfile(io.BytesIO(data)):
        return
    if suffix not in _ARCHIVES:
        answer.end("error", "an archive under another name: unpack it and add what is in it")
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > most_bytes:
                answer.end("error", f"it unpacks to more than {most_bytes:,} bytes")
            for member in members:
                content = archive.read(member)
                if any("<!ENTITY".encode(code) in content for code in ("utf-8", "utf-16-le", "utf-16-be")):
                    answer.end("error", f"{member.filename!r} in it defines entities"[:_REASON_SHOWN])
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, ZlibError) as err:
        answer.end("error", f"a damaged or locked archive: {err}"[:_REASON_SHOWN])


class _Guard:
    """Refuses, by an audit hook, what converting a document has no need of; the error is one that libraries expect."""

    def __init__(self) -> None:
        self._readable: tuple[str, ...] = ()
        sys.addaudithook(self._look)

    def close(self, folders: list[str]) -> None:
        """From now on nothing is written, and nothing read but below these folders."""
        sys.dont_write_bytecode = True
        places = {place for folder in folders for place in (os.path.abspath(folder), os.path.realpath(folder))}
        self._readable = tuple(os.path.normcase(os.path.join(place, "")) for place in places)

    def _look(self, event: str, facts: tuple[Any, ...]) -> None:
        if event.startswith(_OUTSIDE) or (self._readable and event.startswith(_CHANGES)):
            raise PermissionError(f"refused to a document: {event}")
        # A number is a file that is open already.
        if not self._readable or event not in _LOOKS or isinstance(facts[0], int):
            return
        path = os.path.normcase(os.path.abspath(os.fsdecode(facts[0] or os.curdir)))
        writes = event == "open" and (set(facts[1] or "") & set("wax+") or (facts[2] or 0) & _WRITING)
        if writes or not os.path.join(path, "").startswith(self._readable):
            raise PermissionError(f"refused to a document: {event} {path}")


def _limit(*, seconds: float, megabytes: int, most_bytes: int) -> None:
    """Bound this process where the system can; who started it looks at the clock besides."""
    if hasattr(signal, "alarm"):
        # Nobody may be left to look at the clock: the starter can be killed.
        signal.alarm(int(seconds) + 5)
    try:
        import resource
    except ImportError:
        return
    processor = int(seconds) + 1
    limits = [
        (resource.RLIMIT_CPU, processor),
        (resource.RLIMIT_AS, megabytes * 1_000_000),
        (resource.RLIMIT_FSIZE, most_bytes + 1_000),
        (resource.RLIMIT_CORE, 0),
    ]
    for kind, most in limits:
        # Some systems know a limit and cannot set it, and nobody may raise one that is lower already.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
