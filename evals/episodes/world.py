"""Episodes: facts that rest on facts, told in documents and talk, and changed on later days.  No model is needed.

An episode knows what holds on every day, and what is open, by a recursion of its own: it shares no code with the tools.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

FIRST_DAY = date(2026, 1, 5)


class Attribute(NamedTuple):
    """What a thing of a domain has, the attributes on which it rests, and what it may be."""

    name: str
    rests_on: tuple[str, ...]
    values: tuple[str, ...]


def _attributes(table: str) -> tuple[Attribute, ...]:
    rows = (line.split(" | ") for line in table.strip().splitlines())
    return tuple(
        Attribute(name, tuple(filter(None, on.split(", "))), tuple(values.split(", "))) for name, on, values in rows
    )


DOMAINS = {
    "project": (
        ("Heron", "Osprey", "Kestrel", "Bittern", "Avocet"),
        _attributes("""
release date |  | 4 May, 18 May, 1 June, 15 June, 29 June
database |  | PostgreSQL, MariaDB, CockroachDB, SQLite, Oracle
hosting region |  | Frankfurt, Dublin, Stockholm, Montreal, Osaka
license fee |  | 1200 euros, 1750 euros, 2300 euros, 3100 euros
on-call engineer |  | Ines Vogt, Tomas Lind, Carla Ruiz, Piet Haas
freeze date | release date | 20 April, 27 April, 11 May, 25 May
announcement date | freeze date | 22 April, 29 April, 13 May, 27 May
training week | announcement date | week 18, week 19, week 21, week 24
driver | database | psycopg, mysqlclient, cx-adapter, thin-client
backup plan | database | nightly dump, hourly snapshot, weekly mirror
latency goal | hosting region | 40 milliseconds, 90 milliseconds, 140 milliseconds
yearly budget | license fee, hosting region | 30000 euros, 42000 euros, 57000 euros
"""),
    ),
    "household": (
        ("Ada Brandt", "Milo Serra", "Nora Quist", "Jon Amdal", "Lea Fonti"),
        _attributes("""
home city |  | Bergen, Utrecht, Girona, Lucca, Graz
employer |  | Halvorsen Ltd, Nordlicht Bank, Tulip Foods, Casa Verde
diet |  | vegan, lactose-free, pescatarian, gluten-free
car |  | blue Fiat, grey Volvo, red Skoda, white Kia
family doctor |  | Dr Engel, Dr Moreau, Dr Winter, Dr Sato
commute | home city, employer | tram 12, night train, ferry line, ring bus
gym | home city | Iron Hall, Studio Nord, Boxhouse, Aqua Dome
locker number | gym | locker 17, locker 204, locker 38, locker 91
lunch place | employer | Canteen Blau, Cafe Lark, Noodle Bar, Deli Ost
dinner recipe | diet | lentil stew, rice bowl, baked squash, bean curry
shopping list | dinner recipe | red lentils, brown rice, butternut, kidney beans
parking permit | car, home city | zone A permit, zone K permit, zone R permit
"""),
    ),
}
FILLER = (
    "The printer on the second floor was moved next to the stairs.",
    "Minutes of the meeting are kept in the shared folder.",
    "The plants in the hall want water twice a week.",
    "Somebody left an umbrella in the small meeting room.",
    "The newsletter of the choir comes out every other month.",
    "New cups were bought for the kitchen.",
    "The lift was checked and works again.",
    "A parcel for the neighbors waits at the front desk.",
)
KINDS = ("replaced", "replaced in a talk", "ended", "retracted", "forgotten")


@dataclass
class Fact:
    """What an attribute of somebody or something is."""

    owner: str
    attribute: Attribute
    value: str | None
    rests_on: dict[str, str] = field(default_factory=dict)
    """Name of each fact that it follows from, with the value that this had then."""
    history: list[tuple[str, str | None]] = field(default_factory=list)
    """Days, and the value from then on."""
    is_conclusion: bool = False
    """No document says it."""
    source: str = ""
    """Title of the document or session that says it."""

    @property
    def name(self) -> str:
        return f"{self.attribute.name} of {self.owner}"

    def sentence(self) -> str:
        return f"The {self.name} is {self.value}."


class Change(NamedTuple):
    """What becomes of a fact."""

    kind: str
    fact: str
    value: str | None
    day: str


class World:
    """The facts of one episode, and what becomes of them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.domain = sorted(DOMAINS)[seed % len(DOMAINS)]
        owners, attributes = DOMAINS[self.domain]
        self.day = FIRST_DAY
        self.facts: dict[str, Fact] = {}
        self.left = {
            attribute.name: self.chance.sample(attribute.values, len(attribute.values)) for attribute in attributes
        }
        """Values that nothing had yet: what is told of one thing is never told of another."""
        for owner in self.chance.sample(owners, 2):
            for attribute in attributes:
                fact = Fact(owner, attribute, self.left[attribute.name].pop())
                fact.is_conclusion = bool(attribute.rests_on) and self.chance.random() < 0.3
                self.facts[fact.name] = fact
        for fact in self.facts.values():
            fact.history.append((self.today, fact.value))
            self.settle(fact)

    @property
    def today(self) -> str:
        return self.day.isoformat()

    def settle(self, fact: Fact) -> None:
        """Let a fact rest on what holds now."""
        names = (f"{name} of {fact.owner}" for name in fact.attribute.rests_on)
        fact.rests_on = {name: value for name in names if (value := self.facts[name].value) is not None}

    def is_open(self, name: str) -> bool:
        """Whether something that a fact rests on has changed, or is open itself."""
        fact = self.facts[name]
        return fact.value is not None and any(
            self.facts[on].value != value or self.is_open(on) for on, value in fact.rests_on.items()
        )

    def value_on(self, name: str, day: str) -> str | None:
        """Return what a fact was on a day; None where it was nothing."""
        return next((value for since, value in reversed(self.facts[name].history) if since <= day), None)

    def next_change(self, kind: str) -> Change | None:
        """Choose a change of this kind and make it; None where nothing is left to change so."""
        alone = kind in ("retracted", "forgotten")
        names = [
            name
            for name, fact in self.facts.items()
            if fact.value and not fact.attribute.rests_on and fact.source.startswith("Memo") == alone
        ]
        if not names:
            return None
        self.day += timedelta(days=self.chance.randint(2, 9))
        fact = self.facts[self.chance.choice(names)]
        left = self.left[fact.attribute.name]
        if kind.startswith("replaced") and not left:
            return None
        value = left.pop() if kind.startswith("replaced") else None
        fact.value = value
        fact.history.append((self.today, value))
        return Change(kind, fact.name, value, self.today)
