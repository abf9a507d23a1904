#!/usr/bin/env python3
"""captions.py FACE.ttf OUT.ttf makes the font of the captions; rebuild.sh says where FACE comes from."""

import sys
from fontTools import subset
from fontTools.ttLib.scaleUpem import scale_upem

UNITS = 1000  # to an em: half of the original, finer than a pixel of the largest picture


def shift_jis():
    """Every character that a record in Shift_JIS (code page 932) can hold: 6,355 kanji and those of the makers."""
    for lead in [*range(0x81, 0xA0), *range(0xE0, 0xFD)]:
        for trail in range(0x40, 0xFD):
            try:
                yield ord(bytes([lead, trail]).decode("cp932"))
            except UnicodeDecodeError:
                pass  # a gap in the table


def characters():
    private = range(0xE000, 0xF900)
    wanted = {c for c in shift_jis() if c not in private}
    for first, last in (0x20, 0x7E), (0xA0, 0x17F), (0xFF61, 0xFF9F):  # Latin with accents, half-width kana
        wanted.update(range(first, last + 1))
    wanted.update(map(ord, "–—‘’‚“”„•…€™−〜‖☗☖♠♣♥♦俠鄧鷗"))
    return wanted


def main(face, out):
    options = subset.Options(
        hinting=False, layout_features=[], notdef_outline=True, glyph_names=False, recalc_timestamp=False,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
    )
    options.drop_tables += ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "gasp", "meta", "vhea", "vmtx"]
    font = subset.load_font(face, options)
    missing = characters() - set(font.getBestCmap())
    if missing:
        sys.exit("the face lacks " + "".join(map(chr, sorted(missing))))
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters())
    subsetter.subset(font)
    scale_upem(font, UNITS)
    tables = font["cmap"].tables
    font["cmap"].tables = [t for t in tables if (t.platformID, t.platEncID) == (3, 1)]  # one is enough
    font.save(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
