from shlex import quote as shell_word

__all__ = ["shell_word"]
