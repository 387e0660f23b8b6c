"""Files as people have them, in many encodings: names and comments with accents, emoji, Chinese, Cyrillic."""

import random
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

WESTERN = """
    Größe | Españóla | Müller, Jürgen | Sébastien Mazé | Étienne Bacrot | Muñoz, José | Peña Gómez |
    Íñigo Núñez | François Façonnet | João Pérez | Gonçalves, Luís | Åke Öst | Søren Bech Hansen |
    Jørgensen, Bjørn | Häkkinen | Nyström, Pär | Friðrik Ólafsson | Hübner, Robert | Köln | Düsseldorf |
    Zürich | Málaga | Besançon | Orléans | Süß, Günther | Weiß, Jörg | Óscar Brügger |
    Süddeutsche Meisterschaft in Böblingen | Nîmes | Réti | Grünfeld |
    Championnat de France à Épinal, première journée | Campeonato de España, división de honor |
    MÜNCHEN ÖFFNET | São Paulo, 4º torneio | Ärzteturnier | Coupe d'été – finale | El último “caballo” |
    Lösung: weiß gewinnt | Þröstur Þórhallsson | Håkon Ødegård | Tromsø | Malmö | Århus |
    Perché è così | Può vincere più facilmente
"""
CENTRAL = """
    Vučković, Nenad | Kovačević, Aleksandar | Šolak, Dragan | Świercz, Dariusz | Bartłomiej Macieja |
    Łódź | Radosław Jędynak | Poznań | Gdańsk | Dvořák, Jiří | Jiří Štoček | Česká Třebová | Plzeň |
    Szűcs, Gyűrű | Erdős, Viktor | Rapport, Richárd | Győr | Székesfehérvár | Žilina | Košice |
    Nováček | Ftáčnik, Ľubomír | Ivanišević, Ivan | Nešić | Đurić, Stefan | Bucureşti, România |
    Mistrzostwa Polski, Kraków | Čačak | Gašić | Praha, mezinárodní přebor České republiky |
    Bílý vyhrál, černý vzdal | Białe mają przewagę | Niš | Černý král je ve špatné pozici |
    Državno prvenstvo, žene
"""
TURKISH = """
    Ateş, Ekrem | Yılmaz, Mustafa | Şanal, Vahap | İstanbul | Barış Esen | Çağıl Doğan | Işık |
    Şükrü Ercan | Türkiye Şampiyonası | Beyaz kazanır, siyah terk eder (şah) | Kılıçaslan | Oğuzhan |
    Gökçeoğlu
"""
BALTIC = """
    Šarūnas Šulskis | Čmilytė, Viktorija | Jānis Klovāns | Rīga | Klaipėda | Šiauliai | Kēniņš, Toms |
    Žalgiris | Latvijas čempionāts šahā | Lietuvos čempionatas, Kaunas, baigmė žiemą |
    Pärnu, Eesti meistrivõistlused
"""
VIETNAMESE = """
    Lê Quang Liêm | Nguyễn Ngọc Trường Sơn | Lại Lý Huynh | Trềnh A Sáng | Hà Nội | Đỏ thắng, đen thua |
    Giải vô địch cờ tướng toàn quốc | Thành phố Hồ Chí Minh | Đặng Hữu Trang | Phùng Quang Điệp
"""
RUSSIAN = """
    Карпов, Анатолий | Каспаров | Москва | Первенство России | Мемориал Чигорина | Щербаков |
    Непомнящий, Ян | Дубов Даниил | Белые начинают и выигрывают | Ленинград | Эйве | чёрные сдались |
    Шахматы | Юсупов | Топалов, София | Кандидатский турнир, 3-й тур | ТУРНИР ПРЕТЕНДЕНТОВ
"""
GREEK = """
    Κοτρωνιάς, Βασίλειος | Αθήνα | Θεσσαλονίκη | Παπαϊωάννου | Πανελλήνιο Πρωτάθλημα σκακιού | Ρόδος
"""
SIMPLIFIED = """
    王天一 | 许银川 | 吕钦 | 胡荣华 | 柳大华 | 赵国荣 | 蒋川 | 洪智 | 郑惟桐 | 汪洋 | 孙勇征 | 谢靖 |
    陶汉明 | 徐天红 | 于幼华 | 万春林 | 卜凤波 | 喻之青 | 苗永鹏 | 阎文清 | 聂铁文 | 赵鑫鑫 | 黄竹风 |
    曹岩磊 | 申鹏 | 党斐 | 孟辰 | 唐丹 | 王琳娜 | 赵冠芳 | 李来群 | 杨官璘 | 陈寒峰 | 程鸣 | 刘殿中 |
    李雪松 | 赵玮 | 武俊强 | 第九届亚洲象棋锦标赛 | 五羊杯 | 全国象棋个人赛 | 上海 | 北京 | 广东 |
    黑龙江 | 红方稍优，黑方难守。 | 此着好棋！ | 仙人指路对卒底炮 | 中炮过河车互进七兵对屏风马平炮兑车 |
    过宫炮 | 和棋 | 红先胜 | 顺炮直车对横车 | 至此，红方多子胜定。
"""
TRADITIONAL = """
    吳貴臨 | 許銀川 | 呂欽 | 趙國榮 | 馬仲威 | 林世偉 | 蔡文鈞 | 莊宏明 | 李錦歡 | 趙汝權 | 陳振國 |
    徐超 | 楊官璘 | 林關浩 | 江中豪 | 劉安生 | 葛振衣 | 高懿屏 | 象棋錦標賽 | 台北 | 香港 |
    全國象棋個人賽 | 紅方稍優，黑方難守。 | 此著好棋！ | 仙人指路對卒底炮 | 中炮過河車互進七兵對屏風馬 |
    過宮炮 | 和棋 | 紅先勝 | 順炮直車對橫車 | 至此，紅方多子勝定。
"""
JAPANESE = """
    羽生善治 | 所司和晴 | 田中篤 | 東京 | シャンチー大会 | 日本シャンチー協会 | 先手の勝ち | 曽根敏彦 |
    この手は好手です。 | 藤井聡太 | 将棋会館 | 大阪 | カスパロフ
"""
KOREAN = """
    이세돌 | 조훈현 | 서울 | 대한장기협회 | 박정환 | 김영삼 | 백이 이겼습니다 | 부산 대회 | 장기 대국 |
    최정 구단 | 홍길동
"""
EMOJI = "🐟 | 🏆 冠军 | ♟️ | Team 🐉 | 👍👍"
CHINESE = (SIMPLIFIED, TRADITIONAL)


@dataclass(frozen=True)
class Kind:
    """Files of one kind: the encoding that is to be found, and the texts and bytes they have."""

    encoding: str
    texts: tuple[str, ...]
    encode: Callable[[str], bytes]


def kind(encoding: str, *texts: str, codec: str = "") -> Kind:
    return Kind(encoding, texts, lambda text: text.encode(codec or encoding))


TONES = "\u0300\u0301\u0303\u0309\u0323"


def _in_cp1258(text: str) -> bytes:
    """In this encoding the five tones stand after the letters."""
    letters = []
    for char in text:
        marks = unicodedata.normalize("NFD", char)
        letter = unicodedata.normalize("NFC", "".join(mark for mark in marks if mark not in TONES))
        letters += [letter, *(mark for mark in marks if mark in TONES)]
    return "".join(letters).encode("cp1258")


def _game_by_game(old: str) -> Callable[[str], bytes]:
    """UTF-8 and an older encoding by turns, the first game in UTF-8."""

    def encode(text: str) -> bytes:
        games = text.split("\n\n\n")
        return b"\n\n\n".join(game.encode((old, "utf-8")[at % 2 == 0]) for at, game in enumerate(games))

    return encode


KINDS = {
    "UTF-8": kind("utf-8", WESTERN, RUSSIAN, EMOJI, *CHINESE),
    "UTF-8 with a mark": kind("utf-8", WESTERN, RUSSIAN, EMOJI, *CHINESE, codec="utf-8-sig"),
    "UTF-16": kind("utf-16-le", WESTERN, RUSSIAN, EMOJI, *CHINESE, codec="utf-16"),
    "UTF-16 without a mark": kind("utf-16-le", WESTERN, EMOJI, *CHINESE),
    "UTF-16 the other way round": kind("utf-16-be", WESTERN, EMOJI, *CHINESE),
    "GB18030": kind("gb18030", SIMPLIFIED),
    "GB18030 with emoji": kind("gb18030", SIMPLIFIED, EMOJI),
    "Big5": kind("big5hkscs", TRADITIONAL),
    "Western": kind("cp1252", WESTERN),
    "Russian": kind("cp1251", RUSSIAN),
    "Central European": kind("cp1250", CENTRAL),
    "Turkish": kind("cp1254", TURKISH),
    "KOI8-R": kind("koi8_r", RUSSIAN),
    "DOS Cyrillic": kind("cp866", RUSSIAN),
    "ISO Cyrillic": kind("iso8859_5", RUSSIAN),
    "Latin-2": kind("iso8859_2", CENTRAL),
    "DOS Latin-2": kind("cp852", CENTRAL),
    "Baltic": kind("cp1257", BALTIC),
    "Greek": kind("cp1253", GREEK),
    "Vietnamese": Kind("cp1258", (VIETNAMESE,), _in_cp1258),
    "Japanese": kind("cp932", JAPANESE),
    "Korean": kind("cp949", KOREAN),
    "UTF-8 and Western": Kind("utf-8+cp1252", (WESTERN,), _game_by_game("cp1252")),
    "UTF-8 and GB18030": Kind("utf-8+gb18030", (SIMPLIFIED,), _game_by_game("gb18030")),
}
CHINESE_KINDS = frozenset({"GB18030", "GB18030 with emoji", "Big5", "UTF-8 and GB18030"})


def words(of: Kind) -> list[str]:
    """All words of a kind."""
    return [word.strip() for text in of.texts for word in text.split("|")]


def text_of(of: Kind, rng: random.Random, games: int) -> str:
    """A file of so many games with few or many characters beyond ASCII, as PGN of either game or DhtmlXQ."""
    chosen = words(of)
    share = rng.choice((0.3, 1))
    make = rng.choice((_western, _western, _xiangqi, _dhtmlxq))

    def word() -> str:
        return rng.choice(chosen) if rng.random() < share else "Smith, John"

    # The first two games have one each, so that a mixture is one.
    return "\n\n\n".join(
        make(rng.choice(chosen) if at < 2 else word(), word(), word()) for at in range(games)
    )


def _western(white: str, black: str, comment: str) -> str:
    return f'[Event "?"]\n[White "{white}"]\n[Black "{black}"]\n\n1. e4 e5 2. Nf3 {{{comment}}} Nc6 *'


def _xiangqi(red: str, black: str, comment: str) -> str:
    tags = f'[Game "Chinese Chess"]\n[Event "?"]\n[Red "{red}"]\n[Black "{black}"]'
    return f"{tags}\n\n1. C2=5 {{{comment}}} H8+7 *"


def _dhtmlxq(red: str, black: str, comment: str) -> str:
    return (
        f"[DhtmlXQ]\n[DhtmlXQ_red]{red}[/DhtmlXQ_red]\n[DhtmlXQ_black]{black}[/DhtmlXQ_black]\n"
        f"[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_comment1]{comment}[/DhtmlXQ_comment1]\n[/DhtmlXQ]"
    )
