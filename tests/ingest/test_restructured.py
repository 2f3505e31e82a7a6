"""reStructuredText goes in as a reader sees it: titles, code, notes; lines stay where they are."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scripts.ingest.restructured import restructured_as_markdown
from tests.running import done, write

SETTINGS = """\
.. _settings:

==========
 Settings
==========

Threads
~~~~~~~

.. _setting_num_threads:

num_threads
^^^^^^^^^^^

Threads for queries. Defaults to 3, like this::

    app --num_threads 10
    app --num_threads 0

Pages
~~~~~

.. code-block:: python

    page_size = 50

- An item::

    of_an_item()

.. warning::

    Not for the public.

>>> page_size
50

~~~~

See `the list`_.

.. _the list: https://example.org/list
"""


SILENT = """\
Pumps
=====

.. contents::
   :local:

.. Contents:: On this page
.. toctree::
   :caption: More

   valves
   seals <other>

.. currentmodule:: pumps
.. highlight:: python

Words.

.. highlight:: python

   pump(1)

.. note:: Closed at night.
.. class:: small

   Small words.
"""


def test_what_a_directive_tells_the_typesetter_is_no_passage() -> None:
    read = restructured_as_markdown(SILENT).split("\n")
    assert [line for line in read if line] == [
        "# Pumps",
        "Words.",
        "```python",
        "pump(1)",
        "```",
        ".. note:: Closed at night.",
        ".. class:: small",
        "Small words.",
    ]
    assert read.index("Words.") == SILENT.split("\n").index("Words.")


def test_sections_code_and_notes_are_what_they_are() -> None:
    assert (
        restructured_as_markdown(SETTINGS)
        == """\



# Settings


## Threads




### num_threads


Threads for queries. Defaults to 3, like this::
```
app --num_threads 10
app --num_threads 0
```
## Pages



```python
page_size = 50
```
- An item::
  ```
  of_an_item()
  ```

.. warning::
Not for the public.
```pycon
>>> page_size
50
```
---

See `the list`_.

.. _the list: https://example.org/list
"""
    )


def test_a_line_stays_where_it_is() -> None:
    before, after = SETTINGS.split("\n"), restructured_as_markdown(SETTINGS).split("\n")
    for line in ("Threads for queries. Defaults to 3, like this::", "- An item::", ">>> page_size", "See `the list`_."):
        assert after.index(line) == before.index(line)


def test_an_overlined_title_became_the_name_of_the_source(home: Path, tmp_path: Path) -> None:
    """`==========` above a title was read as its first word, and made the slug equals-equals-equals."""
    write(tmp_path, {"settings.rst": SETTINGS})
    added = done("add", tmp_path / "settings.rst", "--json", home=home).document["receipt"]["sources"][0]
    assert (added["id"], added["title"]) == ("settings", "Settings")


def test_a_section_below_tildes_was_lost_in_a_block_of_code(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"settings.rst": SETTINGS})
    assert "\n  num_threads  ^" in done("add", tmp_path / "settings.rst", home=home).out


@given(st.text(alphabet="ab =~-:.>*`_\n ", max_size=80))
def test_no_word_but_of_a_label_is_lost(text: str) -> None:
    without_labels = re.sub(r"(?m)^ *\.\. _.*$", "", text)
    assert set(re.findall("[ab]+", without_labels)) <= set(re.findall("[ab]+", restructured_as_markdown(text)))


def test_directives_deep_in_one_another_ended_in_a_traceback() -> None:
    deep = "".join(f"{'   ' * level}.. note::\n\n" for level in range(1_200))
    assert restructured_as_markdown(f"{deep}{'   ' * 1_200}Words.\n").endswith("Words.\n")
