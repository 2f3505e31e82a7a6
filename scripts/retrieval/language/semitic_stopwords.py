"""Words of Arabic, Persian and Hebrew that carry no topic; loaded only where a question has such letters."""

from __future__ import annotations

from ...pages.text.words import fold_text
from .script_words import ScriptWords

_ARABIC = """
من ما ماذا لماذا متى أين كيف كم هل أي أية أيّ هو هي هم هن نحن أنا أنت أنتم هذا هذه ذلك تلك هؤلاء الذي التي الذين
اللذان اللتان اللواتي في على إلى عن مع حتى منذ بين عند لدى قبل بعد خلال حول دون غير سوى أو أم و ف ثم بل لكن لكنّ
أن أنّ إن إنّ إذا لو كي لأن لأنّ كان كانت كانوا يكون تكون ليس ليست لا لم لن ما قد لقد سوف كل بعض أكثر فيه فيها
منه منها عليه عليها إليه إليها به بها له لها لهم عنه عنها معه معها الآن هنا هناك أيضا كما مثل تم يتم جدا ذات وهو
وهي ولا ولم وقد التى
"""
_PERSIAN = """
از به در با برای که چه چی کی کِی کجا چرا چگونه چطور چند چقدر کدام آیا این آن ایشان او ما شما من تو آنها اینها را
و یا اگر تا هم نیز است هست بود بودند شد شده شود می نمی باشد باشند دارد دارند داشت کرد کرده کند کنند هر همه پس بر
بی نه یک اکنون الان
"""
_HEBREW = """
מי מה מתי איפה היכן לאן מאין מאיפה למה מדוע איך כיצד כמה איזה איזו אילו אלו האם של את עם על אל אצל בין לפני אחרי
תחת מול ליד הוא היא הם הן אני אתה אתם אנחנו זה זו זאת אלה כי אם או גם רק אך אבל לא אין יש היה הייתה היו יהיה
תהיה יהיו להיות כל עוד כבר שלו שלה שלהם שלי שלך שלנו אותו אותה אותם לו לה להם בו בה בהם ממנו ממנה עליו עליה אשר
כאשר כדי לפי עד מן כמו יותר עכשיו כעת היום שבו שבה ניתן
"""
_TODAY = "الآن حاليا היום כעת עכשיו اکنون الان"
_LIGHT = """
حدث حصل جرى يوجد توجد يقع تقع يبلغ تبلغ يسمى تسمى أمس غدا اليوم קרה קרתה קורה נמצא נמצאת נמצאים אתמול מחר נקרא נקראת
"""
_DEFINING = "من ما ماذا هو هي هذا هذه מי מה זה זו זאת הוא היא הם הן چیست کیست چه"


def _folded(words: str, before: str = "") -> frozenset[str]:
    """Folded words, also with each of these letters written together with them."""
    folded = fold_text(words).split()
    return frozenset([*folded, *(letter + word for letter in before for word in folded)])


_NOW = _folded(_TODAY)
# `And` is a letter before the next word, and so are `so` and `that`.
WORDS = ScriptWords(
    (_folded(_ARABIC, "وف"), _folded(_PERSIAN), _folded(_HEBREW, "וש")),
    _NOW,
    _folded(_LIGHT) | _NOW,
    _folded(_DEFINING),
)
