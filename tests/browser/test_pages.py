"""Pages for a browser, opened in a real one: what is found, filtered and shown, and that nothing of a note runs."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.story import build_story
from tests.running import done, page, run, write

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if CHROMIUM is None or find_spec("playwright") is None:
    pytest.skip("no Chromium or no playwright here: pages are not opened in a browser", allow_module_level=True)

PASSAGE = "The crash was caused by a memory leak"
HOSTILE = '<img src=x onerror="window.fired=1"><script>window.fired=1</script></script><!-- ${window.fired=1}'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    options = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield started
        started.close()


@pytest.fixture(scope="module")
def story(new_folder: Callable[[], Path]) -> Path:
    folder = new_folder()
    build_story(folder)
    return folder / "home"


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a file, and after the test says what the page complained of or asked for."""
    said: list[str] = []
    tabs = []

    def open_page(path: Path, **facts: Any) -> Any:
        tab = browser.new_page(viewport={"width": 1300, "height": 800}, **facts)
        tab.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: None if request.url.startswith("file:") else said.append(request.url))
        tabs.append(tab)
        tab.goto(path.as_uri())
        return tab

    yield open_page
    for tab in tabs:
        tab.close()
    # The software renderer tells that it is slow.
    assert [line for line in said if "GPU stall" not in line] == []


@pytest.fixture
def graph(story: Path, tmp_path: Path, opened: Callable[..., Any]) -> Any:
    done("graph", "--html", tmp_path / "graph.html", home=story)
    return opened(tmp_path / "graph.html")


def _count(tab: Any) -> str:
    return str(tab.text_content("#count"))


def test_search_finds_a_name_and_a_claim_stands_with_the_passage_that_proves_it(graph: Any) -> None:
    assert graph.evaluate("document.body.dataset.drawn > 0")
    graph.keyboard.press("/")
    graph.keyboard.type("memory le")
    assert graph.text_content("#found") == "memory leak"
    graph.keyboard.press("Enter")
    details = graph.text_content("#details")
    assert "session cache" in details
    assert PASSAGE in graph.text_content("#details blockquote")
    assert graph.get_attribute("#details a", "href").startswith("obsidian://open?vault=wiki&file=entities%2F")


def test_filters_hide_kinds_relations_and_what_is_unsure(graph: Any) -> None:
    before = _count(graph)
    graph.uncheck("#kinds input[value=entities]")
    without = _count(graph)
    assert before != without
    graph.check("#kinds input[value=entities]")
    assert _count(graph) == before
    graph.uncheck("#relations input[value=links_to]")
    assert _count(graph) != before
    graph.check("#relations input[value=links_to]")
    graph.fill("#confidence", "1")
    assert _count(graph) != before
    graph.fill("#confidence", "0")
    graph.select_option("#source", index=1)
    assert _count(graph) not in (before, without)


def test_the_path_between_two_names_is_told_step_by_step(graph: Any) -> None:
    for name in ("memory leak", "checkout service"):
        graph.fill("#search", name)
        graph.click("#found button >> nth=0")
        if name == "memory leak":
            graph.click("#from")
    assert graph.text_content("#details h2").startswith("Path: ")
    assert graph.locator("#path li").count() >= 1
    graph.keyboard.press("Escape")
    assert "Choose a page" in graph.text_content("#details")


def test_it_is_dark_where_the_person_wants_it_dark(story: Path, tmp_path: Path, opened: Callable[..., Any]) -> None:
    done("graph", "memory-leak", "--html", tmp_path / "near.html", home=story)
    colors = {}
    for scheme in ("light", "dark"):
        tab = opened(tmp_path / "near.html", color_scheme=scheme)
        colors[scheme] = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert tab.text_content("#title") == "memory leak"
    assert colors == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 24, 28)"}


def test_what_is_printed_are_the_claims_that_are_shown(graph: Any) -> None:
    graph.evaluate("dispatchEvent(new Event('beforeprint'))")
    graph.emulate_media(media="print")
    assert not graph.is_visible("#drawing")
    assert PASSAGE in graph.inner_text("#print")


def test_nothing_of_a_hostile_vault_runs(tmp_path: Path, opened: Callable[..., Any]) -> None:
    vault = tmp_path / "vault"
    note = f"---\naliases: ['{HOSTILE}']\n---\n# {HOSTILE}\n\n{HOSTILE}\n\n- [[a]] causes [[b]] (confidence: 0.9)\n\n"
    note += f"[[{HOSTILE}]]\n"
    write(vault, {"a.md": note, "b.md": page("B", f"{HOSTILE} [[a]]")})
    run("ask", HOSTILE, "--vault", vault, "--html", tmp_path / "answer.html")
    done("graph", "--html", tmp_path / "graph.html", "--vault", vault)
    for name in ("graph.html", "answer.html"):
        tab = opened(tmp_path / name)
        time.sleep(0.3)
        assert tab.evaluate("window.fired") is None
        assert tab.locator("img").count() == 0
    tab.close()


def test_an_answer_is_a_page_with_its_evidence_and_sources(
    story: Path, tmp_path: Path, opened: Callable[..., Any]
) -> None:
    ran = done("ask", "why did the checkout crash?", "--html", tmp_path / "answer.html", home=story)
    tab = opened(tmp_path / "answer.html")
    assert tab.text_content("h1") == "why did the checkout crash?"
    assert tab.text_content(".verdict") in ran.out
    assert PASSAGE in tab.inner_text("main")
    assert tab.locator("a[href^='obsidian://']").count() >= 1
    assert run("ask", "why?", "--html", tmp_path / "answer.html", home=story).code == 2
    done("ask", "why did it crash?", "--html", tmp_path / "answer.html", "--force", "--no-text", home=story)
    assert PASSAGE not in opened(tmp_path / "answer.html").inner_text("main")


def test_without_text_the_page_has_no_passage(story: Path, tmp_path: Path) -> None:
    for name, options in (("whole", ()), ("lean", ("--no-text",))):
        done("graph", "--html", tmp_path / f"{name}.html", *options, home=story)
    texts = {name: (tmp_path / f"{name}.html").read_text("utf-8") for name in ("whole", "lean")}
    assert PASSAGE in texts["whole"]
    assert PASSAGE not in texts["lean"]
