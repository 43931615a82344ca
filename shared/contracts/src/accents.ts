/* Keeps a brand's colour readable on pages and in mails: its hue stays, its lightness in OKLCH is held within bounds. */

type Triple = readonly [number, number, number]

/**
 * Bounds of the lightness. Each hue then has a contrast of 4.5:1 with every surface of the pages, tinted ones included.
 */
const MOST_IN_LIGHT = 0.51
const LEAST_IN_DARK = 0.71

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

/** Linear sRGB to OKLab (https://bottosson.github.io/posts/oklab/). */
function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The colour of a lightness; its chroma shrinks until screens can show it. */
function shown(lightness: number, a: number, b: number): Triple {
  const at = (share: number) => fromOklab([lightness, a * share, b * share])
  const exists = (colour: Triple) => colour.every((value) => value >= -1e-4 && value <= 1 + 1e-4)
  if (exists(at(1))) return at(1)
  let [low, high] = [0, 1]
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2
    if (exists(at(middle))) low = middle
    else high = middle
  }
  return at(low)
}

const hexOf = (colour: Triple): string =>
  `#${colour
    .map((value) => Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`

/** A brand's colour on light and on dark surfaces; undefined unless it is written as `#rrggbb`. */
export function accentsOf(colour: string): { light: string; dark: string } | undefined {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (!found) return undefined
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => toLinear(parseInt(part, 16) / 255))
  const [lightness, a, b] = toOklab([red, green, blue])
  return {
    light: hexOf(shown(Math.min(lightness, MOST_IN_LIGHT), a, b)),
    dark: hexOf(shown(Math.max(lightness, LEAST_IN_DARK), a, b)),
  }
}
