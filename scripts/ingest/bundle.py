"""A bundle: an agent's extraction from one source, and the pages it wrote, as JSON or YAML.

All its faults are found at once, each with its place.  The caller checks whether quotes occur in the source, and which
pages names refer to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from ..errors import BundleError
from ..text.names import fold_name, slugify
from .evidence import Rejection

_CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
_LINE = rf"^[^{_CONTROLS}]*[^\s{_CONTROLS}][^{_CONTROLS}]*$"
_TEXT = r"^[^\x00]*[^\s\x00][^\x00]*$"
_BLOCK, _SHA, _DAY = (
    r"^(\^?[A-Za-z0-9-]{1,100})?$",
    r"^([0-9a-f]{12,64})?$",
    r"^([1-9][0-9]{3}(-[0-9]{2}(-[0-9]{2})?)?)?$",
)
_PATTERNS = {
    _LINE: "must be one line without control characters, and not empty",
    _TEXT: "must not be empty, nor hold a null character",
    _BLOCK: "must be the id of a passage, as ^p3f9c1e",
    _SHA: "must be 12 to 64 hexadecimal digits in lower case, the hash that `show` prints",
    _DAY: "must be a day as 2026-03-12, a month or a year",
}
_MISSING = {"supporting_text": ": copy words of the source that say it; what is known need not be listed"}
_SHOWN = 80
"""Characters of a key or a name that a fault shows."""
WHOLE = "bundle"
"""The item that a fault of the whole bundle names."""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _day(text: str) -> str:
    date.fromisoformat(f"{text or 2000}-01-01"[:10])
    return text


_Day = Annotated[str, Field(pattern=_DAY), AfterValidator(_day)]
# `true` is no confidence, though Python counts it as 1.
_Share = Annotated[float, BeforeValidator(lambda value: str(value) if isinstance(value, bool) else value)]
_Name = Annotated[str, Field(pattern=_LINE, max_length=200), AfterValidator(_one_line)]
_Kind = Annotated[str, Field(pattern=_LINE, max_length=60), AfterValidator(_one_line)]
_Line = Annotated[str, Field(pattern=_LINE, max_length=500), AfterValidator(_one_line)]
_Block = Annotated[str, Field(pattern=_BLOCK), AfterValidator(lambda block: block.lstrip("^"))]
_QUOTE = (
    "Words copied from the source, all from one passage: a paragraph, a list item, a table. Case, line breaks and the "
    "kind of quotation marks do not matter. Words of your own are refused."
)
_Quote = Annotated[str, Field(max_length=2000, pattern=_TEXT, description=_QUOTE)]
_ID = "Id of the passage that the quote is from (`^p3f9c1e-2`), where its words stand in several."


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_max_length=1_000_000)


class BundleEntity(_Part):
    """A thing that the source speaks of."""

    name: _Name = Field(description="The name most used in the source, in the singular.")
    type: _Kind = Field(
        description="What kind of thing it is, in a word or two: person, organization, place, event, concept, system."
    )
    aliases: tuple[_Name, ...] = Field(
        (), max_length=50, description="Other names of the same thing. They are found by the search."
    )
    description: str = Field(
        "", max_length=2000, pattern=_TEXT, description="What it is, in a sentence or two of your own."
    )
    supporting_text: _Quote
    block: _Block = Field("", description=_ID)


class BundlePremise(_Part):
    """What a claim follows from: a claim (source, type, target), a passage (source, block), or a thing (source)."""

    source: _Name = Field(description="Name of the claim's subject or of the thing, or slug of the passage's page.")
    type: str = Field("", max_length=60, description="Relation of the claim.")
    target: str = Field("", max_length=200, description="Name of the claim's object, or its words.")
    block: _Block = Field("", description="Id of the passage.")


class BundleRelation(_Part):
    """One claim of the source, between two names."""

    source: _Name = Field(description="Name of the subject: an entity of this bundle or of the knowledge base.")
    target: _Name = Field(description="Name of the object, likewise.")
    as_text: bool = Field(
        False,
        description="The target is no name but a reason, a problem or a decision in several words that needs no page.",
    )
    type: _Kind = Field(
        description="How they are related, read `source type target`: `causes`, `part of`, `is used by`. "
        "instructions/ontology.md lists the names that are understood."
    )
    confidence: _Share = Field(
        ge=0,
        le=1,
        description="How sure the source makes you, from 0 to 1: 1 stated outright, 0.8 clearly meant, 0.6 likely. "
        "Below the setting MIN_CONFIDENCE (0.6) a relation is refused.",
    )
    valid_from: _Day = Field(
        "", description="When it began to hold, if the source says so: `2026-03-12`, `2026-03`, `2026`."
    )
    valid_until: _Day = Field("", description="The last day, month or year in which it held.")
    rests_on: tuple[BundlePremise, ...] = Field(
        (),
        max_length=50,
        description="What it follows from. Where that changes, the claim is open again. A claim with premises and "
        "without supporting_text is a conclusion, and is shown as one.",
    )
    replaces: _Name = Field(
        "",
        description="Target of an earlier claim of this source and type whose place it takes, whichever document says "
        "that. Both lines stay; the earlier one says until when it held.",
    )
    supporting_text: _Quote = Field("", description=_QUOTE)
    block: _Block = Field("", description=_ID)


class BundlePage(_Part):
    """A page to write."""

    category: Literal["entities", "topics", "summaries"] = Field(description="The folder the page belongs in.")
    title: _Name
    content: str = Field(
        pattern=_TEXT, description="The body in Markdown, without frontmatter and without the title as heading."
    )
    summary: _Line = Field("", description="The page in one line, for the catalog.")
    expect_sha: str = Field(
        "",
        pattern=_SHA,
        description="Hash of the page as you read it (its first 12 digits, as `show` prints them, are enough), for "
        "writing over a page that exists. Without it only a new page is written.",
    )


class BundleWithdrawal(_Part):
    """A claim of the source that is to go."""

    source: _Name = Field(description="Name of the subject of the claim.")
    target: _Name = Field(description="Name of its object.")
    type: _Kind = Field(description="Its relation, in any of the names that mean it.")
    reason: _Line = Field(
        "",
        description="Why it does not hold. With a reason it stays readable under `Withdrawn`: nobody claims it again.",
    )
    supporting_text: _Quote = Field(
        "",
        description="Words of this source by which the claim, whichever document says it, has ended: its line stays "
        "and says until when it held.",
    )
    block: _Block = Field("", description=_ID)
    valid_until: _Day = Field("", description="The last day on which it held, if the source says so.")


_PARTS: dict[str, type[_Part]] = {
    "entities": BundleEntity,
    "relations": BundleRelation,
    "pages": BundlePage,
    "withdraw": BundleWithdrawal,
}


class Bundle(_Part):
    """What an agent read in one source, and pages it wrote: the input of `commonplace apply`. Nothing of a bundle is
    applied unless all of it is accepted: every quote stands in one passage of the source, no relation joins a thing to
    itself, and no two entities have names that read the same.
    """

    source: _Name = Field(
        "",
        description="Slug of the registered source that the quotes are from, as `commonplace add` printed it, or of a "
        "session note. Needed for all but pages.",
    )
    summary: str = Field(
        "", max_length=20_000, pattern=_TEXT, description="What the source says, in prose, for its summary page."
    )
    entities: tuple[BundleEntity, ...] = Field((), max_length=10_000, description="Things that the source speaks of.")
    relations: tuple[BundleRelation, ...] = Field(
        (), max_length=10_000, description="What the source says about how two things are related, one claim each."
    )
    pages: tuple[BundlePage, ...] = Field((), max_length=500, description="Whole pages to write.")
    withdraw: tuple[BundleWithdrawal, ...] = Field(
        (),
        max_length=10_000,
        description="Claims of this source that were wrong: each is taken out of its summary page.",
    )


def check_bundle(value: Any) -> tuple[Rejection, ...]:
    """Return all faults of a bundle, in the order of its parts; () if it may be applied.

    Any Python value may be given.  The items that no fault names are valid.
    """
    try:
        bundle = Bundle.model_validate(value)
    except ValidationError as err:
        return tuple(map(_fault, err.errors(include_url=False)))
    return tuple(_contradictions(bundle))


def _fault(error: ErrorDetails) -> Rejection:
    place, kind, reason = error["loc"], error["type"], error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if kind == "string_pattern_mismatch":
        reason = _PATTERNS[error["ctx"]["pattern"]]
    elif kind == "missing":
        reason = "is missing" + _MISSING.get(str(place[-1]), "")
    elif kind == "model_type":
        reason = "must be an object" + ("" if place else ", what one source says: several bundles are several calls")
    elif kind == "tuple_type":
        reason = "must be a list"
    elif kind == "extra_forbidden":
        known = (_PARTS[str(place[0])] if len(place) > 1 else Bundle).model_fields
        reason = f"is not known here; known are {', '.join(known)}"
    shown = "".join(f"[{part}]" if isinstance(part, int) else f".{part[:_SHOWN]}" for part in place)
    return Rejection(shown.removeprefix(".") or WHOLE, reason)


def _contradictions(bundle: Bundle) -> Iterator[Rejection]:
    if not (bundle.summary or bundle.entities or bundle.relations or bundle.pages or bundle.withdraw):
        yield Rejection(WHOLE, "holds nothing to apply: no summary, entities, relations, pages or withdraw")
    # Names that read the same but are of different things: a relation could not distinguish them.
    owners: dict[str, int] = {}
    for index, entity in enumerate(bundle.entities):
        first = owners.setdefault(fold_name(entity.name), index)
        if fold_name(bundle.entities[first].type) != fold_name(entity.type):
            reason = f"reads the same as entities[{first}].name, which is of type {bundle.entities[first].type!r}"
            yield Rejection(f"entities[{index}].name", reason, (f"{entity.name} ({entity.type})",))
    for index, relation in enumerate(bundle.relations):
        if not relation.supporting_text and not relation.rests_on:
            yield Rejection(f"relations[{index}].supporting_text", "is missing" + _MISSING["supporting_text"])
        for place, premise in enumerate(relation.rests_on):
            if bool(premise.type) != bool(premise.target) or (premise.block and premise.type):
                reason = "names a claim by source, type and target, a passage by source and block, a thing by source"
                yield Rejection(f"relations[{index}].rests_on[{place}]", reason)
    titles: dict[str, int] = {}
    for index, page in enumerate(bundle.pages):
        first = titles.setdefault(slugify(page.title), index)
        if first != index:
            yield Rejection(f"pages[{index}].title", f"is also the title of pages[{first}]")


def parse_bundle(text: str, path: str = "-") -> Any:
    """Return the value of a bundle's text, which is JSON if it begins with a brace or a bracket, else YAML.

    All values of YAML are read as text, since a name may be `on` or `2024`.  Raises BundleError with the line.
    """
    bare = text.lstrip("\ufeff \t\r\n")
    is_json = bare.startswith(("{", "["))
    try:
        # The C loader takes no subclass of str, as the command line's argument is.
        return json.loads(bare) if is_json else yaml.load(str(text), getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except (ValueError, RecursionError, yaml.YAMLError) as err:
        mark, above = getattr(err, "problem_mark", None), text[: len(text) - len(bare)].count("\n")
        line = mark.line + 1 if mark else above + getattr(err, "lineno", 0)
        reason = getattr(err, "problem", "") or getattr(err, "msg", "") or "it cannot be read"
        what = f"{'not JSON' if is_json else 'neither JSON nor YAML'}: {reason}"
        raise BundleError(what, path=path, line=line, hint="see instructions/bundle.schema.json") from err
