/** How many range requests a jump in a video of a gigabyte costs, as a real browser plays it in a lesson. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../support/served.ts'
import { benchServer, call } from './benchServer.ts'
import { type BenchVideo, layVideo } from './course.ts'
import { launch, named } from './pages.ts'
import type { Figure } from './table.ts'

const gigabyte = 1_000_000_000
const seconds = 3600
/** From one picture that stands by itself to the next: what a jump can go to. */
const step = 10
const budget = 4

const id = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  block: 0xa3,
  group: 0xa0,
  void: 0xec,
}
const bytesOf = (n: number): Buffer => Buffer.from(n.toString(16), 'hex')
/** A size that takes eight bytes, so that places are known before they are written. */
function sized(n: number): Buffer {
  const out = Buffer.alloc(8)
  out.writeBigUInt64BE(BigInt(n))
  out[0] = 0x01
  return out
}
const element = (of: number, ...body: Buffer[]): Buffer => {
  const whole = Buffer.concat(body)
  return Buffer.concat([bytesOf(of), sized(whole.length), whole])
}
const number = (n: number): Buffer => {
  const out = Buffer.alloc(8)
  out.writeBigUInt64BE(BigInt(n))
  return out
}
const double = (n: number): Buffer => {
  const out = Buffer.alloc(8)
  out.writeDoubleBE(n)
  return out
}

/** The elements of a part of a WebM: id, where its body begins and ends. */
function* elements(
  b: Buffer,
  from: number,
  to: number,
): Generator<{ of: number; at: number; from: number; to: number }> {
  const length = (first: number) => Math.clz32(first) - 23
  for (let at = from; at < to; ) {
    const name = length(b[at] ?? 1)
    const size = length(b[at + name] ?? 1)
    const value = [...b.subarray(at + name, at + name + size)]
    const bare = [(value[0] ?? 0) & ((1 << (8 - size)) - 1), ...value.slice(1)]
    const unknown = bare.every((x, n) => x === (n === 0 ? (1 << (8 - size)) - 1 : 0xff))
    const begin = at + name + size
    const end = unknown ? to : begin + bare.reduce((n, x) => n * 256 + x, 0)
    yield { of: b.readUIntBE(at, name), at, from: begin, to: end }
    at = end
  }
}

/** The clip of the demonstration, said again every ten seconds for an hour, as large as a recording of a screen is. */
function longVideo(): BenchVideo {
  const clip = readFileSync(path.join(root, 'mock/seed/course/clips/arp.webm'))
  const [head, segment] = [...elements(clip, 0, clip.length)]
  if (!head || segment?.of !== id.segment) throw new Error('the clip is no WebM')
  const inside = [...elements(clip, segment.from, segment.to)]
  const tracks = inside.find((e) => e.of === id.tracks)
  const first = inside.find((e) => e.of === id.cluster)
  if (!tracks || !first) throw new Error('the clip has no pictures')
  const blocks = [...elements(clip, first.from, first.to)]
    .filter((e) => e.of === id.block || e.of === id.group)
    .map((e) => clip.subarray(e.at, e.to))
  const pictures = Buffer.concat(blocks).length
  const clusters = seconds / step
  const filler = Math.floor((gigabyte / clusters - pictures) / blocks.length)
  const ballast = element(id.void, Buffer.alloc(filler - 9))
  const body = Buffer.concat(blocks.flatMap((b) => [b, ballast]))
  const clusterAt = (n: number) => element(id.cluster, element(0xe7, number(n * step * 1000)), body)
  const each = clusterAt(0).length
  const info = element(
    id.info,
    element(0x2ad7b1, number(1_000_000)),
    element(0x4489, double(seconds * 1000)),
    element(0x4d80, Buffer.from('bench')),
    element(0x5741, Buffer.from('bench')),
  )
  const trackBytes = clip.subarray(tracks.at, tracks.to)
  const cues = (before: number) =>
    element(
      0x1c53bb6b,
      ...Array.from({ length: clusters }, (_, n) =>
        element(
          0xbb,
          element(0xb3, number(n * step * 1000)),
          element(0xb7, element(0xf7, number(1)), element(0xf1, number(before + n * each))),
        ),
      ),
    )
  const before = info.length + trackBytes.length + cues(0).length
  const size = before + clusters * each
  const open = Buffer.concat([clip.subarray(head.at, head.to), bytesOf(id.segment), sized(size)])
  return {
    name: 'hour.webm',
    seconds,
    size: open.length + size,
    parts: (function* () {
      yield Buffer.concat([open, info, trackBytes, cues(before)])
      for (let n = 0; n < clusters; n++) yield clusterAt(n)
    })(),
  }
}

export async function seekFigures(): Promise<Figure[]> {
  const b = await benchServer()
  const browser = await launch()
  try {
    const video = longVideo()
    const { course, lesson, section } = await layVideo(b, video)
    await call(b, 'POST', `/learning/courses/${course}/join`, {})
    const { protocol, host } = new URL(b.url)
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    await context.addInitScript(named)
    await context.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [
      `range:${protocol}//${host}:session`,
      JSON.stringify({ token: b.token }),
    ] as const)
    const page = await context.newPage()
    const ranges: string[] = []
    page.on('request', (r) => {
      if (r.resourceType() === 'media') ranges.push(r.headers()['range'] ?? 'all of it')
    })
    await page.goto(`${b.url}/page/mg/oj/course/lesson/${course}/${lesson}?section=${section}`)
    await page.locator('.vjs-big-play-button').click()
    const film = page.locator('.learn-video-frame video')
    const at = () => film.evaluate((v: HTMLVideoElement) => v.currentTime)
    while ((await at()) < 1) await page.waitForTimeout(100)
    const opened = ranges.length
    const counts: number[] = []
    const times: number[] = []
    // forth and back, near and far
    for (const to of [1800, 3500, 60, 1203, 2751, 2725, 905, 3300, 17, 2222]) {
      const had = ranges.length
      times.push(
        await film.evaluate(
          (v: HTMLVideoElement, second) =>
            new Promise<number>((done) => {
              const from = performance.now()
              v.addEventListener('seeked', () => done(performance.now() - from), { once: true })
              v.currentTime = second
            }),
          to,
        ),
      )
      // and what it asks while it plays on from there
      while ((await at()) < to + 1) await page.waitForTimeout(100)
      counts.push(ranges.length - had)
    }
    const most = Math.max(...counts)
    const what = `a video of ${(video.size / 1e9).toFixed(2)} GB`
    return [
      { what: `${what}: range requests until it plays`, value: opened, unit: '', budget: '' },
      {
        what: `${what}: range requests of a jump, at most`,
        value: most,
        unit: '',
        budget: `≤ ${budget}`,
        held: most <= budget,
      },
      {
        what: `${what}: … on average of ${counts.length}`,
        value: counts.reduce((x, y) => x + y, 0) / counts.length,
        unit: '',
        budget: '',
      },
      { what: `${what}: until the picture is there, at most`, value: Math.max(...times), unit: 'ms', budget: '' },
    ]
  } finally {
    await browser.close()
    await b.stop()
  }
}
