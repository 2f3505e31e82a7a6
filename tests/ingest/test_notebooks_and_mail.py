"""Notebooks and mail go in as their readers see them, not as JSON and base64."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from scripts.ingest.mail_notebook import notebook_as_markdown, read_mail
from tests.running import done, run, write

_KERNEL = {"language_info": {"name": "python"}}


def _notebook(*cells: object) -> str:
    return json.dumps({"cells": cells, "metadata": _KERNEL, "nbformat": 4, "nbformat_minor": 5})


def _mail(text: str, **headers: str) -> EmailMessage:
    mail = EmailMessage()
    for name, value in {"From": "Änn <ann@x.org>", "Subject": "Kräne im Mai", **headers}.items():
        mail[name] = value
    mail.set_content(text, cte="base64")
    return mail


def test_a_notebook_is_its_text_its_code_and_what_that_printed() -> None:
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": ["10 %\r100 %\n", "\x1b[31mred\x1b[0m\n"]},
        {"output_type": "execute_result", "data": {"text/html": "<b>7</b>", "text/plain": ["7"]}},
        {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": "<Figure size 1x1>"}},
        {"output_type": "error", "ename": "KeyError", "evalue": "'x'", "traceback": ["\x1b[0m"]},
    ]
    text = _notebook(
        {"cell_type": "markdown", "source": ["# Cranes\n", "\n", "They lift."]},
        {"cell_type": "code", "source": "# no heading\na = 7\na", "outputs": outputs},
        {"cell_type": "code", "source": "", "outputs": []},
        {"cell_type": "raw", "source": "---"},
    )
    assert notebook_as_markdown(text) == (
        "# Cranes\n\nThey lift.\n\n```python\n# no heading\na = 7\na\n```\n\n"
        "```\n100 %\nred\n```\n\n```\n7\n```\n\n```\nKeyError: 'x'\n```\n\n```\n---\n```\n"
    )


def test_a_cell_that_leaves_a_fence_open_swallows_no_other() -> None:
    cells = ({"cell_type": "markdown", "source": "```\nopen"}, {"cell_type": "markdown", "source": "Words."})
    assert notebook_as_markdown(_notebook(*cells)) == "````markdown\n```\nopen\n````\n\nWords.\n"


def test_cells_of_an_old_notebook_are_read() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Boats"},
        {"cell_type": "code", "input": "f()", "outputs": [{"output_type": "stream", "text": "ok\n"}]},
    ]
    old = json.dumps({"worksheets": [{"cells": cells}], "metadata": {}, "nbformat": 3})
    assert notebook_as_markdown(old) == "## Boats\n\n```\nf()\n```\n\n```\nok\n```\n"


def test_a_notebook_is_called_by_its_heading(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a.ipynb": _notebook({"cell_type": "markdown", "source": "# Cranes\n\nThey lift."})})
    assert "cranes new (1 passages" in done("add", tmp_path, home=home).out


@pytest.mark.parametrize("text", ["[1]", "{", "[" * 100_000, '{"cells": [1]}', '{"cells": [{"cell_type": "code"}]}'])
def test_what_is_no_notebook_is_refused(home: Path, tmp_path: Path, text: str) -> None:
    write(tmp_path, {"a.ipynb": text})
    ran = run("add", tmp_path / "a.ipynb", home=home)
    assert (ran.code, "Traceback" in ran.err) == (3, False)


def test_mail_is_its_head_and_its_text(home: Path, tmp_path: Path) -> None:
    mail = _mail("Hi,\n\nthe crane lifts at 07:30.\n-- \nÄnn\n", Date="Tue, 01 Jul 2025 10:52:37 +0200")
    mail.add_alternative("<p>html</p>", subtype="html")
    mail.add_attachment(b"x", maintype="application", subtype="pdf", filename="Plän.pdf")
    (tmp_path / "a.eml").write_bytes(bytes(mail))
    assert "kräne-im-mai new (4 passages" in done("add", tmp_path, home=home).out
    shown = done("show", "kräne-im-mai", home=home).out
    assert "From: Änn <ann@x.org>\n" in shown
    assert "Date: Tue, 01 Jul 2025 10:52:37 +0200\n" in shown
    assert "Subject: Kräne im Mai\nAttachments: Plän.pdf ^" in shown
    assert "the crane lifts at 07:30." in shown
    assert "html" not in shown


def test_a_heading_inside_a_mail_is_not_its_title(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(bytes(_mail("Hi\n\n# Three\n\nWords.\n")))
    assert "kräne-im-mai new" in done("add", tmp_path / "a.eml", home=home).out


def test_mail_without_plain_text_gives_its_html() -> None:
    mail = EmailMessage()
    mail["Subject"] = "S"
    mail.set_content("<p>Words</p>", subtype="html")
    assert read_mail(bytes(mail))[-3:] == ("", "<p>Words</p>\n", True)


@pytest.mark.parametrize(
    ("named", "real", "text"),
    [
        ("iso-8859-1", "cp1252", "It costs 5 \u20ac \u2013 \u201cnow\u201d"),
        ("gb2312", "gb18030", "\u6731\u9555\u57fa"),
        ("shift_jis", "cp932", "\u2460\u9ad9"),
        ("us-ascii", "utf-8", "5 \u20ac"),
    ],
)
def test_an_encoding_is_read_as_mail_programs_mean_it(named: str, real: str, text: str) -> None:
    head = f"Subject: s\nContent-Type: text/plain; charset={named}\nContent-Transfer-Encoding: 8bit\n\n"
    assert read_mail(head.encode() + text.encode(real)).text == text


FEE = "<style>p {color: red}</style><p>The fee rises to 1,800 euros in June.</p>"


def test_a_footer_or_a_notice_does_not_stand_for_the_html_of_a_mail() -> None:
    """A list adds plain text below; a program writes that the mail needs a viewer: the mail itself was dropped."""
    listed = _mail("")
    listed.set_content(FEE, subtype="html")
    listed.add_attachment("____\nmembers list", disposition="inline")
    assert (read_mail(bytes(listed)).is_html_first, "1,800" in read_mail(bytes(listed)).html) == (True, True)
    assert "members list" in read_mail(bytes(listed)).text
    notice = _mail("This mail needs an HTML viewer.")
    notice.add_alternative(FEE, subtype="html")
    both = _mail("The fee rises\nto 1,800 euros in June.")
    both.add_alternative(FEE, subtype="html")
    read = [read_mail(bytes(mail)) for mail in (notice, both)]
    assert [("1,800" in mail.html, "1,800" in mail.text) for mail in read] == [(True, False), (False, True)]


def test_an_invitation_is_its_words() -> None:
    mail = _mail("We meet on Monday.")
    mail.add_alternative("<!doctype html><html amp4email>We meet</html>", subtype="x-amp-html")
    mail.add_alternative("BEGIN:VCALENDAR", subtype="calendar")
    assert read_mail(bytes(mail)).text == "We meet on Monday."


def test_a_mail_within_a_mail_keeps_its_head_and_an_attached_one_is_named() -> None:
    inner = _mail("The fee is 5 euros for ever.", From="Bob <bob@x.org>", Subject="Fees")
    attached, inline = _mail("It is wrong."), _mail("See below.")
    attached.add_attachment(inner)
    inline.make_mixed()
    inline.add_attachment(inner, disposition="inline")
    assert "Attachments: Fees" in read_mail(bytes(attached)).head
    assert "5 euros" not in read_mail(bytes(attached)).text
    said = read_mail(bytes(inline)).text
    assert "From: Bob <bob@x.org>\nSubject: Fees\n\nThe fee is 5 euros" in said


@pytest.mark.parametrize(
    "data",
    [
        b"no head\n",
        b"Subject: s\n\nGr\xfc\xdfe\n",
        b"Subject: s\nContent-Type: text/plain; charset=none-such\n\nWords\n",
        b"Subject: s\nContent-Type: text/plain; name*=a; name*1=b\n\nW\xe4rds\n",
        b"Subject: s\n"
        + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(2_000)),
    ],
)
def test_what_is_no_mail_or_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"neither|encoding|nested|cannot be read"):
        read_mail(data)


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        (b"Subject: caf\xe9 opens", "opens"),
        (b"Subject: x\nContent-Type: text/plain; name*=a; name*1=b", "Subject: x"),
        (b"Subject: x\nContent-Disposition: attachment; filename*=utf-8''a; filename*0*=x; filename*1=b", "Subject: x"),
    ],
)
def test_a_head_over_which_the_library_fails_is_read_without_that(head: bytes, shown: str) -> None:
    assert shown in read_mail(b"From: a\n" + head + b"\n\nThe house opens.\n").head


def test_a_header_that_is_written_wrong_is_shown_as_written() -> None:
    assert read_mail(b"Subject: =?utf-8?b?bad!!?= x\n\nWords\n").subject == "=?utf-8?b?bad!!?= x"


def test_a_mail_that_describes_or_nests_its_parts_without_end_is_refused() -> None:
    head = "From: a@b\nSubject: hi\nMIME-Version: 1.0\n"
    nested = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(60))
    with pytest.raises(ValueError, match="nested too deep: more than 40"):
        read_mail(f"{head}{nested}Content-Type: text/plain\n\nhi\n".encode())
    for kind in ("text/plain", "multipart/mixed; boundary=b"):
        with pytest.raises(ValueError, match="Content-Type has more than 4,000 characters"):
            read_mail(f"{head}Content-Type: {kind}{';a' * 3_000}\n\n--b\n\nhello\n".encode())


def test_the_name_of_a_language_is_a_word() -> None:
    cell = {"cell_type": "code", "source": "1", "outputs": []}
    metadata = {"language_info": {"name": "python\n```\n\nThe fee is 5.\n\n```python"}}
    text = notebook_as_markdown(json.dumps({"cells": [cell], "metadata": metadata, "nbformat": 4}))
    assert "fee" not in text
