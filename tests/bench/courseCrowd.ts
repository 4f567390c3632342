/**
 * The learners of a course, in a process of their own: each opens the video, reports every ten seconds what they watched, renews the ticket, and
 * keeps a ledger of the seconds that were acknowledged, which is compared with what is stored in the end. Spoken to by messages: `open`, `watch`, `end`.
 */
import { mediaLimits } from '#src/contract/course/media.ts'
import { mergedPieces, type Piece, piecesBeyond, watchedSeconds } from '#src/contract/course/watched.ts'
import { CrowdLine } from './crowdLine.ts'

export interface CourseOrder {
  do: 'open' | 'watch' | 'end'
  port?: number
  tokens?: readonly string[]
  course?: string
  lesson?: string
  section?: string
  file?: string
  /** Milliseconds within which all open it. */
  begin?: number
}
export interface CourseCrowd {
  /** How long each report took that was acknowledged, ms, and how many were refused. */
  ms: number[]
  refused: number
  /** Seconds that were acknowledged, and those of them that are not stored, or stored and never acknowledged. */
  seconds: number
  lost: number
}
interface Ledger {
  line: CrowdLine
  ticket: string
  kept: Piece[]
}
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const every = mediaLimits.report * 1000
let where = { course: '', lesson: '', section: '', file: '' }
let ledgers: Ledger[] = []
const ms: number[] = []
let refused = 0
let over = false
let watching: Promise<unknown> = Promise.resolve()

async function insist(line: CrowdLine, method: string, at: string, body?: object): Promise<string> {
  for (;;) {
    const r = await line.ask(method, at, body && JSON.stringify(body)).catch(() => undefined)
    if (r?.status === 200) return r.body
    if (r && r.status !== 503 && r.status !== 429) throw new Error(`${method} ${at}: ${r.status} ${r.body}`)
    await pause(500 + Math.random() * 1000)
  }
}
const below = () => `/learning/courses/${where.course}/sections/${where.section}`

async function open({
  port = 0,
  tokens = [],
  begin = 0,
  course = '',
  lesson = '',
  section = '',
  file = '',
}: CourseOrder) {
  where = { course, lesson, section, file }
  ledgers = await Promise.all(
    tokens.map(async (token) => {
      await pause(Math.random() * begin)
      const line = new CrowdLine(port, token)
      await insist(line, 'POST', `/learning/courses/${course}/join`, {})
      const said = await insist(line, 'POST', `${below()}/ticket`, { file })
      return { line, ticket: (JSON.parse(said) as { ticket: string }).ticket, kept: [] }
    }),
  )
}

async function watch(l: Ledger): Promise<void> {
  await pause(Math.random() * every)
  const begun = performance.now()
  const renewEvery = Math.floor((mediaLimits.ticket * 1000) / 2 / every)
  // each begins where they like
  let second = Math.floor(Math.random() * 600)
  for (let n = 1; !over; n++) {
    const due = begun + n * every
    await pause(Math.max(0, due - performance.now()))
    if (n % renewEvery === 0) await insist(l.line, 'POST', `${below()}/ticket`, { file: where.file, ticket: l.ticket })
    const piece: Piece = [second, second + mediaLimits.report]
    const from = performance.now()
    const r = await l.line
      .ask('POST', `${below()}/watched`, JSON.stringify({ ticket: l.ticket, place: piece[1], seen: [piece] }))
      .catch(() => undefined)
    if (r?.status === 200) {
      ms.push(performance.now() - from)
      l.kept = mergedPieces([...l.kept, piece])
      // some go back a little
      second = Math.random() < 0.1 ? Math.max(0, second - 30) : piece[1]
    } else refused++
  }
}

async function compare(l: Ledger): Promise<{ seconds: number; lost: number }> {
  const said = await insist(l.line, 'GET', `/learning/courses/${where.course}/lessons/${where.lesson}`)
  const { sections } = JSON.parse(said) as { sections: { content: { watched?: { seen: Piece[] }[] } }[] }
  const stored = sections.find((s) => s.content.watched)?.content.watched?.[0]?.seen ?? []
  const differs = [...piecesBeyond(l.kept, stored), ...piecesBeyond(stored, l.kept)]
  return { seconds: watchedSeconds(l.kept), lost: watchedSeconds(differs) }
}

async function end(): Promise<CourseCrowd> {
  over = true
  await watching
  let [seconds, lost] = [0, 0]
  for (let n = 0; n < ledgers.length; n += 50)
    for (const one of await Promise.all(ledgers.slice(n, n + 50).map(compare))) {
      seconds += one.seconds
      lost += one.lost
    }
  for (const { line } of ledgers) line.end()
  return { ms, refused, seconds, lost }
}

process.on('message', (order: CourseOrder) => {
  if (order.do === 'open') void open(order).then(() => process.send?.({}))
  if (order.do === 'watch') {
    watching = Promise.all(ledgers.map(watch))
    process.send?.({})
  }
  if (order.do === 'end') void end().then((crowd) => process.send?.(crowd, () => process.exit(0)))
})
