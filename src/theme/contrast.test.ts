/** WCAG contrast of the colours that stand on each other, and how far apart the data colours stay for colour-blind eyes. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

type Rgb = [number, number, number]
const themes = ['dark', 'light'] as const

function colours(theme: string): Map<string, string> {
  const css = readFileSync(path.join(import.meta.dirname, `${theme}.css`), 'utf8')
  return new Map([...css.matchAll(/--mg-([\w-]+):\s*(#[\da-f]{6})\s*;/gi)].map((m) => [m[1] ?? '', m[2] ?? '']))
}
const linear = (hex: string): Rgb =>
  [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb
const light = (hex: string): number => {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG 2.2, relative luminance. */
function contrast(a: string, b: string): number {
  const [x, y] = [light(a), light(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

const grounds = ['bg-0', 'bg-1', 'bg-2', 'bg-3', 'popup']
const inks = ['text-1', 'text-2', 'text-3', 'accent', 'ok', 'warn', 'bad', 'info', 'idle']
const text: [string, string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...['accent', 'ok', 'warn', 'bad', 'info', 'idle'].map((tone): [string, string] => [tone, `${tone}-soft`]),
  ['text-1', 'accent-soft'],
  ['text-2', 'accent-soft'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-bad', 'bad-fill'],
  ['on-bad', 'bad-fill-hover'],
]
const graphics: [string, string][] = [
  ['line-control', 'bg-0'],
  ['line-control', 'bg-1'],
  ['line-control', 'popup'],
  ...['bg-0', 'bg-1', 'bg-2', 'bg-3', 'popup'].map((ground): [string, string] => ['focus', ground]),
  ...Array.from({ length: 8 }, (_, i): [string, string] => [`data-${i + 1}`, 'bg-1']),
]

describe.each(themes)('the %s theme', (theme) => {
  const of = colours(theme)
  const ratio = ([a, b]: [string, string]): number => {
    const [x, y] = [of.get(a), of.get(b)]
    if (!x || !y) throw new Error(`${theme}.css has no ${x ? b : a}`)
    return contrast(x, y)
  }

  it.each(text)('shows %s on %s with at least 4.5 to 1', (a, b) => {
    expect(ratio([a, b])).toBeGreaterThanOrEqual(4.5)
  })
  it.each(graphics)('draws %s on %s with at least 3 to 1', (a, b) => {
    expect(ratio([a, b])).toBeGreaterThanOrEqual(3)
  })

  it('keeps the eight data colours apart for the common kinds of colour blindness', () => {
    const data = Array.from({ length: 8 }, (_, i) => of.get(`data-${i + 1}`) ?? '')
    for (const [kind, matrix] of Object.entries(blindness))
      for (const [i, a] of data.entries())
        for (const b of data.slice(i + 1))
          expect(distance(a, b, matrix), `${a} and ${b} with ${kind}`).toBeGreaterThan(0.08)
  })
})

it('names the same colours in both themes', () => {
  expect([...colours('light').keys()].sort()).toEqual([...colours('dark').keys()].sort())
})

/** Full dichromacy on linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model", IEEE TVCG 2009. */
const blindness: Record<string, [Rgb, Rgb, Rgb]> = {
  'none of them': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
/** Euclidean distance in Oklab (Ottosson 2020) of two colours as an eye with this matrix sees them. */
function distance(a: string, b: string, matrix: [Rgb, Rgb, Rgb]): number {
  const seen = (hex: string) => {
    const v = linear(hex)
    const [r, g, bl] = matrix.map((row) =>
      Math.min(1, Math.max(0, row[0] * v[0] + row[1] * v[1] + row[2] * v[2])),
    ) as Rgb
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * bl)
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * bl)
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * bl)
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ] as Rgb
  }
  const [x, y] = [seen(a), seen(b)]
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}
