"""Settings: what wins, what is refused, and where a value comes from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import SettingError
from scripts.settings import NAMES, Settings, load_settings
from tests.running import done, run


def _config(tmp_path: Path, text: str) -> str:
    path = tmp_path / "config.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_config_py_as_shipped_says_what_is_built_in(root: Path):
    shipped = load_settings(environ={}, config_path=str(root / "config.py"))
    assert shipped._replace(sources=()) == Settings()
    assert all(where.startswith("config.py:") for _, where in shipped.sources)
    assert tuple(name for name, _ in shipped.sources) == NAMES


def test_every_setting_in_config_py_has_a_comment(root: Path):
    lines = (root / "config.py").read_text(encoding="utf-8").splitlines()
    settings = [number for number, line in enumerate(lines) if line.partition(" = ")[0].isupper()]
    assert len(settings) == len(NAMES)
    assert [lines[number - 1][:2] for number in settings] == ["# "] * len(NAMES)


def test_option_beats_environment_beats_config_beats_default(tmp_path: Path):
    config = _config(tmp_path, "MAX_NODES = 7\nSEED_LIMIT = 3\nSEARCH_LIMIT = 4\n")
    environ = {"COMMONPLACE_MAX_NODES": "8", "COMMONPLACE_SEED_LIMIT": "5", "COMMONPLACE_BUDGET_TOKENS": ""}
    settings = load_settings(overrides={"max_nodes": 9, "search_limit": None}, environ=environ, config_path=config)
    assert (settings.max_nodes, settings.seed_limit, settings.search_limit, settings.budget_tokens) == (9, 5, 4, 1200)
    where = dict(settings.sources)
    assert where["max_nodes"] == "option --max-nodes"
    assert where["seed_limit"] == "COMMONPLACE_SEED_LIMIT"
    assert where["search_limit"] == "config.py:3"
    assert where["budget_tokens"] == "default"


def test_config_py_is_never_run(tmp_path: Path):
    config = _config(tmp_path, f"MAX_NODES = open({str(tmp_path / 'ran')!r}, 'w').write('x')\n")
    with pytest.raises(SettingError):
        load_settings(environ={}, config_path=config)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "setting", "value"),
    [
        ("MAX_NODES=12", "max_nodes", 12),
        ("MAX_PAGE_BYTES = 1_000", "max_page_bytes", 1000),
        ("MIN_CONFIDENCE = 1  # all or nothing", "min_confidence", 1.0),
        ("MIN_CONFIDENCE: float = 0.5", "min_confidence", 0.5),
        ("TOKEN_COUNTER = 'o200k'  # plain", "token_counter", "o200k"),
        ('VAULT_DIR = "my # wiki"', "vault_dir", "my # wiki"),
        ('"""A text.\nMAX_NODES = 3\n"""\nMAX_NODES = 4', "max_nodes", 4),
        ("\ufeff# a comment\r\nMAX_NODES = 5\r\n", "max_nodes", 5),
    ],
)
def test_config_py_may_be_written_as_a_person_would(tmp_path: Path, text: str, setting: str, value: object):
    settings = load_settings(environ={}, config_path=_config(tmp_path, text))
    assert getattr(settings, setting) == value
    assert type(getattr(settings, setting)) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "MAX_NODE = 3",
        "max_nodes = 3",
        "import os",
        "MAX_NODES = 2 + 1",
        "MAX_NODES = '3'",
        "TOKEN_COUNTER = pieces",
        "TOKEN_COUNTER = 'pieces",
        "TOKEN_COUNTER = 'pieces' + ''",
        "MAX_NODES",
        "SOURCES = 3",
    ],
)
def test_a_line_of_config_py_that_is_no_setting_is_named(tmp_path: Path, text: str):
    with pytest.raises(SettingError, match=r"config\.py:2"):
        load_settings(environ={}, config_path=_config(tmp_path, "# first\n" + text + "\n"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min_confidence", "1.01"),
        ("min_confidence", "nan"),
        ("min_confidence", "-0.1"),
        ("max_nodes", "0"),
        ("max_nodes", "2.5"),
        ("max_nodes", "many"),
        ("max_nodes", "inf"),
        ("lock_seconds", "1e999"),
        ("token_counter", "chars"),
        ("vault_dir", "../elsewhere"),
        ("vault_dir", "/etc"),
        ("vault_dir", "C:wiki"),
    ],
)
def test_a_value_out_of_range_names_setting_value_place_and_what_it_must_be(name: str, value: str):
    variable = "COMMONPLACE_" + name.upper()
    with pytest.raises(SettingError) as caught:
        load_settings(environ={variable: value}, config_path=None)
    message = str(caught.value)
    assert name in message
    assert repr(value) in message
    assert variable in message
    assert "must be" in message
    assert caught.value.exit_code == 2


def test_status_tells_each_value_and_its_source_and_a_variable_that_nothing_reads(tmp_path: Path):
    done("init", tmp_path)
    told = run("status", "--settings", home=tmp_path, COMMONPLACE_BUDGET_TOKENS="900", COMMONPLACE_BUGDET="3")
    lines = told.out.splitlines()
    assert "BUDGET_TOKENS = 900  (COMMONPLACE_BUDGET_TOKENS)" in lines
    assert sum(line.endswith(")") for line in lines) == len(NAMES)
    assert (told.code, lines[-1]) == (1, "COMMONPLACE_BUGDET: nothing reads this variable; check its spelling")
    settings = done("status", "--settings", "--json", home=tmp_path).document["settings"]
    assert settings[0]["source"].startswith("config.py:")


def test_config_py_that_is_no_text_is_named(tmp_path: Path):
    (tmp_path / "config.py").write_bytes(b"MAX_NODES = \xff\n")
    with pytest.raises(SettingError, match=r"config\.py"):
        load_settings(environ={}, config_path=str(tmp_path / "config.py"))


@given(st.text())
def test_any_text_of_a_variable_is_a_number_in_range_or_an_error(text: str):
    try:
        settings = load_settings(environ={"COMMONPLACE_MIN_CONFIDENCE": text}, config_path=None)
    except SettingError:
        return
    assert 0 <= settings.min_confidence <= 1
