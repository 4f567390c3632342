/**
 * E6: the server is killed about the moment at which an exam ends, while its candidate writes and nobody is connected afterwards. What was
 * acknowledged is there, nothing came after the end, and the sheet is handed in within seconds of the next start. `KILLS=100` for the long run,
 * `ENGINE=postgres` for PostgreSQL.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Process, startProcess } from './support/importProcess.ts'
import { killEngine as engine, type KillGround, killGround } from './support/killGround.ts'
import { password, username } from './support/people.ts'
import { median } from './support/statistics.ts'

const kills = Number(process.env.KILLS ?? 1)
const port = engine === 'postgres' ? 4659 : 4658
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
/** How long after a start a sheet may stay open whose time is up, ms. */
const most = 5000

let data: KillGround
let server: Process | undefined
beforeAll(async () => {
  data = await killGround()
}, 60_000)
afterAll(async () => {
  await server?.kill()
  await data.remove()
})

let keys = 0
/** The candidate's session: whoever keeps an exam does not sit it. */
let candidate = ''
const done = async <T>(s: Process, method: string, at: string, body?: object, as?: string): Promise<T> => {
  const r = await s.call<T & { code?: string }>(method, at, body, `exam-kill-key-${++keys}`, as)
  if (r.status !== 200) throw new Error(`${method} ${at} answered ${r.status} ${JSON.stringify(r.body)}`)
  return r.body
}

async function layPaper(s: Process): Promise<string> {
  const set = await done<{ id: string }>(s, 'POST', '/theory-sets', { name: 'Words' })
  const q = await done<{ id: string; version: number }>(s, 'POST', '/theory-questions', {
    title: 'Why',
    stem: 'Why is it so?',
    type: 'short',
    set_id: set.id,
  })
  const papers = await done<{ id: string }>(s, 'POST', '/paper-sets', { name: 'Papers' })
  const item = { id: 'i0', bank: 'theory', question_id: q.id, question_version: q.version, score: 2 }
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items: [item] }] }]
  return (await done<{ id: string }>(s, 'POST', '/papers', { name: 'Words', set_id: papers.id, variants })).id
}

interface Sheet {
  attempt: string
  deadline: number
  /** Of what was sent and of what was acknowledged, the newest number. */
  sent: number
  kept: number
}
async function write(s: Process, paper_id: string, length: number): Promise<Sheet> {
  const now = Date.now()
  const exam = await done<{ id: string }>(s, 'POST', '/exams', {
    name: `Exam ${now} of words`,
    paper_id,
    starts_at: new Date(now - 600_000).toISOString(),
    ends_at: new Date(now + length).toISOString(),
  })
  const everybody = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await done(s, 'PUT', `/exams/${exam.id}/audience`, everybody)
  const begun = await done<{ attempt: string }>(
    s,
    'POST',
    `/my-exams/${exam.id}/begin`,
    { writer: 'page-number-one' },
    candidate,
  )
  const state = await done<{ deadline_at: string }>(
    s,
    'GET',
    `/exam-attempts/${begun.attempt}/state`,
    undefined,
    candidate,
  )
  return { attempt: begun.attempt, deadline: Date.parse(state.deadline_at), sent: 0, kept: 0 }
}

/** Writes until the server is gone or says that the time is up. */
async function client(s: Process, sheet: Sheet): Promise<void> {
  for (;;) {
    const seq = ++sheet.sent
    const answers = [{ item: 'i0', answer: { type: 'short', text: `word ${seq}` }, marked: false }]
    const at = `/exam-attempts/${sheet.attempt}/save`
    const r = await s.call<{ code?: string }>(
      'POST',
      at,
      { epoch: 1, writer: 'page-number-one', seq, answers },
      undefined,
      candidate,
    )
    if (r.status !== 200) {
      expect(['exam_over', 'attempt_handed_in'], r.body.code).toContain(r.body.code)
      sheet.sent--
      return
    }
    sheet.kept = seq
    await pause(20)
  }
}

it(
  `hands every sheet in by the clock when the server is killed ${kills} times about its end, on ${engine}`,
  async () => {
    const late: number[] = []
    server = await startProcess(data.dir, port, 'super', data.url)
    const paper = await layPaper(server)
    const credentials = { username: username('student'), password }
    candidate = (await done<{ token: string }>(server, 'POST', '/session', credentials)).token
    for (let round = 0; round < kills; round++) {
      const s = server
      const sheet = await write(s, paper, 1500)
      let killed = false
      const writing = client(s, sheet).catch((e: unknown) => {
        if (!killed) throw e
      })
      // from well before its end to just behind it
      await pause(Math.max(0, sheet.deadline - Date.now() - 900 + Math.random() * 1000))
      killed = true
      await s.kill()
      await writing
      await pause(Math.max(0, sheet.deadline - Date.now()) + Math.random() * 500)
      server = await startProcess(data.dir, port, 'super', data.url)
      const next = server
      const ready = performance.now()
      const receipt = async () =>
        (
          await next.call<{ handed_by?: string; handed_at?: string }>(
            'GET',
            `/exam-attempts/${sheet.attempt}/receipt`,
            undefined,
            undefined,
            candidate,
          )
        ).body
      await expect.poll(async () => (await receipt()).handed_by, { timeout: most, interval: 50 }).toBe('time')
      late.push(performance.now() - ready)
      expect(Date.parse((await receipt()).handed_at ?? '')).toBe(sheet.deadline)
      const marked = await done<{ sections: { items: { answer: { text: string } | null }[] }[] }>(
        next,
        'GET',
        `/exam-sheets/${sheet.attempt}`,
      )
      const stored = Number(/\d+/.exec(marked.sections[0]?.items[0]?.answer?.text ?? '0')?.[0])
      expect(stored).toBeGreaterThanOrEqual(sheet.kept)
      expect(stored).toBeLessThanOrEqual(sheet.sent)
      const after = await next.call<{ code?: string }>(
        'POST',
        `/exam-attempts/${sheet.attempt}/save`,
        {
          epoch: 1,
          writer: 'page-number-one',
          seq: sheet.sent + 1,
          answers: [{ item: 'i0', answer: { type: 'short', text: 'too late' }, marked: false }],
        },
        undefined,
        candidate,
      )
      expect(after.body.code).toBe('attempt_handed_in')
      if (round % 10 === 9) console.log(`${round + 1} of ${kills}`)
    }
    console.log(
      `${kills} kills about the end on ${engine}: handed in ${Math.round(median(late))} ms after the start (median), ${Math.round(Math.max(...late))} ms at most`,
    )
  },
  60_000 + kills * 30_000,
)
