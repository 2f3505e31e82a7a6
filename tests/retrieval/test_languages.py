"""Questions in other languages than English, on small vaults, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, write

OTHERS = {
    "zh": ("二号车间由金蝶公司服务。", "会议于七月举行。", "锅炉房没有光纤。"),
    "ja": ("屋根は去年の秋に直した。", "来客は帳面に署名する。", "休暇の一覧は三月に提出する。"),
    "ko": ("회의는 칠월에 열린다.", "지붕은 작년 가을에 고쳤다.", "손님은 장부에 서명한다."),
}
"""Passages that say something else."""


def ask(folder: Path, language: str, text: str, *questions: str) -> list[str]:
    """Replies to questions on a vault with this passage and others."""
    write(folder / "wiki", {f"notes/{at}.md": each for at, each in enumerate((text, *OTHERS[language]))})
    return [done("ask", question, home=folder).out for question in questions]


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("zh", "一号车间使用西门子PLC控制器。", ("PLC", "西门子 PLC", "PLC控制器", "控")),
        ("zh", "仓库改用5G网络，食堂供应汤。", ("5G", "5G网络", "汤", "供")),
        ("ja", "担当はSmithさんで、ｐＨは７．８である。", ("Smithさん", "ｐＨ", "pH 7.8", "担")),
        ("ko", "공장은 작년에 PLC를 바꾸었고 Wi-Fi도 설치하였다.", ("PLC", "Wi-Fi", "PLC를")),
    ],
)
def test_a_word_is_found_whatever_script_touches_it_and_be_it_one_character(tmp_path, language, text, asked):
    for reply in ask(tmp_path, language, text, *asked):
        assert f"> {text}" in reply
        assert "gaps:" not in reply
