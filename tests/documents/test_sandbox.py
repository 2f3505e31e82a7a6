"""What a document made by a stranger can make its parser do: nothing but text, or an error of one line."""

from __future__ import annotations

import io
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from scripts.documents.reading import convert
from scripts.errors import MissingExtraError, SourceError
from scripts.settings import Settings
from tests.documents.make import FOLDER

LIMITS = Settings(convert_seconds=20, convert_megabytes=2_000, max_document_bytes=1_000_000)
pandoc_needed = pytest.mark.skipif(find_spec("pypandoc") is None, reason="LEFT OUT: the extra `documents` is absent")

PARSER = """
def load_workbook(file, **_):
    exec(file.read().decode())
"""


@pytest.fixture
def taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst of all parsers: a library that runs the document as a program."""
    folder = tmp_path / "libraries"
    (folder / "openpyxl").mkdir(parents=True)
    (folder / "openpyxl/__init__.py").write_text(PARSER)
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])


@pytest.mark.usefixtures("taken_over")
@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("open({secret!r}).read()", "PermissionError: refused to a document: open"),
        ("open({made!r}, 'w')", "PermissionError: refused to a document: open"),
        ("import os; os.remove({secret!r})", "PermissionError: refused to a document: os.remove"),
        ("import os; os.listdir('/etc')", "PermissionError: refused to a document: os.listdir"),
        ("import socket; socket.create_connection(('127.0.0.1', {port}))", "PermissionError: refused to a document"),
        ("import subprocess; subprocess.run(['true'])", "PermissionError: refused to a document"),
        ("import os; os.fork()", "PermissionError: refused to a document: os.fork"),
        ("bytearray(10**11)", "more than 2,000 MB of memory"),
        ("def deeper(): deeper()\ndeeper()", "NameError"),
        ("import os; os.abort()", "its parser crashed (SIGABRT)"),
        ("import os; os.write(1, b'# forged')\nraise ValueError('a\\nb')", "cannot be converted: a;"),
    ],
)
def test_a_parser_that_a_document_has_taken_over_can_do_no_harm(program: str, told: str, tmp_path: Path) -> None:
    secret, made = tmp_path / "secret", tmp_path / "made"
    secret.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        facts = {"secret": str(secret), "made": str(made), "port": server.getsockname()[1]}
        with pytest.raises(SourceError) as caught:
            convert(program.format(**facts).encode(), "a.xlsx", LIMITS)
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert secret.read_text() == "secret"
    assert not made.exists()


@pytest.mark.usefixtures("taken_over")
def test_a_parser_that_does_not_end_is_ended() -> None:
    with pytest.raises(SourceError, match="more than 1 seconds"):
        convert(b"while True: pass", "a.xlsx", LIMITS._replace(convert_seconds=1))


@pandoc_needed
@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".rst", "Text.\n\n.. include:: {secret}\n"),
        (".tex", "Text. \\input{{{secret}}} \\lstinputlisting{{{secret}}}"),
        (".org", "Text.\n\n#+INCLUDE: {secret}\n"),
        (".html", "<p>Text.<p><iframe src='{secret}'></iframe><img src='http://127.0.0.1:{port}/a.png'>"),
    ],
)
def test_a_document_reads_no_file_that_it_names_and_connects_nowhere(suffix: str, text: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden,words")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        named = text.format(secret=secret, port=server.getsockname()[1])
        read = convert(named.encode(), "a", LIMITS, suffix=suffix)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert "Text." in read.text
    assert "hidden" not in read.text


@pandoc_needed
def test_an_archive_that_unpacks_to_gigabytes_meets_a_limit() -> None:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive, ZipFile(FOLDER / "letter.docx") as letter:
        for name in letter.namelist():
            data = letter.read(name)
            archive.writestr(name, data.replace(b"tonnes", b"tonnes " * 50_000_000) if "document" in name else data)
    with pytest.raises(SourceError, match="cannot be converted: it takes more than"):
        convert(packed.getvalue(), "a.docx", LIMITS._replace(convert_megabytes=1_000))


@pandoc_needed
def test_entities_that_expand_without_end_meet_a_limit_or_are_no_document() -> None:
    entities = "".join(f"<!ENTITY e{at} '{f'&e{at - 1};' * 10}'>" for at in range(1, 12))
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f"<!DOCTYPE a [<!ENTITY e0 'ten'>{entities}]><a>&e11;</a>")
    with pytest.raises(SourceError, match="cannot be converted"):
        convert(packed.getvalue(), "a.docx", LIMITS)


def test_without_a_library_or_a_program_the_hint_works_under_the_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.documents.reading.find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingExtraError, match=r"a\.docx needs .*pandoc.*--extras documents"):
        convert(b"", "a.docx", LIMITS)


def test_a_library_that_is_absent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [path for path in sys.path if "site-packages" not in path])
    with pytest.raises(MissingExtraError, match=r"openpyxl.*--extras documents"):
        convert(b"", "a.xlsx", LIMITS)
