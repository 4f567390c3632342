/** A video that two thousand learners watch at once: each reports every ten seconds, and every second they were told is kept is held against their ledgers. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mp4 } from '../support/media.ts'
import { type Bench, benchServer, call, crowdProcess } from './benchServer.ts'
import type { CourseCrowd, CourseOrder } from './courseCrowd.ts'
import type { Figure } from './table.ts'

const learners = 2000
const span = { begin: 20_000, watch: 60_000 }
const budget = { p99: 250 }
const length = 3600
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const nth = (values: readonly number[], share: number): number =>
  values.toSorted((x, y) => x - y)[Math.floor(values.length * share)] ?? Number.NaN

async function tell<T>(crowd: ChildProcess, order: CourseOrder): Promise<T> {
  crowd.send(order)
  const [said] = (await once(crowd, 'message')) as [T]
  return said
}

export interface BenchVideo {
  name: string
  seconds: number
  size: number
  /** What it is made of, in its order. */
  parts: Iterable<Buffer>
}
/** Bytes that are sent at once. */
const chunk = 8 * 1024 * 1024
function* chunks(parts: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for (const part of parts) {
    held.push(part)
    size += part.length
    if (size < chunk) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size) yield Buffer.concat(held)
}

async function send(
  b: Bench,
  course: string,
  { name, size, parts }: BenchVideo,
): Promise<{ file: string; name: string; size: number }> {
  const file = await call<{ file: string; name: string; size: number }>(b, 'POST', `/courses/${course}/files`, {
    use: 'video',
    name,
    size,
  })
  const { id } = await call<{ id: string }>(b, 'POST', '/deposits', {
    kind: 'course-file',
    target: file.file,
    name,
    size,
  })
  let offset = 0
  for (const bytes of chunks(parts)) {
    const answer = await fetch(`${b.url}/api/mg/api/deposits/${id}/content`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${b.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as unknown as BodyInit,
    })
    if (answer.status !== 204) throw new Error(`the video did not come: ${answer.status} ${await answer.text()}`)
    offset += bytes.length
  }
  for (;;) {
    const { state } = await call<{ state: string }>(b, 'GET', `/courses/${course}/files/${file.file}`)
    if (state === 'here') return file
    if (state === 'refused' || state === 'failed') throw new Error(`the video was not taken: ${state}`)
    await pause(200)
  }
}

/** @returns where the video is */
export async function layVideo(b: Bench, video: BenchVideo) {
  const direction = await call<{ id: string }>(b, 'POST', '/directions', { name: `Bench ${Date.now()}` })
  const { id } = await call<{ id: string }>(b, 'POST', '/courses', {
    name: 'Watched by all',
    direction_id: direction.id,
  })
  const { version } = await call<{ version: number }>(b, 'GET', `/courses/${id}/outline`)
  const sections = [{ id: 'v1', title: 'One hour', kind: 'video', rule: 'watched', share: 0.9 }]
  await call(b, 'PUT', `/courses/${id}/outline`, {
    version,
    chapters: [{ id: 'c1', title: 'One', lessons: [{ id: 'l1', title: 'One', sections }] }],
  })
  const file = await send(b, id, video)
  const content = { kind: 'video', video: { ...file, seconds: video.seconds } }
  await call(b, 'PUT', `/courses/${id}/sections/v1`, { content, version: 0 })
  const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }
  const now = await call<{ version: number }>(b, 'GET', `/courses/${id}`)
  await call(b, 'PUT', `/courses/${id}/audience`, { ...everybody, version: now.version })
  const seen = await call<{ version: number }>(b, 'GET', `/courses/${id}/visibility`)
  await call(b, 'PUT', `/courses/${id}/visibility`, { ...everybody, from: null, to: null, version: seen.version })
  const last = await call<{ version: number }>(b, 'GET', `/courses/${id}`)
  await call(b, 'POST', `/courses/${id}/publish`, { version: last.version })
  return { course: id, lesson: 'l1', section: 'v1', file: file.file }
}

export async function courseFigures(): Promise<Figure[]> {
  const b = await benchServer(undefined, `exam ${learners}`)
  const crowd = await crowdProcess('course-crowd')
  try {
    const bytes = mp4(length)
    const at = await layVideo(b, { name: 'hour.mp4', seconds: length, size: bytes.length, parts: [bytes] })
    await tell(crowd, { do: 'open', port: Number(new URL(b.url).port), tokens: b.tokens, begin: span.begin, ...at })
    const cpu = b.cpu()
    await tell(crowd, { do: 'watch' })
    await pause(span.watch)
    const used = (b.cpu() - cpu) / (span.watch / 1000)
    const c = await tell<CourseCrowd>(crowd, { do: 'end' })
    const what = `${learners.toLocaleString('en-US')} watch a video`
    const p99 = nth(c.ms, 0.99)
    return [
      { what: `${what}: reports`, value: c.ms.length, unit: '', budget: '' },
      { what: `${what}: reports refused`, value: c.refused, unit: '', budget: '0', held: c.refused === 0 },
      { what: `${what}: report, half`, value: nth(c.ms, 0.5), unit: 'ms', budget: '' },
      { what: `${what}: report, p99`, value: p99, unit: 'ms', budget: '≤ 250 ms', held: p99 <= budget.p99 },
      { what: `${what}: seconds acknowledged`, value: c.seconds, unit: 's', budget: '' },
      { what: `${what}: seconds lost or made up`, value: c.lost, unit: 's', budget: '0', held: c.lost === 0 },
      { what: `${what}: processor of the server`, value: used, unit: 'cores', budget: '' },
    ]
  } finally {
    crowd.kill()
    await b.stop()
  }
}
