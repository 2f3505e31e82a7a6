"""The irregular forms of English words: no ending tells that `bought` is a form of `buy`."""

from __future__ import annotations

# Each row is a word and its forms that the index's stems (Porter's) do not take for the same.  What stands
# behind a bar is a word of its own as well (`ground`): it is searched for the first, not the first for it.  Verbs that
# say little by themselves (make, take, see, find) are left out: their forms lead everywhere.  So do forms that those
# stems take for a word of no weight (`ate` for at, `theses` for these): they stand before a bar.
_ROWS = """
arise arose arisen;awake awoke awoken;beat beaten;begin began begun;bend bent;bind | bound;bite bitten | bit;
bleed bled;blow blew blown;break broke broken;breed bred;bring brought;build built;burn burnt;buy bought;catch caught;
choose chose chosen;creep crept;deal dealt;die died dying;dig dug;draw drew drawn;dream dreamt;
drink drank drunk;drive drove driven;eat eaten;ate | eat eaten;fall fell fallen;feed fed;fight fought;
flee fled;fly flew flown;forbid forbade forbidden;forget forgot forgotten;forgive forgave forgiven;freeze froze frozen;
grind | ground;grow grew grown;hang hung;hear heard;hide hid hidden;kneel knelt;
leap leapt;learn learnt;lend lent;lie lied lying;lose lost;
meet met;overcome overcame;pay paid;prove proven;rebuild rebuilt;ride rode ridden;ring rang rung;rise risen | rose;
seek sought;sell sold;send sent;sew sewn;shake shook shaken;shine shone;shoot | shot;
shrink shrank shrunk;sing sang sung;sink sank sunk;sit sat;sleep slept;slide slid;sow sown;speak spoke spoken;
spell spelt;spend spent;spin spun;spring sprang sprung;stand stood;steal stole stolen;stick stuck;strike struck;
string strung;strive strove striven;swear swore sworn;sweep swept;swell swollen;swim swam swum;swing swung;
teach taught;tear tore torn;throw threw thrown;tie tied tying;
understand understood;undertake undertook undertaken;wake woke woken;wear wore worn;weave wove woven;weep wept;
win won;withdraw withdrew withdrawn;write wrote written;
own | owner;owns | owner;owned | owner;
analysis analyses;antenna antennae;appendix appendices;axis axes;bacterium bacteria;basis bases;cactus cacti;
child children;cortex cortices;crisis crises;criterion criteria;curriculum curricula;diagnosis diagnoses;foot feet;
formula formulae;fungus fungi;goose geese;half halves;hypothesis hypotheses;index indices;knife knives;larva larvae;
leaf | leaves;loaf loaves;man men;matrix matrices;metastasis metastases;mouse mice;nucleus nuclei;ox oxen;
phenomenon phenomena;prognosis prognoses;shelf shelves;stimulus stimuli;synopsis synopses;
synthesis syntheses;theses | thesis;thief thieves;tooth teeth;vertebra vertebrae;vertex vertices;wife wives;wolf wolves;
woman women
"""
# For a question looks for few words: reading all rows would take as long as importing ten modules.
_SPACED = f" {_ROWS.replace(';', ' ; ')};".replace("\n", " ")
"""The rows, with a blank before and behind each word."""


def irregular_forms(word: str) -> tuple[str, ...]:
    """Other forms of a folded word that no ending tells; mostly none."""
    at = _SPACED.find(f" {word} ")
    while at >= 0:
        told, _, own = _SPACED[_SPACED.rfind(";", 0, at) + 1 : _SPACED.find(";", at + 1)].partition("|")
        words = told.split()
        if word in words:
            return tuple(other for other in (*words, *own.split()) if other != word)
        at = _SPACED.find(f" {word} ", at + 1)
    return ()
