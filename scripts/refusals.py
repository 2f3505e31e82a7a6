from .errors import *  # noqa: F403
