/**
 * Icons of the demonstration, drawn here: a coloured tile with a figure of a few shapes, 80 × 80, as a PNG. Edges are smooth because each
 * pixel is covered by as much of a shape as its distance from the edge says.
 */
import { crc32, deflateSync } from 'node:zlib'
import type { Queryable } from '../db/db.ts'

const side = 80
type Shape = (x: number, y: number) => number
export type IconFigure =
  | 'blade'
  | 'shield'
  | 'rack'
  | 'screen'
  | 'window'
  | 'drum'
  | 'arrows'
  | 'switch'
  | 'eye'
  | 'cart'
  | 'leaf'
  | 'letter'
  | 'gear'
  | 'chip'
  | 'globe'
  | 'plug'

const box =
  (cx: number, cy: number, w: number, h: number, r = 0): Shape =>
  (x, y) => {
    const [dx, dy] = [Math.abs(x - cx) - w / 2 + r, Math.abs(y - cy) - h / 2 + r]
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r
  }
const disc =
  (cx: number, cy: number, r: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - r
const ring =
  (cx: number, cy: number, r: number, w: number): Shape =>
  (x, y) =>
    Math.abs(Math.hypot(x - cx, y - cy) - r) - w / 2
const line =
  (ax: number, ay: number, bx: number, by: number, w: number): Shape =>
  (x, y) => {
    const [vx, vy] = [bx - ax, by - ay]
    const t = Math.max(0, Math.min(1, ((x - ax) * vx + (y - ay) * vy) / (vx * vx + vy * vy)))
    return Math.hypot(x - ax - t * vx, y - ay - t * vy) - w / 2
  }
const union =
  (...of: Shape[]): Shape =>
  (x, y) =>
    Math.min(...of.map((s) => s(x, y)))
const without =
  (a: Shape, b: Shape): Shape =>
  (x, y) =>
    Math.max(a(x, y), -b(x, y))

const figures: Record<IconFigure, Shape> = {
  blade: union(line(24, 56, 56, 24, 6), line(24, 24, 56, 56, 6), line(20, 46, 34, 60, 5), line(46, 60, 60, 46, 5)),
  shield: without(
    union(box(40, 34, 34, 24, 5), disc(40, 44, 17)),
    union(line(32, 40, 38, 46, 4), line(38, 46, 49, 33, 4)),
  ),
  rack: without(
    union(box(40, 29, 40, 16, 4), box(40, 51, 40, 16, 4)),
    union(disc(28, 29, 3), disc(28, 51, 3), box(48, 29, 16, 4), box(48, 51, 16, 4)),
  ),
  screen: union(
    without(box(40, 35, 44, 30, 4), box(40, 35, 34, 20, 2)),
    line(40, 50, 40, 58, 6),
    line(28, 60, 52, 60, 5),
  ),
  window: union(box(30, 30, 17, 17, 2), box(51, 30, 17, 17, 2), box(30, 51, 17, 17, 2), box(51, 51, 17, 17, 2)),
  drum: without(
    union(box(40, 40, 34, 30), disc(40, 27, 15), disc(40, 53, 15)),
    union(box(40, 34, 34, 3), box(40, 47, 34, 3)),
  ),
  arrows: union(
    line(20, 32, 56, 32, 5),
    line(48, 24, 58, 32, 5),
    line(48, 40, 58, 32, 5),
    line(24, 50, 60, 50, 5),
    line(32, 42, 22, 50, 5),
    line(32, 58, 22, 50, 5),
  ),
  switch: union(
    without(box(40, 46, 48, 20, 4), union(box(26, 47, 6, 6), box(36, 47, 6, 6), box(46, 47, 6, 6), box(56, 47, 6, 6))),
    line(28, 28, 52, 28, 4),
    line(46, 22, 54, 28, 4),
    line(34, 22, 26, 28, 4),
  ),
  eye: union(ring(40, 40, 19, 5), disc(40, 40, 8), line(53, 53, 62, 62, 6)),
  cart: union(
    line(18, 24, 26, 24, 5),
    line(26, 24, 33, 48, 5),
    line(33, 48, 56, 48, 5),
    line(29, 32, 60, 32, 5),
    line(60, 32, 56, 48, 5),
    disc(36, 57, 4),
    disc(53, 57, 4),
  ),
  leaf: without(union(disc(40, 36, 17), box(48, 44, 18, 18, 3)), line(28, 26, 58, 58, 4)),
  letter: without(box(40, 40, 46, 32, 4), union(line(20, 28, 40, 43, 4), line(60, 28, 40, 43, 4))),
  gear: union(
    ring(40, 40, 12, 8),
    ...Array.from({ length: 8 }, (_, n) => {
      const a = (n * Math.PI) / 4
      return line(40 + 14 * Math.cos(a), 40 + 14 * Math.sin(a), 40 + 21 * Math.cos(a), 40 + 21 * Math.sin(a), 7)
    }),
  ),
  chip: union(
    without(box(40, 40, 30, 30, 3), box(40, 40, 14, 14, 2)),
    ...[30, 40, 50].flatMap((n) => [
      line(n, 18, n, 25, 4),
      line(n, 55, n, 62, 4),
      line(18, n, 25, n, 4),
      line(55, n, 62, n, 4),
    ]),
  ),
  globe: union(ring(40, 40, 20, 4), line(20, 40, 60, 40, 4), line(40, 20, 40, 60, 4), ring(40, 40, 10, 3)),
  plug: union(box(40, 44, 26, 20, 4), line(32, 22, 32, 34, 5), line(48, 22, 48, 34, 5), line(40, 54, 40, 63, 5)),
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body) >>> 0, body.length + 4)
  return out
}
const cover = (distance: number): number => Math.max(0, Math.min(1, 0.5 - distance))

/** @param hue degrees of the tile's colour */
function drawIcon(figure: IconFigure, hue: number): Buffer {
  const tile = box(40, 40, 80, 80, 16)
  const shape = figures[figure]
  const channel = (n: number, light: number) => {
    const k = (n + hue / 30) % 12
    return light - 0.55 * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  const rows = Buffer.alloc(side * (1 + side * 4))
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = y * (1 + side * 4) + 1 + x * 4
      const light = 0.5 - (y / side) * 0.14
      const white = cover(shape(x + 0.5, y + 0.5))
      for (const [n, place] of [0, 8, 4].entries())
        rows[at + n] = Math.round(255 * (channel(place, light) * (1 - white) + white))
      rows[at + 3] = Math.round(255 * cover(tile(x + 0.5, y + 0.5)))
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Puts an icon where a row shows it. @returns its name */
export async function layIcon(
  q: Queryable,
  { id, holder, by, at }: { id: string; holder: string; by: string; at: Date },
  [figure, hue]: readonly [IconFigure, number],
): Promise<string> {
  const bytes = drawIcon(figure, hue)
  const name = `${id}.png`
  await q.query(
    `insert into picture (id, use, type, width, height, size, bytes, created_by, touched_at, holder)
     values ($1, 'icon', 'png', ${side}, ${side}, $2, decode($3, 'base64'), $4, $5, $6)`,
    [name, bytes.length, bytes.toString('base64'), by, at.toISOString(), holder],
  )
  return name
}
