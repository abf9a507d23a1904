#!/usr/bin/env python3
"""men.py FACE OUT.ttf makes the face of shogi men, with heavier strokes; rebuild.sh says where FACE comes from."""
import math
import sys

from fontTools import subset

MEN = "王玉飛角金銀桂香歩竜龍馬と全圭杏成"
HEAVIER = 18  # thousandths of an em by which an outline grows on each side


def grown(points, by):
    """Returns a contour moved outwards along its bisectors."""
    n, out = len(points), []
    for i, (x, y) in enumerate(points):
        a, b = points[i - 1], points[(i + 1) % n]
        ux, uy = x - a[0], y - a[1]
        vx, vy = b[0] - x, b[1] - y
        u, v = math.hypot(ux, uy) or 1, math.hypot(vx, vy) or 1
        ux, uy, vx, vy = ux / u, uy / u, vx / v, vy / v
        lean = max(1 + ux * vx + uy * vy, 0.5)
        out.append((x - by * (uy + vy) / lean, y + by * (ux + vx) / lean))
    return out


def heavier(glyph, table):
    coordinates, ends, _ = glyph.getCoordinates(table)
    start = 0
    for end in ends:
        for i, p in enumerate(grown(coordinates[start:end + 1], HEAVIER), start):
            coordinates[i] = (round(p[0]), round(p[1]))
        start = end + 1
    glyph.coordinates = coordinates
    glyph.recalcBounds(table)


options = subset.Options()
options.layout_features, options.hinting, options.notdef_outline = [], False, False
options.name_IDs = [0, 1, 2, 13, 14]
options.drop_tables += ["vhea", "vmtx", "GSUB", "GPOS"]
font = subset.load_font(sys.argv[1], options)
subsetter = subset.Subsetter(options)
subsetter.populate(text=MEN)
subsetter.subset(font)
font.flavor, font.recalcTimestamp = None, False
for name in font.getGlyphOrder():
    if font["glyf"][name].numberOfContours > 0:
        heavier(font["glyf"][name], font["glyf"])
subset.save_font(font, sys.argv[2], options)
