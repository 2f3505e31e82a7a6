"""A bundle as values: what an agent read in one source, and the pages it wrote."""

from __future__ import annotations

from typing import Any, NamedTuple


class BundleEntity(NamedTuple):
    """A thing that the source speaks of."""

    name: str
    type: str
    aliases: tuple[str, ...]
    description: str
    supporting_text: str
    expect_sha: str = ""
    """"" where the description must not take the place of a person's."""
    block: str = ""
    """Id of the passage that the quote is from; "" where any that holds it will do."""


class BundleRelation(NamedTuple):
    """One claim of the source, between two names."""

    source: str
    target: str
    type: str
    confidence: float
    supporting_text: str
    block: str = ""


class BundlePage(NamedTuple):
    """A page to write."""

    category: str
    title: str
    content: str
    summary: str
    expect_sha: str
    """"" for a page that must not exist yet."""


class BundleWithdrawal(NamedTuple):
    """A claim of the source that is to go."""

    source: str
    target: str
    type: str


class Bundle(NamedTuple):
    """The input of `apply`; empty strings and tuples where it says nothing."""

    source: str
    summary: str
    entities: tuple[BundleEntity, ...]
    relations: tuple[BundleRelation, ...]
    pages: tuple[BundlePage, ...]
    withdraw: tuple[BundleWithdrawal, ...] = ()


class Rejection(NamedTuple):
    """Why a part of a bundle is refused."""

    item: str
    """Where: `relations[2].confidence`; "" for the bundle as a whole."""
    reason: str
    value: Any
    """What stands there, long texts shortened; None where something is missing."""
    nearest: str = ""
    """The nearest thing that would be accepted, where there is one."""


def bundle_of(value: dict[str, Any]) -> Bundle:
    """The values of a bundle that was checked; names and types are put on one line."""
    return Bundle(
        _line(value.get("source", "")),
        value.get("summary", "").strip(),
        tuple(_entity(item) for item in value.get("entities", ())),
        tuple(_relation(item) for item in value.get("relations", ())),
        tuple(_page(item) for item in value.get("pages", ())),
        tuple(_withdrawal(item) for item in value.get("withdraw", ())),
    )


def _entity(item: dict[str, Any]) -> BundleEntity:
    name = _line(item["name"])
    aliases = dict.fromkeys(_line(alias) for alias in item.get("aliases", ()))
    return BundleEntity(
        name,
        _line(item["type"]),
        tuple(alias for alias in aliases if alias != name),
        item.get("description", "").strip(),
        item["supporting_text"].strip(),
        item.get("expect_sha", ""),
        item.get("block", "").lstrip("^"),
    )


def _relation(item: dict[str, Any]) -> BundleRelation:
    return BundleRelation(
        _line(item["source"]),
        _line(item["target"]),
        _line(item["type"]),
        float(item["confidence"]),
        item["supporting_text"].strip(),
        item.get("block", "").lstrip("^"),
    )


def _withdrawal(item: dict[str, Any]) -> BundleWithdrawal:
    return BundleWithdrawal(_line(item["source"]), _line(item["target"]), _line(item["type"]))


def _page(item: dict[str, Any]) -> BundlePage:
    return BundlePage(
        item["category"],
        _line(item["title"]),
        item["content"],
        _line(item.get("summary", "")),
        item.get("expect_sha", ""),
    )


def _line(text: str) -> str:
    return " ".join(text.split())
