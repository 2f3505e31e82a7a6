from re import *  # noqa: F403
from re import Match as Match
from re import Pattern as Pattern
