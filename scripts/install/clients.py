"""Where each client looks for skills.

The Agent Skills specification (agentskills.io) says what a skill is and leaves the place to the clients.  Read in
their own documentation, November 2026:

    agents    the shared folder that most clients below read too
    claude    code.claude.com/docs/en/skills; CLAUDE_CONFIG_DIR moves ~/.claude
    codex     developers.openai.com/codex/skills: .agents/skills up to the repository's root, $HOME/.agents/skills
              (~/.codex/skills is still read, as the older place)
    copilot   docs.github.com on agent skills, VS Code's reference of skills: .github/skills, ~/.copilot/skills
    cursor    cursor.com/docs/context/skills
    gemini    geminicli.com/docs/cli/using-agent-skills
    goose     goose's guide "Agent Skills": .agents/skills and ~/.agents/skills are recommended, .goose/skills is read
    opencode  opencode.ai/docs/skills
    windsurf  the table of supported agents of github.com/vercel-labs/skills
"""

from __future__ import annotations

from typing import NamedTuple


class Client(NamedTuple):
    """One program that loads skills."""

    project: str
    """Folder of skills below a project."""
    user: str
    """Folder of skills below the user's home folder."""
    variable: str = ""
    """Environment variable that names another place for the first folder of `user`."""


_SHARED = Client(".agents/skills", ".agents/skills")

CLIENTS = {
    "agents": _SHARED,
    "claude": Client(".claude/skills", ".claude/skills", "CLAUDE_CONFIG_DIR"),
    "codex": _SHARED,
    "copilot": Client(".github/skills", ".copilot/skills"),
    "cursor": Client(".cursor/skills", ".cursor/skills"),
    "gemini": Client(".gemini/skills", ".gemini/skills"),
    "goose": _SHARED,
    "opencode": Client(".opencode/skills", ".config/opencode/skills"),
    "windsurf": Client(".windsurf/skills", ".codeium/windsurf/skills"),
}
