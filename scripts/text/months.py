"""The names of months, by language: `2024-06-30` is a day in June.

From Unicode's CLDR (as Babel 2.18 has it), in lower case: the name of each month, its abbreviation, and the form it
takes in a date, as far as their stems differ.  `_` stands for a blank.
"""

from __future__ import annotations

from functools import cache


@cache
def month_names(language: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of each of the twelve months in a language; nothing for a language that is not known."""
    return tuple(tuple(month.split("/")) for month in _NAMES.get(language, "").split())


_NAMES = {
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "bg": (
        "януари/яну февруари/фев март април/апр май юни юли август/авг септември/сеп октомври/окт ноември/ное "
        "декември/дек"
    ),
    "ca": "gener febrer març abril maig juny juliol/jul agost/ag setembre/set octubre/oct novembre/nov desembre/des",
    "cs": (
        "leden/led/ledna únor/úno březen/bře/března duben/dub/dubna květen/kvě/května červen/čvn/června "
        "červenec/čvc srpen/srp/srpna září říjen/říj/října listopad/lis prosinec/pro"
    ),
    "da": (
        "januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep oktober/okt "
        "november/nov december/dec"
    ),
    "de": (
        "januar/jan februar/feb märz/mär april/apr mai juni/jun juli/jul august/aug september/sep/sept "
        "oktober/okt november/nov dezember/dez"
    ),
    "el": (
        "ιανουάριοσ/ιαν/ιανουαρίου φεβρουάριοσ/φεβ/φεβρουαρίου μάρτιοσ/μάρ/μαρτίου απρίλιοσ/απρ/απριλίου "
        "μάιοσ/μάι ιούνιοσ/ιούν/ιουνίου ιούλιοσ/ιούλ αύγουστοσ/αύγ σεπτέμβριοσ/σεπ/σεπτεμβρίου "
        "οκτώβριοσ/οκτ/οκτωβρίου νοέμβριοσ/νοέ/νοεμβρίου δεκέμβριοσ/δεκ/δεκεμβρίου"
    ),
    "en": (
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct "
        "november/nov december/dec"
    ),
    "es": (
        "enero/ene febrero/feb marzo/mar abril/abr mayo junio/jun julio/jul agosto/ago septiembre/sept "
        "octubre/oct noviembre/nov diciembre/dic"
    ),
    "fa": "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
    "fi": (
        "tammikuu/tammi helmikuu/helmi maaliskuu/maalis huhtikuu/huhti toukokuu/touko kesäkuu/kesä heinäkuu/heinä "
        "elokuu/elo syyskuu/syys lokakuu/loka marraskuu/marras joulukuu/joulu"
    ),
    "fr": (
        "janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct "
        "novembre/nov décembre/déc"
    ),
    "he": (
        "ינואר/ינו׳ פברואר/פבר׳ מרץ אפריל/אפר׳ מאי יוני יולי אוגוסט/אוג׳ ספטמבר/ספט׳ אוקטובר/אוק׳ נובמבר/נוב׳ "
        "דצמבר/דצמ׳"
    ),
    "hi": (
        "जनवरी/जन॰ फ़रवरी/फ़र॰ मार्च अप्रैल मई जून जुलाई/जुल॰ अगस्त/अग॰ सितंबर/सित॰ अक्टूबर/अक्टू॰ नवंबर/नव॰ "
        "दिसंबर/दिस॰"
    ),
    "hu": (
        "január/jan február/febr március/márc április/ápr május/máj június/jún július/júl augusztus/aug "
        "szeptember/szept október/okt november/nov december/dec"
    ),
    "hy": (
        "հունվար/հնվ փետրվար/փտվ/փետրվարի մարտ/մրտ/մարտի ապրիլ մայիս/մյս հունիս/հնս հուլիս/հլս "
        "օգոստոս/օգս/օգոստոսի սեպտեմբեր/սեպ հոկտեմբեր/հոկ նոյեմբեր/նոյ դեկտեմբեր/դեկ"
    ),
    "id": (
        "januari/jan februari/feb maret/mar april/apr mei juni/jun juli/jul agustus/agu september/sep oktober/okt "
        "november/nov desember/des"
    ),
    "it": (
        "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set "
        "ottobre/ott novembre/nov dicembre/dic"
    ),
    "ja": "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    "km": "មករា កុម្ភៈ មីនា មេសា ឧសភា មិថុនា កក្កដា សីហា កញ្ញា តុលា វិច្ឆិកា ធ្នូ",
    "ko": "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
    "lo": "ມັງກອນ/ມກ ກຸມພາ/ກພ ມີນາ/ມນ ເມສາ ພຶດສະພາ/ພພ ມິຖຸນາ ກໍລະກົດ/ກລ ສິງຫາ/ສຫ ກັນຍາ/ກຍ ຕຸລາ/ຕລ ພະຈິກ/ພຈ ທັນວາ/ທວ",
    "my": "ဇန်နဝါရီ ဖေဖော်ဝါရီ မတ် ဧပြီ/ဧ မေ ဇွန် ဇူလိုင် ဩဂုတ်/ဩ စက်တင်ဘာ အောက်တိုဘာ နိုဝင်ဘာ ဒီဇင်ဘာ",
    "nb": (
        "januar/jan februar/feb mars april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt "
        "november/nov desember/des"
    ),
    "nl": (
        "januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep "
        "oktober/okt november/nov december/dec"
    ),
    "pl": (
        "styczeń/sty/stycznia luty marzec/mar/marca kwiecień/kwi/kwietnia maj czerwiec/cze/czerwca "
        "lipiec/lip/lipca sierpień/sie/sierpnia wrzesień/wrz/września październik/paź listopad/lis "
        "grudzień/gru/grudnia"
    ),
    "pt": (
        "janeiro/jan fevereiro/fev março/mar abril/abr maio junho/jun julho/jul agosto/ago setembro/set "
        "outubro/out novembro/nov dezembro/dez"
    ),
    "ro": (
        "ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie iulie august/aug septembrie/sept "
        "octombrie/oct noiembrie/nov decembrie/dec"
    ),
    "ru": (
        "январь/янв февраль/февр март/мар апрель/апр май июнь июль август/авг сентябрь/сент октябрь/окт "
        "ноябрь/нояб декабрь/дек"
    ),
    "sk": (
        "január/jan/januára február/feb/februára marec/mar/marca apríl/apr/apríla máj/mája jún/júna júl/júla "
        "august/aug/augusta september/sep/septembra október/okt/októbra november/nov/novembra "
        "december/dec/decembra"
    ),
    "sv": (
        "januari/jan februari/feb mars april/apr maj juni juli augusti/aug september/sep oktober/okt november/nov "
        "december/dec"
    ),
    "ta": (
        "ஜனவரி/ஜன பிப்ரவரி/பிப் மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட்/ஆக செப்டம்பர்/செப் அக்டோபர்/அக் நவம்பர்/நவ "
        "டிசம்பர்/டிச"
    ),
    "th": "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    "tr": (
        "ocak/oca şubat/şub mart/mar nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim kasım "
        "aralık/ara"
    ),
    "uk": (
        "січень/січ/січня лютий/лют/лютого березень/бер/березня квітень/квіт/квітня травень/трав/травня "
        "червень/черв/червня липень/лип/липня серпень/серп/серпня вересень/вер/вересня жовтень/жовт/жовтня "
        "листопад/лист/листопада грудень/груд/грудня"
    ),
    "vi": (
        "tháng_1/thg_1 tháng_2/thg_2 tháng_3/thg_3 tháng_4/thg_4 tháng_5/thg_5 tháng_6/thg_6 tháng_7/thg_7 "
        "tháng_8/thg_8 tháng_9/thg_9 tháng_10/thg_10 tháng_11/thg_11 tháng_12/thg_12"
    ),
    "zh": (
        "一月/1月 二月/2月 三月/3月 四月/4月 五月/5月 六月/6月 七月/7月 八月/8月 九月/9月 "
        "十月/10月 十一月/11月 十二月/12月"
    ),
}  # fmt: skip
