"""Every kind of dish picture with its palettes; the first palette of a kind is the one that is taken without a name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from chabudai.apps.kondate.drawing import (
    fish_dishes,
    meat_dishes,
    noodle_dishes,
    rice_dishes,
    side_dishes,
    simmered_dishes,
    soup_dishes,
    sweet_dishes,
)
from chabudai.apps.kondate.drawing.colours import Colours
from chabudai.apps.kondate.drawing.shapes import write_svg

WHITE: Final = ("#fbf7ee", "#c9bba0")
BLUE_RIM: Final = ("#fcfaf4", "#5f7fa8")
RED_RIM: Final = ("#fbf6ea", "#b23a22")
NAVY: Final = ("#34557f", "#8ea9c9")
CELADON: Final = ("#a9c0ac", "#d3e0cf")
DARK: Final = ("#3f4a47", "#7d8f88")
IRON: Final = ("#4d433b", "#857668")
OCHRE: Final = ("#c7a874", "#8c6c3c")
CLAY: Final = ("#8b6b4f", "#bf9f7c")
CREAM: Final = ("#ebe2cf", "#b09a74")
POT: Final = ("#654a37", "#8f6d51")


@dataclass(frozen=True, slots=True)
class Dish:
    draw: Callable[[Colours], str]
    palettes: tuple[Colours, ...]


def _dish(draw: Callable[[Colours], str], *palettes: tuple[str, str, str, tuple[str, str]]) -> Dish:
    return Dish(draw, tuple(Colours(name, first, second, *vessel) for name, first, second, vessel in palettes))


DISHES: Final[Mapping[str, Dish]] = MappingProxyType(
    {
        "rice": _dish(
            rice_dishes.draw_rice,
            ("white", "#fffdf7", "#d9cfb9", BLUE_RIM),
            ("plum", "#fffdf7", "#d9cfb9", RED_RIM),
            ("mixed", "#e6c893", "#c9a05f", ("#5b4334", "#8f7259")),
        ),
        "egg-bowl": _dish(
            rice_dishes.draw_egg_bowl,
            ("chicken", "#d39a5f", "#f1cf9f", RED_RIM),
            ("cutlet", "#c98b3a", "#f0c987", NAVY),
        ),
        "beef-bowl": _dish(rice_dishes.draw_beef_bowl, ("beef", "#8a5233", "#a8714b", BLUE_RIM)),
        "curry": _dish(
            rice_dishes.draw_curry,
            ("brown", "#935019", "#d08a3e", WHITE),
            ("hayashi", "#6f2a14", "#b0542c", BLUE_RIM),
        ),
        "omurice": _dish(rice_dishes.draw_omurice, ("ketchup", "#f6c640", "#c4301c", ("#f4f1e6", "#9fb0a0"))),
        "fried-rice": _dish(
            rice_dishes.draw_fried_rice,
            ("egg", "#ecc98a", "#c99a4c", RED_RIM),
            ("ketchup", "#e08a4c", "#b8562a", WHITE),
        ),
        "chirashi": _dish(rice_dishes.draw_chirashi, ("scattered", "#fffdf7", "#f6cd45", ("#d2a968", "#a37a3c"))),
        "zosui": _dish(
            rice_dishes.draw_porridge,
            ("egg", "#ead9a2", "#f7cd4d", CLAY),
            ("chazuke", "#d5c98a", "#ec8f63", CELADON),
        ),
        "onigiri": _dish(rice_dishes.draw_onigiri, ("nori", "#fffdf6", "#26352b", CELADON)),
        "inari": _dish(rice_dishes.draw_inari, ("fried-tofu", "#cf9443", "#e9bd78", ("#3a3f47", "#737d8a"))),
        "bento": _dish(rice_dishes.draw_bento, ("three-colours", "#8a5630", "#5d9f3d", WHITE)),
        "udon": _dish(
            noodle_dishes.draw_noodle_soup,
            ("fried-tofu", "#fdf7e6", "#d9ab62", ("#33434f", "#7f95a3")),
            ("ramen", "#f6dc8c", "#c07a3a", ("#fbf6ea", "#b23a22")),
        ),
        "cold-noodles": _dish(
            noodle_dishes.draw_cold_noodles,
            ("soba", "#8f7a66", "#a8937d", WHITE),
            ("somen", "#fbf8f0", "#d9d2c2", WHITE),
        ),
        "yakisoba": _dish(noodle_dishes.draw_yakisoba, ("sauce", "#b9752f", "#dba15a", BLUE_RIM)),
        "pasta": _dish(
            noodle_dishes.draw_pasta,
            ("tomato", "#d4602a", "#f0975a", ("#fbf7ee", "#9fb0a0")),
            ("cream", "#f3e3b6", "#fdf3d4", NAVY),
        ),
        "okonomiyaki": _dish(noodle_dishes.draw_okonomiyaki, ("sauce", "#5e2c14", "#fff6d8", IRON)),
        "toast": _dish(noodle_dishes.draw_toast, ("pizza", "#f2cf94", "#d95b34", BLUE_RIM)),
        "sandwich": _dish(noodle_dishes.draw_sandwich, ("egg", "#f6cf5a", "#fff0b8", ("#f3efe4", "#b8a98c"))),
        "miso": _dish(
            soup_dishes.draw_miso,
            ("tofu", "#c58a45", "#dfb06c", ("#2b1814", "#b23a22")),
            ("clam", "#c99a56", "#e2bb7c", ("#2b1814", "#8a2a1a")),
            ("daikon", "#c79150", "#e0b577", ("#2b1814", "#3d6b55")),
        ),
        "tonjiru": _dish(
            soup_dishes.draw_chunky_soup,
            ("miso", "#b77c40", "#d3a066", ("#2b1814", "#3d6b55")),
            ("clear", "#c9a566", "#dcc08a", ("#2b1814", "#b23a22")),
        ),
        "egg-soup": _dish(soup_dishes.draw_egg_soup, ("egg", "#dcc077", "#f8d65c", ("#33434f", "#7f95a3"))),
        "potage": _dish(
            soup_dishes.draw_potage,
            ("corn", "#f5d774", "#fff6d6", BLUE_RIM),
            ("tomato", "#c94a26", "#e8825a", WHITE),
            ("pumpkin", "#e79a35", "#fff0d0", WHITE),
        ),
        "nabe": _dish(
            soup_dishes.draw_hot_pot,
            ("chicken", "#e3c48c", "#d39f70", POT),
            ("tofu", "#e9e0c4", "#33503c", ("#7d6a58", "#a5917c")),
            ("kimchi", "#c9542a", "#cf3f20", ("#3a332e", "#6d6259")),
        ),
        "oden": _dish(soup_dishes.draw_oden, ("broth", "#c08a44", "#d9a052", POT)),
        "sukiyaki": _dish(soup_dishes.draw_sukiyaki, ("beef", "#9a5238", "#b8735a", IRON)),
        "teriyaki": _dish(
            meat_dishes.draw_teriyaki,
            ("chicken", "#9c5022", "#ecc190", DARK),
            ("grilled", "#c48a4a", "#f3d9b0", BLUE_RIM),
        ),
        "pork-saute": _dish(meat_dishes.draw_pork_saute, ("ginger", "#b5743f", "#c98f5a", BLUE_RIM)),
        "karaage": _dish(
            meat_dishes.draw_karaage,
            ("lemon", "#bd7a2f", "#a9651f", WHITE),
            ("white", "#c98a3c", "#b5752c", CELADON),
        ),
        "hamburg": _dish(
            meat_dishes.draw_hamburg,
            ("daikon", "#4a1f10", "#a8603a", ("#5d6b70", "#94a3a8")),
            ("sauce", "#4a1f10", "#a8603a", IRON),
        ),
        "nikujaga": _dish(simmered_dishes.draw_nikujaga, ("beef", "#f0c768", "#e2762c", OCHRE)),
        "gyoza": _dish(meat_dishes.draw_gyoza, ("pan-fried", "#cf8a34", "#a9641c", RED_RIM)),
        "mapo": _dish(simmered_dishes.draw_mapo, ("chilli", "#b8441a", "#dc6c2c", ("#2b2320", "#b23a22"))),
        "cutlet": _dish(
            meat_dishes.draw_cutlet,
            ("pork", "#c4822f", "#f0cb86", BLUE_RIM),
            ("fish", "#c98b3a", "#f3d49a", WHITE),
        ),
        "kakuni": _dish(simmered_dishes.draw_kakuni, ("pork", "#94501f", "#e8b98c", CELADON)),
        "chunky-simmer": _dish(
            simmered_dishes.draw_chunky_simmer, ("chicken", "#e2762c", "#c98d56", ("#4a5a54", "#8aa096"))
        ),
        "stir-fry": _dish(
            meat_dishes.draw_stir_fry,
            ("miso", "#b5683f", "#c2271d", ("#f4efe2", "#7d8c7c")),
            ("green", "#8a4a2d", "#3f8a35", WHITE),
        ),
        "croquette": _dish(meat_dishes.draw_croquette, ("potato", "#c9862f", "#f3cf8a", ("#f6f2e8", "#9fb0a0"))),
        "stuffed-peppers": _dish(meat_dishes.draw_stuffed_peppers, ("ketchup", "#4b9340", "#c9401f", WHITE)),
        "rolled-cabbage": _dish(simmered_dishes.draw_rolled_cabbage, ("tomato", "#e0a868", "#cf4a26", BLUE_RIM)),
        "cream-stew": _dish(
            simmered_dishes.draw_stew,
            ("white", "#f6ecd2", "#f0d3a8", ("#a8563a", "#d08a6a")),
            ("brown", "#6f3618", "#9a5a34", ("#f3ecdc", "#b8a98c")),
        ),
        "simmered-tofu": _dish(simmered_dishes.draw_simmered_tofu, ("beef", "#f3dfb4", "#8f5636", CLAY)),
        "champuru": _dish(meat_dishes.draw_champuru, ("bitter-melon", "#4b9340", "#a9d27f", ("#f3ede0", "#4f7fa0"))),
        "tsukune": _dish(meat_dishes.draw_tsukune, ("glazed", "#a9622c", "#d99550", DARK)),
        "skewers": _dish(meat_dishes.draw_skewers, ("chicken", "#a9622c", "#f0c085", ("#3a3f47", "#737d8a"))),
        "gratin": _dish(simmered_dishes.draw_gratin, ("prawn", "#f6dc94", "#4c8a3c", ("#f3ede0", "#b8653f"))),
        "fillet": _dish(
            fish_dishes.draw_fillet,
            ("salmon", "#ec8a58", "#9a8f82", NAVY),
            ("yellowtail", "#a9622f", "#6d5f55", CREAM),
            ("white", "#e8d3a8", "#b5a68f", DARK),
        ),
        "whole-fish": _dish(
            fish_dishes.draw_whole_fish,
            ("mackerel", "#cfba93", "#4d6379", ("#5b4a3d", "#a8917c")),
            ("saury", "#c9bd9f", "#3f5468", ("#e9e0cd", "#b39a72")),
        ),
        "simmered-fish": _dish(
            fish_dishes.draw_simmered_fish,
            ("miso", "#ecd9b8", "#b27a38", ("#f3eee2", "#6f86a8")),
            ("soy", "#e6cfa6", "#7a451c", CELADON),
        ),
        "foil": _dish(fish_dishes.draw_foil, ("salmon", "#ee9468", "#a89c8e", ("#4a5a54", "#8aa096"))),
        "sashimi": _dish(
            fish_dishes.draw_sashimi,
            ("bonito", "#b53a35", "#8a6a58", ("#2f3a44", "#6d7d8a")),
            ("tuna", "#c9333a", "#d95a55", ("#e6ecea", "#8fa9b5")),
            ("white", "#f6e9e2", "#e79a8e", NAVY),
        ),
        "chilli-prawns": _dish(fish_dishes.draw_chilli_prawns, ("chilli", "#c9401f", "#8f2410", WHITE)),
        "simmered-daikon": _dish(
            fish_dishes.draw_simmered_daikon,
            ("squid", "#f0dba8", "#f3d9cf", CREAM),
            ("mince", "#efdcb0", "#9a6238", CELADON),
        ),
        "tempura": _dish(fish_dishes.draw_tempura, ("prawn", "#edc468", "#fbe6ac", ("#3d4a57", "#7f8f9e"))),
        "fritters": _dish(fish_dishes.draw_fritters, ("seaweed", "#dcb356", "#3f7a3a", ("#efe8da", "#b09a74"))),
        "nigiri": _dish(fish_dishes.draw_nigiri, ("mixed", "#c9333a", "#f9c9b8", ("#2f3a44", "#6d7d8a"))),
        "salad": _dish(
            side_dishes.draw_salad,
            ("green", "#7fb257", "#4a803e", ("#d3e2e0", "#ffffff")),
            ("pork", "#e3b49c", "#efe0b8", ("#d8e4ea", "#ffffff")),
        ),
        "greens": _dish(
            side_dishes.draw_greens,
            ("sesame", "#5a9545", "#86ba62", CLAY),
            ("fried-tofu", "#4f9340", "#8cc069", ("#5f7a8c", "#9fb6c4")),
            ("broccoli", "#54963f", "#68a84c", CREAM),
        ),
        "kinpira": _dish(
            side_dishes.draw_shreds,
            ("burdock", "#a8713f", "#75462a", ("#e9e2d3", "#8b3f2a")),
            ("hijiki", "#2e2721", "#1f1a16", ("#f3eee2", "#5f7fa8")),
            ("dried-daikon", "#e3bd7c", "#b5813e", ("#7d8c7c", "#b3bfae")),
        ),
        "potato-salad": _dish(
            side_dishes.draw_potato_salad,
            ("potato", "#f8e9b4", "#fff6d6", ("#f0ece0", "#9fb0a0")),
            ("cabbage", "#e6edc4", "#fbfae8", ("#d9e4e6", "#8fa9b5")),
            ("tofu", "#f3ead2", "#fffaf0", ("#8c5a44", "#bf8c74")),
        ),
        "rolled-omelette": _dish(side_dishes.draw_rolled_omelette, ("dashi", "#f5cb4e", "#d99f2b", CREAM)),
        "cold-tofu": _dish(
            side_dishes.draw_tofu_block,
            ("chilled", "#fffdf7", "#7fa9b9", ("#93b6c3", "#d6e6ea")),
            ("fried", "#e6c48a", "#a5692c", ("#4a5560", "#8a98a5")),
        ),
        "sunomono": _dish(side_dishes.draw_sunomono, ("cucumber", "#d9eab3", "#2f5238", ("#cfe3e6", "#ffffff"))),
        "aubergine": _dish(side_dishes.draw_aubergine, ("dashi", "#4a2a5e", "#7d5a93", ("#e6ecea", "#8fa9b5"))),
        "kabocha": _dish(side_dishes.draw_chunks, ("kabocha", "#efa52f", "#3f6a38", ("#4a3f3a", "#857668"))),
        "sweet-potato": _dish(
            side_dishes.draw_sweet_potato,
            ("lemon", "#f6d676", "#8f3a5a", CELADON),
            ("candied", "#efbb4a", "#7d2f4c", ("#5f7a8c", "#9fb6c4")),
        ),
        "shredded-salad": _dish(
            side_dishes.draw_shredded_salad,
            ("daikon", "#f1eedd", "#dcd8c2", ("#5f8a8c", "#a3c2c0")),
            ("beansprouts", "#f3ecd2", "#d9cfa8", ("#7a4a3a", "#b07a64")),
        ),
        "tomato-salad": _dish(side_dishes.draw_tomato_salad, ("tomato", "#d23a28", "#e8604a", ("#f0f2ea", "#8fb0a0"))),
        "chawanmushi": _dish(side_dishes.draw_savoury_custard, ("egg", "#f3d98a", "#f3d98a", ("#fcfaf4", "#3f6a9a"))),
        "pickles": _dish(
            side_dishes.draw_pickles,
            ("radish", "#f0bf33", "#ffe58c", BLUE_RIM),
            ("cabbage", "#dbe9ad", "#b9d27f", ("#5f7a6c", "#9fb8a8")),
            ("turnip", "#fdf6f2", "#f1c6cb", NAVY),
            ("cucumber", "#3f7f3a", "#d7e8ae", ("#efe8da", "#b09a74")),
        ),
        "pudding": _dish(
            sweet_dishes.draw_pudding,
            ("custard", "#f6cf63", "#8f4d16", ("#f3f0ea", "#c99aa0")),
            ("milk", "#fffaf0", "#cf2f45", WHITE),
        ),
        "dango": _dish(sweet_dishes.draw_dango, ("soy", "#b5701f", "#f3c272", ("#4d5a4a", "#8a9a84"))),
        "zenzai": _dish(sweet_dishes.draw_red_beans, ("red-bean", "#6b2a2c", "#8a3a3a", ("#2b1814", "#b23a22"))),
        "pancakes": _dish(sweet_dishes.draw_pancakes, ("maple", "#cf8d3c", "#b5651d", ("#eef2f2", "#8fb0c4"))),
        "fruit": _dish(sweet_dishes.draw_fruit, ("punch", "#dc2f3c", "#a5c64a", ("#d3e6ea", "#ffffff"))),
        "cake": _dish(sweet_dishes.draw_cake, ("strawberry", "#fff6ea", "#f0cd86", ("#f3f0ea", "#c99aa0"))),
    }
)


def find_colours(kind: str, palette: str) -> Colours:
    return next(colours for colours in DISHES[kind].palettes if colours.name == palette)


def render_dish(kind: str, palette: str) -> str:
    """The whole file."""
    return write_svg(DISHES[kind].draw(find_colours(kind, palette)))
