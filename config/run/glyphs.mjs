/**
 * Makes `mock/world/scene/desktop/glyphs/unifont.hex.gz`, the letters of simulated desktops, of GNU Unifont's own `unifont.hex`
 * (unifoundry.com/unifont; on Debian in the package `unifont`): Latin, lines and arrows of terminals, and the 6,763 characters of GB 2312.
 *
 *   node config/run/glyphs.mjs /usr/share/unifont/unifont.hex
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { at } from './project.mjs'

/** @type {(from: number, to: number) => number[]} */
const span = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
/** GB 2312-1980: rows 16 to 87 of its table hold characters, 94 in each; in EUC-CN a row and a column are bytes 160 higher. */
const euc = new TextDecoder('gb2312')
const hanzi = span(16, 87).flatMap((row) =>
  span(1, 94).flatMap((column) => {
    const c = euc.decode(Uint8Array.of(160 + row, 160 + column))
    return /^\p{Script=Han}$/u.test(c) ? [c.codePointAt(0)] : []
  }),
)
const wanted = new Set([
  ...span(0x20, 0x7e),
  ...span(0xa0, 0x17f),
  ...span(0x2010, 0x2027),
  ...span(0x2190, 0x2193),
  ...span(0x2500, 0x259f),
  ...Array.from('€℃№™■▲▼○●★✓✗\ufffd', (c) => c.codePointAt(0)),
  ...span(0x3000, 0x3017),
  ...span(0xff01, 0xff5e),
  0xffe5,
  ...hanzi,
])

const [, , source] = process.argv
if (!source) {
  console.error('usage: node config/run/glyphs.mjs unifont.hex')
  process.exit(2)
}
/** @type {string} */
const text = readFileSync(source, 'ascii')
const lines = text.split('\n').filter((line) => wanted.delete(Number.parseInt(line, 16)))
writeFileSync(at('mock/world/scene/desktop/glyphs/unifont.hex.gz'), gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
console.log(`${lines.length} letters; ${wanted.size} are not in it`)
