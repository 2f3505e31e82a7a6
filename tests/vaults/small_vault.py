"""A few dozen notes of every kind that people write, made fresh for each run."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NFD = unicodedata.normalize("NFD", "Café résumé")
_LINKS = """\
# Every form of a link

[[Target]] and [[Target|shown]], [[Target#Part one]], [[target#part one#deeper|down]], [[#Every form of a link]],
[[Target#^para1|the block]], [[Target.md]], [[folder/Twin|the twin]], [[/folder/Twin]], [[../Target]], [[./Target]].
![[Target]] ![[picture.png|100x145]] ![[paper.pdf#page=3]] ![[board.canvas]] [[picture.png]]
[md](Target.md) [md](folder/Twin.md#Part) [md](Target) [space](Two%20words.md) [angled](<Two words.md> "title")
![alt](picture.png) [text [with] brackets](Target.md) [img ![alt](picture.png) inside](Target.md) [own](#part)
[web](https://example.org/a_(b)) [mail](mailto:a@example.org) <https://example.org/[[no]]> [empty]()
[[Nowhere]] [[v2.0 Release]] [[Sq]uare]] [[|x]] [[]] [[[Target]]] \\[[Target]] \\[\\[Target\\]\\] [[https://example.org]]
`[[code]]` ``[[more ` code]]`` $x [[math]] y$ <!-- [[hidden]] --> <b title="[[attribute]]">[[Target]]</b> #tag/sub
%% [[Target]] #commented %% ==[[Target]]== **[[Target|bold]]** ~~[[Target]]~~ [^1] ^[inline [[Target]]] #日本語 #1a #12
[[Target
broken]] [[ Target | padded ]] [[Target#A#B|a||b]] [[Target\u00a0two]] [[Caf\u00e9 r\u00e9sum\u00e9]] %zz ^last-id

[^1]: A footnote with [[Target]].
"""
_BLOCKS = """\
Title without a hash
====================

> [!note]+ A callout with [[Target]]
> body #inquote
>> nested [[Twin]]
> ```
> [[code in a quote]]
> ```

> quote of
lazy [[Target]] lines

^quote-id

- item [[Target]] ^item1
  - nested [[Twin|t]]
    continuing

    ```python
    [[code in an item]]
    ```
- [ ] task [[Target]]
1. one
2. two

   paragraph in an item ^p-in-item

| head | [[Target\\|bar]] |
|------|-----------------|
| cell | [[Target|unescaped]] |
| `a \\| [[b]]` | #tagged |

^table-id

```dataview
list from [[Target]]
```

~~~~
``` [[x]]
~~~~

    indented [[code]]

<div>
[[in html]]

</div>

after [[Target]]

$$
\\sum [[math]]_i
$$

%%
a comment block with [[Target]]
%%

***

## Claims

- [[Target]] causes [[Twin]] (0.9)

## Empty

## 二 見出し ##

text #tag ^abc-1

# Every: form, of [punctuation] & `code`!

Setext two
----------
end
"""
_PROPERTIES = """\
---
# a comment that stays
title: "Everything: nested"
aliases: [one, "two, three", 'it''s']
tags:
- flat
- nested/tag   # why
up: "[[Target]]"
related:
    - "[[folder/Twin|t]]"
    - '[[Target#Part one]]'
    - "[md](Target.md)"
date: 2024-03-12
time: 12:30
yes: yes
zero: 007
hex: 0x1F
float: 1.50
nothing:
tilde: ~
map:
  inner: {a: 1, b: [x, y]}
  "quoted key": "- not a list"
literal: |
  line one
   line two
folded: >-
  a
  b
long: a plain text that
  goes on
empty: []
unlinked: text with [[Target]] inside
bare: [[Target]]
Ünïcode key: 値 # 註
---
# Everything

Body with [[Target]].
"""
_LATEX = "\n".join(
    f"## 式 {n}\n\n设 $f(x)=x^{n}$ 与 [[Target]]，则\n\n$$\\begin{{aligned}} a_{n} &= b \\\\ c &< d\\end{{aligned}}$$\n"
    f"\n因此 $a_{{{n}}}<b$ 且 `x` [[笔记|注]]。\n"
    for n in range(3)
)


def write_small_vault(folder: Path) -> Path:
    """Write the vault into a folder that need not exist; returns it."""
    for name, text in _texts().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return folder


def _texts() -> dict[str, str]:
    card = {"id": "1", "type": "file", "file": "folder/Twin.md", "x": 0, "y": 0, "width": 1, "height": 1}
    canvas = {"nodes": [card, {**card, "id": "2", "file": "Target.md"}, {"id": "3", "type": "text", "text": "[[T]]"}]}
    texts = {
        "Every link.md": _LINKS,
        "Every block.md": _BLOCKS,
        "Every property.md": _PROPERTIES,
        "folder/Every link again.md": _LINKS.replace("# Every form", "## Every form"),
        "folder/CRLF.md": (_PROPERTIES + _BLOCKS).replace("\n", "\r\n"),
        "CRLF body.md": _BLOCKS.replace("\n", "\r\n"),
        "CRLF links.md": _LINKS.replace("\n", "\r\n"),
        "CRLF short.md": "# One\r\n\r\ntext\r\n\r\n## Two\r\n\r\n- item [[Target]]",
        "Mixed breaks.md": "---\r\na: 1\nb: [x]\r\n---\n# Mixed\r\n\n[[Target]]\r\nmore\n",
        "BOM.md": "\ufeff" + _PROPERTIES,
        "BOM only.md": "\ufeff# BOM\n\n[[Target]]\n",
        "No final newline.md": "# No newline\n\n- [[Target]]\n- last [[Twin]]",
        "Two  blanks.md": "# Two  blanks\n\n[[Two  blanks]]\n",
        "Empty.md": "",
        "Blank.md": "\n\n  \n",
        "Only properties.md": "---\ntags: [a]\n---",
        "Empty block.md": "---\n---\nbody [[Target]]\n",
        "Unreadable.md": "---\nkey: a: b\n---\nbody [[Target]]\n",
        "Duplicate key.md": "---\na: 1\na: 2\n---\nbody\n",
        "Template.md": "---\ntitle: {{title}}\n---\n{{content}} [[Target]]\n",
        "JSON.md": '---\n{"a": "[[Target]]"}\n---\nbody\n',
        "Anchors.md": "---\na: &x [1]\nb: *x\n---\nbody\n",
        "Rule first.md": "\n---\nnot: properties\n---\n[[Target]]\n",
        "Open fence.md": "# Open\n\ntext\n\n```\n[[Target]] never closed\n",
        "Open comment.md": "# Open comment\n\n%% [[Target]] never closed\n\nmore\n",
        "Target.md": "# Target\n\n## Part one\n\n### deeper\n\npara ^para1\n\n## A\n\n### B\n\n[[Every link]]\n",
        "Twin.md": "---\naliases: twin alias\n---\nThe twin at the root, see [[folder/Twin]] and [[Twin]].\n",
        "folder/Twin.md": "# Twin\n\n[[Twin]] [[../Twin]] [up](../Target.md) ![[picture.png]]\n",
        "folder/deep/Twin.md": "[[Twin]] [[folder/Twin]] [[deep/Twin]] [[Target]]\n",
        "a/deep/Same.md": "the shortest path\n",
        "folder/deep/Same.md": "[[Same]] [[deep/Same]] [[folder/deep/Same]] [[p/Same]] [x](Same.md)\n",
        "folder/deep/down/Same.md": "[[Same]] [[deep/Same]] [[down/Same|d]]\n",
        "folder/Asks.md": "[[Same]] [[deep/Same]] [[p/Same]] [[Same.md#x]]\n",
        "a/Asks too.md": "[[Same]] [[deep/Same]]\n",
        "Two words.md": "[[Two words]] [[two WORDS]] [x](Two%20words.md)\n",
        "v2.0 Release.md": "[[v2.0 Release]]\n",
        f"{_NFD}.md": f"[[{_NFD}]] [[Caf\u00e9 r\u00e9sum\u00e9]]\n",
        "日本/笔记.md": "---\n标签: [甲, 乙]\n---\n" + _LATEX,
        "日本/長い 文章.md": "# 文章\n\nセッションは[[笔记]]です。#タグ\n\n※[[日本/笔记|註]]\n",
        "C++ & O'Brien (draft).md": "[[C++ & O'Brien (draft)]] [x](C++%20&%20O'Brien%20%28draft%29.md)\n",
        "ΣΊΣΥΦΟΣ.md": "[[σίσυφος]] [[ΣΊΣΥΦΟΣ]]\n",
        "Journal/2024-03-12.md": "---\nup: '[[Target|it''s]]'\n---\n[[Target]] #day [[2024-03-13]]\n",
        "board.canvas": json.dumps(canvas, indent="\t", ensure_ascii=False),
        "folder/empty.canvas": "{}",
        "picture.png": "not really a picture",
        "paper.pdf": "not really a paper",
        ".obsidian/app.json": '{"newLinkFormat": "shortest"}',
        ".trash/Old.md": "[[Target]]",
    }
    for number in range(6):
        links = " ".join(f"[[Note {other}|n]]" for other in range(6) if other != number)
        texts[f"Series/Note {number}.md"] = f"---\nprevious: '[[Note {number - 1}]]'\n---\n# Note {number}\n\n{links}\n"
    return texts
