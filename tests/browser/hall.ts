/** An exam of its own for a browser test, and what the server has of a candidate's sheet. */
import type { Locator, Page } from '@playwright/test'
import { env } from '#config/env.ts'
import { app, call, expect, signInApi, test } from './support.ts'

interface Made {
  id: string
  version: number
}
export interface Hall {
  exam: string
  /** Titles of the questions in their order. */
  titles: string[]
  /** Calls as the one who runs the exam. */
  run: <T = unknown>(method: string, path: string, body?: object) => Promise<T>
}
const options = (texts: readonly string[]) => texts.map((text, n) => ({ id: 'abcdef'[n], text, correct: n === 0 }))
const kinds = {
  short: { type: 'short' },
  single: { type: 'single', options: options(['DNS', 'ARP', 'ICMP']), shuffle: true },
  multiple: { type: 'multiple', options: options(['Salt', 'Pepper', 'Sugar']) },
  'true-false': { type: 'true-false', truth: true },
  completion: { type: 'completion', blanks: [{ id: 'one' }, { id: 'two' }] },
  operation: { type: 'operation', upload: { wanted: true, files: 1, ends: ['.txt', '.pcap'] } },
} as const
export type Kind = keyof typeof kinds

/** Seconds from now, as the server reads them. */
const inSeconds = (s: number) => new Date(Date.now() + s * 1000).toISOString()

interface Plan {
  /** Until it ends. */
  seconds?: number
  more?: object
}
/** An exam for everybody that has begun. @returns its id */
export async function layExam(run: Hall['run'], paper_id: string, o: Plan = {}): Promise<string> {
  const { id } = await run<Made>('POST', '/exams', {
    name: `Hall ${Math.random().toString(36).slice(2, 8)}`,
    paper_id,
    starts_at: inSeconds(-60),
    ends_at: inSeconds(o.seconds ?? 3600),
    ...o.more,
  })
  await run('PUT', `/exams/${id}/audience`, { all: true, orgs: [], roles: [], users: [], version: 1 })
  return id
}
/** Calls as the one who runs exams. */
export async function keeper(): Promise<Hall['run']> {
  const { token } = await signInApi('super')
  return (method, path, body) => call(method, path, token, body)
}

export async function layHall(o: Plan & { asks?: readonly Kind[] } = {}): Promise<Hall> {
  const run = await keeper()
  const word = Math.random().toString(36).slice(2, 8)
  const sets = {
    theory: await run<Made>('POST', '/theory-sets', { name: `Hall ${word}` }),
    exercise: await run<Made>('POST', '/exercise-sets', { name: `Hall ${word}` }),
  }
  const titles: string[] = []
  const items = []
  for (const [n, kind] of (o.asks ?? (['short', 'short', 'short'] as const)).entries()) {
    const bank = kind === 'operation' ? 'exercise' : 'theory'
    const title = `Question ${n} of ${word}`
    titles.push(title)
    const body = { title, stem: `Say what you know of case ${n}.`, set_id: sets[bank].id, ...kinds[kind] }
    const q = await run<Made>('POST', bank === 'theory' ? '/theory-questions' : '/exercises', body)
    items.push({ id: `i${n}`, bank, question_id: q.id, question_version: q.version, score: 5 })
  }
  const papers = await run<Made>('POST', '/paper-sets', { name: `Hall ${word}` })
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }]
  const paper = await run<Made>('POST', '/papers', { name: `Hall ${word}`, set_id: papers.id, variants })
  const exam = await layExam(run, paper.id, o)
  return { exam, titles, run }
}

export const session = ({ exam }: Hall) => app(`/ct/contest/exam/${exam}`)

interface Sheet {
  id: string
  epoch: number
  answers: { item: string; answer: { text?: string; files?: unknown[] } | null }[]
  sections: { items: { id: string; question: { title: string; options: { id: string }[] } | null }[] }[]
  deadline_at: string
  now: string
}
/** What the server has, by the candidate's own token. */
export async function stored(hall: Hall, token: string): Promise<Sheet & { texts: Record<string, string> }> {
  const { attempt } = await call<{ attempt: string }>('POST', `/my-exams/${hall.exam}/begin`, token, {
    writer: 'somebody-who-only-looks',
  })
  const sheet = await call<Sheet>('GET', `/exam-attempts/${attempt}`, token)
  return { ...sheet, texts: Object.fromEntries(sheet.answers.map((a) => [a.item, a.answer?.text ?? ''])) }
}
/** What was stored when it was over. */
export async function handedIn(hall: Hall, attempt: string): Promise<Record<string, string>> {
  type Marked = { sections: { items: { id: string; answer: { text?: string } | null }[] }[] }
  const { sections } = await hall.run<Marked>('GET', `/exam-sheets/${attempt}`)
  return Object.fromEntries(sections.flatMap((s) => s.items).map((i) => [i.id, i.answer?.text ?? '']))
}

export const field = (page: Page): Locator => page.locator('.part-question').getByRole('textbox').first()
export const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
/** Begins where the page asks first; an attempt that is open goes on without. */
export async function begin(page: Page): Promise<void> {
  const now = page.getByRole('button', { name: 'Begin now' })
  const sheet = page.locator('.part-question')
  await expect(now.or(sheet).first()).toBeVisible()
  if (await now.isVisible()) {
    await now.click()
    // the last attempt is asked about once more
    const last = page.getByRole('dialog').getByRole('button', { name: 'Begin the attempt' })
    await expect(last.or(sheet).first()).toBeVisible()
    if (await last.isVisible()) await last.click()
  }
  await expect(sheet).toBeVisible()
}
/** Opens the sheet and waits for its first question. */
export async function sitDown(page: Page, hall: Hall): Promise<void> {
  await page.goto(session(hall))
  await begin(page)
}
export const goTo = (page: Page, n: number) => page.getByRole('button', { name: new RegExp(`^Question ${n}:`) }).click()

const seconds = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
/** The countdown is the server's, within a second; a sheet says both instants by one clock. */
export async function expectClock(page: Page, sheet: { deadline_at: string; now: string }): Promise<void> {
  const asked = Date.now()
  const left = (Date.parse(sheet.deadline_at) - Date.parse(sheet.now)) / 1000
  await expect
    .poll(async () => {
      const shown = seconds(await page.getByRole('timer').innerText())
      return Math.abs(shown - (left - (Date.now() - asked) / 1000)) < 1.6
    })
    .toBe(true)
}
export const receipt = (page: Page) => page.getByRole('heading', { name: 'Handed in' })
/** How often a proof by chance is run: in a short round of what matters most, twenty times with everything, or as often as `RUNS` says. */
export const runs = Number(process.env['RUNS'] ?? (env.whole ? 20 : 0))
export const onlyWhole = () => test.skip(runs === 0, '`npm run test:whole`, or RUNS=200 of this file')
