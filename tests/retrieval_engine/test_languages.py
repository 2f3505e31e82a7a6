"""Questions in other languages than English, on small vaults, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, write

TEXTS = {
    "zh": """
锅炉房没有光纤，他建议先从和平街铺设电缆。
九月一日前铺设电缆，费用由维修基金支付。
食堂七点开门，供应汤。
九名保安值夜班。
院子每周一打扫。
钥匙放在办公室。
屋顶去年秋天修过。
博物馆借给我们一座钟。
""",
    "ja": """
ボイラー室には光ファイバーがないので、ケーブルを敷く。
九月一日までにケーブルを敷く。費用は修繕基金が支払う。
食堂は七時に開き、スープを出す。
夜は九人の警備員が働く。
中庭は月曜日に掃く。
鍵は事務所に置く。
屋根は去年の秋に直した。
博物館が時計を貸してくれた。
""",
    "ru": """
На котельной нет оптоволокна, он предложил проложить кабель.
Кабель оплатит ремонтный фонд.
Столовая открывается в семь и подаёт суп.
Ночью работают девять охранников.
Двор подметают по понедельникам.
Ключи хранят в конторе.
Крышу чинили прошлой осенью.
Музей одолжил нам часы.
""",
    "uk": """
На котельні немає оптоволокна, тож він запропонував прокласти кабель.
Кабель оплатить ремонтний фонд.
Їдальня відчиняється о сьомій і подає суп.
Вночі працюють дев’ять охоронців.
Подвір’я підмітають щопонеділка.
Ключі зберігають у конторі.
Дах лагодили минулої осені.
Музей позичив нам годинник.
""",
    "pl": """
Kabel opłaci fundusz remontowy.
Klucze leżą w biurze.
Dach naprawiono jesienią.
Muzeum pożyczyło nam zegar.
""",
    "fr": """
Il n'y a pas de fibre à la chaufferie : il propose d'y poser un câble.
Le câble sera financé par le fonds de réparation.
La cantine ouvre à sept heures et sert de la soupe.
Neuf gardiens travaillent la nuit.
Les clés restent au bureau.
Le directeur signe le bail du château.
""",
    "es": """
La caldera no tiene fibra: propuso tender un cable.
El cable lo paga el fondo de reparaciones.
El comedor abre a las siete y sirve sopa.
Nueve guardias trabajan de noche. Hay cuantos testigos quieran.
Las llaves se guardan en la oficina. Habra lluvia.
""",
    "ko": """
회의는 칠월에 열린다.
지붕은 작년 가을에 고쳤다.
손님은 장부에 서명한다.
열쇠는 사무실에 보관한다.
식당은 일곱 시에 문을 열고 국을 제공한다.
도로 보수는 김철수가 맡는다.
""",
    "ar": """
تعطلت المضخة بسبب الطحالب.
وصلت المرشحات إلى الميناء.
المفتاح في المكتب.
""",
    "he": """
הקבלן תיקן את הגג.
המפתח נמצא במשרד.
השוער שמע רעש.
""",
}
"""Passages of a small vault in each language."""


def ask(folder: Path, language: str, *questions: str, text: str = "") -> list[str]:
    """Replies to questions on the passages of a language and this one."""
    passages = [text, *TEXTS[language].strip().splitlines()]
    write(folder / "wiki", {f"notes/{at}.md": f"{each}\n" for at, each in enumerate(passages)})
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
    for reply in ask(tmp_path, language, *asked, text=text):
        assert text in reply
        assert "occurs nowhere" not in reply


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("zh", "为什么需要电缆？", "没有光纤"),
        ("zh", "电缆是谁付钱的？", "维修基金"),
        ("zh", "钥匙在哪里？", "办公室"),
        ("zh", "院子什么时候打扫？", "每周一"),
        ("zh", "夜里有几名保安？", "九名"),
        ("zh", "汤几点有？", "七点"),
        ("ru", "Где у вас ключи?", "в конторе"),
        ("ru", "Зачем нужен кабель?", "оптоволокна"),
        ("ru", "Кто платит за кабель?", "фонд"),
        ("ru", "Сколько у нас охранников ночью?", "девять"),
        ("uk", "Скільки коштує кабель?", "фонд"),
        ("uk", "Де у вас ключі?", "у конторі"),
        ("pl", "Gdzie są klucze?", "w biurze"),
        ("fr", "Combien coûte le câble ?", "fonds"),
        ("es", "¿Para qué hace falta el cable?", "fibra"),
        ("ja", "なぜケーブルが必要ですか？", "光ファイバー"),
        ("ja", "ケーブルは誰が払いますか？", "修繕基金"),
        ("ja", "夜の警備員は何人いますか？", "九人"),
        ("ja", "鍵はどこですか？", "事務所"),
        ("ja", "中庭はいつ掃きますか？", "月曜日"),
        ("ar", "ما سبب تعطّل المضخّة؟", "الطحالب"),
        ("ar", "أين مفتاح المكتب؟", "المفتاح"),
        ("ar", "هل وصلت مرشحات جديدة للميناء؟", "المرشحات"),
        ("he", "מי זה קבלן?", "הקבלן"),
        ("he", "איפה מפתח?", "המפתח"),
        ("ko", "열쇠를 어디에 두나요?", "사무실"),
        ("ko", "식당이 언제 열어요?", "일곱"),
        ("ko", "도로는 누가 보수합니까?", "김철수"),
        ("ko", "김철수의 일은 무엇인가요?", "도로"),
    ],
)
def test_an_everyday_question_finds_its_answer(tmp_path, language, question, answer):
    (reply,) = ask(tmp_path, language, question)
    assert answer in reply


@pytest.mark.parametrize(
    ("language", "question", "gaps"),
    [
        ("zh", "院子什么时候打扫？", ""),
        ("zh", "维修费用是谁支付的？", ""),
        ("ru", "Где хранят ключи?", ""),
        ("ru", "Когда подметают двор?", ""),
        ("uk", "Навіщо потрібен кабель?", "потрібен"),
        ("uk", "Хто такий Шевченко?", "Шевченко"),
        ("pl", "Kto ma klucze, są tuż?", "tuż"),
        ("fr", "Combien de gardiens travaillent la nuit ?", ""),
        ("fr", "Lequel n'a pas signé le bail du château ?", ""),
        ("fr", "Que sait-on de Dupont ?", "sait, Dupont"),
        ("ru", "Где ключи, и что случилось вчера?", "случилось, вчера"),
        ("es", "¿Cuántas guardias trabajan de noche?", ""),
        ("es", "¿Adónde había llaves?", ""),
        ("ja", "鍵は誰が置きますか？", ""),
        ("ar", "لماذا تعطلت المضخة وأين المفتاح؟", ""),
        ("ar", "متى يفتح المطبخ؟", "يفتح, المطبخ"),
        ("he", "איפה המפתח, ומה שמע השוער אתמול?", "אתמול"),
        ("he", "איזו מכונית נסעה?", "מכונית, נסעה"),
        ("ko", "열쇠가 어디에 있나요?", ""),
        ("ko", "도로를 누가 보수하나요?", ""),
    ],
)
def test_a_gap_is_a_word_that_the_asker_wrote(tmp_path, language, question, gaps):
    (reply,) = ask(tmp_path, language, question)
    assert reply.partition("occurs nowhere: ")[2].partition("\n")[0] == gaps
    assert "corrected:" not in reply


@pytest.mark.parametrize(
    ("language", "question", "gap"),
    [
        ("ar", "هل المفتاح في الخزانة؟", "الخزانة"),
        ("he", "המפתח־במשרד־בארון", "בארון"),
        ("ar", "المفتاح فساد، حريق؛", "فساد, حريق"),
    ],
)
def test_no_mark_of_any_script_is_a_part_of_a_word(tmp_path, language, question, gap):
    (reply,) = ask(tmp_path, language, question)
    assert f"occurs nowhere: {gap}\n" in reply


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "液状化が堤防損傷の主な原因である。堤防の基礎地盤には昭和に埋め立てられた旧河道の砂層があり、地下水位が高かった。"
            "ボーリング調査では緩い砂層が続くことが分かった。なお老朽化が原因ではないかとの指摘もあったが、護岸の強度試験では異常は"
            "認められなかった。",
            "ボーリング調査",
            "ボーリング調査では緩い砂層が続くことが分かった。",
        ),
        (
            "Причиной пожара стала перегрузка электропроводки. Проводку прокладывали ещё в прошлом веке по старым "
            "нормам. Инспектор указал, что датчики дыма не проверялись. Сторож почувствовал запах и вызвал пожарных.",
            "датчики дыма",
            "Инспектор указал, что датчики дыма не проверялись.",
        ),
    ],
)
def test_a_passage_is_cut_by_what_it_costs_not_by_its_signs(tmp_path, text, question, answer):
    write(tmp_path / "wiki", {"notes/a.md": f"{text}\n"})
    assert answer in done("ask", question, "--budget", "110", home=tmp_path).out


def test_a_long_sentence_without_blanks_had_no_piece_small_enough(tmp_path):
    aside = "定格流量は毎分一二〇〇リットル、揚程は三五メートル、"
    text = f"主循環ポンプは新しく、{aside * 6}潤滑油の交換周期は四〇〇〇時間と決められ、{aside * 6}止まらない。"
    write(tmp_path / "wiki", {"notes/1.md": text, "notes/2.md": "他の話。"})
    reply = done("ask", "潤滑油の交換周期は？", "--budget", "200", home=tmp_path).out
    assert "潤滑油の交換周期は四〇〇〇時間と決められ、" in reply


@pytest.mark.parametrize(
    "question",
    [
        "Qu'est-ce qu'un Аргус ?",
        "Qu'est-ce que l'Аргус ?",
        "¿Qué son los Аргус?",
        "Что такое Аргус?",
        "Аргусとは？",
        "Аргусって何？",
        "Аргусとは何ですか？",
        "Аргус是什么？",
        "什么是Аргус",
        "Аргус는 무엇입니까?",
        "Аргус란?",
        "ما هو Аргус؟",
        "מה זה Аргус?",
    ],
)
def test_a_page_answers_what_its_subject_is(tmp_path, question):
    page = "# Аргус\n\nСистема мониторинга датчиков насосных станций городского водозабора.\n"
    write(tmp_path / "wiki", {"entities/аргус.md": page, "notes/1.md": "Что такое голодание?\n"})
    assert "verdict: sufficient" in done("ask", question, home=tmp_path).out


@pytest.mark.parametrize("particle", ["은", "이", "으로는", "입니까"])
def test_a_name_of_several_words_is_known_with_what_korean_puts_to_it(tmp_path, particle):
    write(tmp_path / "wiki", {"entities/디스크-용량-부족.md": "# 디스크 용량 부족\n\n남은 공간이 없다.\n"})
    reply = done("ask", f"어제 디스크 용량 부족{particle}?", home=tmp_path).out
    assert "\n[디스크-용량-부족]\n" in reply
