"""What people may be called: so that it can be shown to everybody, and tells them apart.

A name is put into Unicode's compatibility form (NFKC), and loses what cannot be seen, what turns
text around, heaps of accents, and letters of scripts that nobody writes a name in today, many of
which look like ours (the scripts that remain are those which Unicode recommends for identifiers).

Two names look alike if their *skeletons* are equal: small letters without accents, spaces and
signs, each look-alike in place of what it looks like. The table of these is our own and short: of
Unicode's `confusables.txt`, ten thousand lines of which most are of scripts that were sorted out
above, the letters of Greek, Cyrillic and Armenian that look like Latin ones, and what people who
write Korean and Japanese can mix up.
"""

import re
import unicodedata
from functools import cache

from goatherd.bots.levels import LEVELS
from goatherd.words import LANGUAGES, Text

LONGEST_NAME = 24
MOST_ACCENTS = 2
"""On one letter."""

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
"""Categories of what cannot be seen, turns text around, or joins it."""
BLANKS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
"""What cannot be seen either, and is counted among letters, marks or signs."""
SCRIPTS = {
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "GEORGIAN",
    "HEBREW",
    "ARABIC",
    "ETHIOPIC",
    "THAANA",
    "DEVANAGARI",
    "BENGALI",
    "GUJARATI",
    "GURMUKHI",
    "KANNADA",
    "MALAYALAM",
    "ORIYA",
    "SINHALA",
    "TAMIL",
    "TELUGU",
    "KHMER",
    "LAO",
    "MYANMAR",
    "THAI",
    "TIBETAN",
    "BOPOMOFO",
    "HANGUL",
    "HIRAGANA",
    "KATAKANA",
    "KATAKANA-HIRAGANA",
    "CJK",
    "IDEOGRAPHIC",
}
"""Of Unicode's recommended scripts (UAX 31), the first words of their letters' names."""

CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧВНРСУХМТКАЕОІЈЅ", "ABEZHIKMNOPTYXBHPCYXMTKAEOIJS")
"""Of Greek and Cyrillic, which look like others than their small letters do."""
LOOKS_LIKE = {
    # Greek and Cyrillic, as small letters
    **dict(zip("αβγεηικνορτυχωϲϳ", "abyenikvoptuxwcj", strict=True)),
    **dict(zip("авгеёзіїјкмноѕрсстухһԛԝԁӏьѵ", "abreeзiijkmhospccтyxhqwdlbv", strict=True)),
    **dict(zip("հոսւցօգ", "hnuigoq", strict=True)),
    "т": "t",
    "п": "n",
    "ı": "l",
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "ß": "b",
    "æ": "ae",
    "œ": "oe",
    # Digits and signs
    **dict(zip("01|!5$@〇○ㅇ", "olllssaooo", strict=True)),
    "i": "l",
    # Kana, kanji and Hangul
    **dict(zip("ニロカエハトタへべぺりー一ㅡ丨ㅣチ", "二口力工八卜夕ヘベペリ---ll千", strict=True)),
}
PAIRS = (("rn", "m"), ("vv", "w"))
"""Letters that look like one."""
OURS = (
    *("Goatherd", "bot", "host", "spectator"),
    *("봇", "방장", "관전자", "ボット", "ホスト", "観戦者"),
)
"""What the site itself may be taken for."""
MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
HEAPED = re.compile(f"(?<=[{MARKS}]{{{MOST_ACCENTS}}})[{MARKS}]+")
"""Accents beyond what a letter may have."""


def safe_name(given: str) -> str:
    """A nickname as it may be shown to everybody; empty if nothing is left of it."""
    composed = unicodedata.normalize("NFKC", given[: 4 * LONGEST_NAME])
    shown = "".join(letter for letter in composed if is_for_names(letter))
    return " ".join(HEAPED.sub("", shown).split())[:LONGEST_NAME].strip()


def is_clean_name(name: str) -> bool:
    """Whether a name of another site can be shown as it is."""
    return 0 < len(name) <= LONGEST_NAME and all(map(is_shown, name))


def is_shown(letter: str) -> bool:
    """Not control characters, nor what turns text around or joins it invisibly."""
    return letter == " " or (unicodedata.category(letter) not in HIDDEN and letter not in BLANKS)


def is_for_names(letter: str) -> bool:
    if not is_shown(letter):
        return False
    script = unicodedata.name(letter, "").partition(" ")[0]
    return not letter.isalpha() or script in SCRIPTS


def skeleton(name: str) -> str:
    """Equal for names that look alike."""
    folded = unicodedata.normalize("NFKC", name).translate(CAPITALS).casefold()
    apart = unicodedata.normalize("NFD", folded)
    composed = unicodedata.normalize("NFC", "".join(one for one in apart if not is_accent(one)))
    bare = "".join(map(digit_of, composed))
    for _ in range(2):  # a foreign letter may look like one that looks like another
        bare = "".join(LOOKS_LIKE.get(one, one) for one in bare)
    for pair, single in PAIRS:
        bare = bare.replace(pair, single)
    kept = "".join(one for one in bare if one.isalnum())
    return kept or bare.replace(" ", "")


def is_accent(letter: str) -> bool:
    """A mark on a letter; those of kana make another letter of it."""
    return unicodedata.category(letter) in ("Mn", "Me") and letter not in "\u3099\u309a"


def digit_of(letter: str) -> str:
    value = unicodedata.digit(letter, None)
    return letter if value is None else str(value)


def looks_like(name: str, other: str) -> bool:
    return skeleton(name) == skeleton(other)


def is_taken_by_the_site(name: str) -> bool:
    """Whether bots, free seats or the site itself are called so, in any language."""
    numberless = re.sub(r"\d+", "", name)
    return skeleton(name) in our_names() or skeleton(numberless) in our_names()


@cache
def our_names() -> frozenset[str]:
    """The skeletons of all that the site calls somebody, without numbers."""
    texts = [*(level.name for level in LEVELS), Text("Seat {number}", number="")]
    said = [text.say(language) for text in texts for language in LANGUAGES]
    return frozenset(skeleton(name) for name in (*said, *OURS))
