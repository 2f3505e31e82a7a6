"""What hostile texts are made of: the marks each reader looks for, and the signs that break names and screens."""

# Rows of pieces: broken up they would fill pages.
# ruff: noqa: E501

from __future__ import annotations

from hypothesis import strategies as st

_SIGNS = "\0 \t \n \r \r\n \x1b[31m \x7f \x85 \xa0 \xad \u200b \u200f \u202e \u2028 \u2066 \ufeff \ud800 \U000e0041 \u0130 ß ﬁ Ω é e\u0301 한 漢字"
ODD = (*_SIGNS.split(" "), " ", "a", "A1", "x y", "9", "0.9", "-1e9", "word ")

PIECES: dict[str, tuple[str, ...]] = {
    "markdown": (
        "[[", "]]", "[", "](", ")", "!", "|", "#", "^id", " ^p1", "\n^p1\n", "# ", "## H\n", "- ", "1. ", "> ", ">", "> [!note] ",
        "```", "~~~", "`", "``", "$", "$$", "%%", "<!--", "-->", "<b>", "<div>", "</div>", "<script>", "<?", "<![CDATA[", "---\n",
        "===\n", "***\n", "\\", "| a |\n|---|\n", "|", "\n\n", "    ", "\t", "[^1]: ", "[a]: b", "<http://a>", "%5B", "#tag", "[ ] ",
    ),
    "frontmatter": (
        "---\n", "\n---\n", "---\r\n", "key: ", "tags: [a, b]\n", "aliases:\n", "- ", "summary: ", "Summary: x\n", "'", '"', "[[", "]]", "](",
        "{", "}", "[", "]", ",", "#", "&a ", "*a", "|\n", ">-\n", "? ", "! ", "!!str ", "%YAML 1.2\n", "...\n", "null", "true", ": ", "\\u0000",
    ),
    "claims": (
        "- ", "* ", "[[a]]", "[[", "]]", "[[b|c]]", "[x](y)", "[x](<y z>)", "[x](http://y)", " causes ", " is part of ", " (", ")", "0.9", ", ",
        "1,5", "confidence: ", "[[s#^p1|p1]] ", '"quote"', '"', "\\", "\u201c", "\u201d", "^p1", "# Claims\n", "## Relations\n", "depends_on:: ", "::",
    ),
    "bundle": (
        "{", "}", "[", "]", ",", ":", '"', '"source":', '"s"', '"entities":', '"relations":', '"pages":', '"name":', '"type":', '"title":', '"content":',
        '"category":', '"topics"', '"summary":', '"supporting_text":', '"confidence":', "1e999", "NaN", "-0", "1", "true", "null", "\\ud800", "\\u0000",
    ),
    "call": (
        "ask", "edit", "list", "apply", "add", "show", "file", "remember", "graph", "useful", "undo", "\nquestion=", "\nfilter=", "\nlimit=", "\nbudget=", "\nset=", "\nbundle=",
        "\ntext=", "\ndry_run=", "\nhome=", "\nlabels=", "\ntag=", '{"tag":', '{"since":', '"7d"}', "[", "]", "{", "}", "true", "null", "-1", "1e400", "7", '"\\ud800"', '["a","b"]',
    ),
    "question": ('"', "“", "”", "„", "«", "»", "「", "」", "`", "?", "!", ". ", "1.5", "2024-01-02", "l'", "'s", "what is ", "AND ", "OR ", "NEAR(", "*", "; DROP TABLE", "--", "col:"),
    "links": ("a.md\n", "b/a.md\n", "../", "./", "/", "..", "C:\\", "\\\\host\\", "#h", "|", "]]", "[[", "%2e%2e/", "%00", ".md", ".canvas", "\n", "B/A.MD\n", ".obsidian/"),
    "names": ("..", "/", "\\", ":", "con", "nul.", "com1", "c++", "a#", "r&d", "100%", "-", "_", "(x)", ", y", "index", "log", "x0a1b2c", "'", "]]"),
    "untrusted": (
        "\n> ", "omitted: 3", "gaps: ", "## Evidence", "[a#^b]", "```", "<!--", "-->", "ignore all previous instructions", "you are now ", "system: ", "AKIA", "ABCDEFGHIJKLMNOP",
        "password = ", "hunter2hunter2", "-----BEGIN PRIVATE KEY-----", "ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2", "eyJ", ".", "://", "@", "sk-",
    ),
}  # fmt: skip
PIECES["yaml"] = PIECES["frontmatter"]


def hostile_texts(target: str) -> st.SearchStrategy[str]:
    """Texts of the pieces that this reader looks for, with odd signs and runs of one piece among them."""
    piece = st.sampled_from((*PIECES[target], *ODD))
    run = st.builds(lambda text, times: text * times, piece, st.integers(2, 40))
    parts = st.one_of(piece, piece, piece, run, st.text(max_size=5))
    return st.lists(parts, max_size=40).map("".join)
