/**
 * J13: one measure of length in the text area, in the rules and behind the interface. The text area cuts with `cut`, which keeps what the rules
 * take; what they take is stored whole, and what is too long by one is refused with its figures. `RUNS=50000` is the whole proof.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { env } from '#config/env.ts'
import { Answer } from '#src/contract/bank/answer.schema.ts'
import { ExerciseBody, SetBody, TheoryBody } from '#src/contract/bank/question.schema.ts'
import { PaperBody } from '#src/contract/bank/paper.schema.ts'
import { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { api } from '#src/contract/api.ts'
import { cut } from '#src/contract/lib/text.ts'
import { limits } from '#src/contract/limits.ts'
import { around, widthByUnits } from '#tests/support/texts.ts'
import { type As, testServer, type TestServer, userId } from './support/server.ts'

const runs = Number(process.env.RUNS ?? (env.whole ? 2000 : 240))
/** By the database, which takes longer. */
const measured = Number(process.env.RUNS ?? (env.whole ? 300 : 40))
/** `kept` is where the text stands in the database, if it stands there by itself. */
type Field = readonly [name: string, schema: z.ZodType, body: (text: string) => unknown, kept?: string]
const body = (route: string) => (api as unknown as Record<string, { body: z.ZodType }>)[route]?.body as z.ZodType
const theory = (more: object) => ({ title: 'a', set_id: 's', type: 'short', ...more })
const paper = (title: string) => ({
  name: 'Paper',
  set_id: 's',
  variants: [{ id: 'v', sections: [{ id: 's', title, items: [] }] }],
})
const exam = { paper_id: 'p', starts_at: '2026-01-01T08:00:00Z', ends_at: '2026-01-01T10:00:00Z' }
const comment = { entity: 'theory-question', entity_id: 'q' }

const fields: readonly Field[] = [
  ['short answer', Answer, (text) => ({ type: 'short', text }), 'exam_answer.answer.text'],
  ['report of an exercise', Answer, (text) => ({ type: 'operation', text, files: [] }), 'practice_answer.answer.text'],
  ['answer in a blank', Answer, (text) => ({ type: 'completion', blanks: [text] })],
  ['title of a question', TheoryBody, (title) => theory({ title }), 'r_theory_question.data.title'],
  ['keyword', TheoryBody, (word) => theory({ keywords: [word] })],
  ['knowledge point', TheoryBody, (word) => theory({ knowledge: [word] })],
  ['accepted text', TheoryBody, (t) => theory({ type: 'completion', blanks: [{ id: 'b', accepted: [t] }] })],
  ['title of an exercise', ExerciseBody, (title) => ({ title, set_id: 's' }), 'r_exercise.data.title'],
  ['name of a set', SetBody, (name) => ({ name }), 'r_theory_set.data.name'],
  ['description of a set', SetBody, (description) => ({ name: 'Set', description }), 'r_flag_set.data.description'],
  ['title of a section', PaperBody, paper],
  ['name of an exam', ExamBody, (name) => ({ ...exam, name }), 'r_exam.data.name'],
  ['message of an invigilator', body('POST /exams/:id/message'), (text) => ({ text })],
  ['reason of an invigilator', body('POST /exams/:id/end'), (reason) => ({ reason }), 'exam_extra.reason'],
  ['objection', body('POST /exam-attempts/:id/objections'), (text) => ({ item: 'i', text }), 'exam_objection.text'],
  [
    'answer to an objection',
    body('POST /exam-sheets/:id/reply'),
    (reply) => ({ item: 'i', points: 1, reply }),
    'exam_objection.reply',
  ],
  [
    'report of a question',
    body('POST /question-tools/:id/reports'),
    (text) => ({ kind: 'other', text }),
    'question_report.text',
  ],
  ['comment', body('POST /comments'), (text) => ({ ...comment, text }), 'r_comment.data.text'],
]

/** The limit as the rule itself says it. */
function limitOf([name, schema, of]: Field): number {
  const { error } = schema.safeParse(of('x'.repeat(25_000)))
  const said = error?.issues.map((i) => (i as { params?: { rule?: string; max?: number } }).params)
  const max = said?.find((p) => p?.rule === 'length')?.max
  if (max === undefined) throw new Error(`${name} has no length: ${JSON.stringify(error?.issues)}`)
  return max
}

describe('a text that has a length', () => {
  it.each(fields.map((field) => [field[0], field] as const))(
    '%s: what the text area keeps is what the rule takes, to the character',
    (_name, field) => {
      const [, schema, of] = field
      const max = limitOf(field)
      fc.assert(
        fc.property(around(max), (text) => {
          const fits = widthByUnits(text) <= max
          expect(schema.safeParse(of(text)).success).toBe(fits)
          const kept = cut(text, max)
          // what is left of wide spaces alone may be too short a name
          if (widthByUnits(kept.trim()) > 4) expect(schema.safeParse(of(kept)).success).toBe(true)
          expect(kept === text).toBe(fits)
        }),
        { numRuns: Math.ceil(runs / fields.length) },
      )
    },
  )
})

describe('behind the interface', () => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer({ cheapPasswords: true })
  })
  afterAll(() => s.close())

  it('the database measures as everybody does', async () => {
    const texts = fc.sample(fc.oneof(around(40), fc.string({ unit: 'binary' })), measured)
    // neither half a pair nor NUL can be stored
    const stored = texts.filter((text) => !/\p{Surrogate}/u.test(text) && !text.includes('\0'))
    const { rows } = await s.db.query(
      `select w, text_fits(t, w) as all, text_fits(t, w - 1) as less
       from (select t, at, text_width(t) as w from unnest($1::text[]) with ordinality as u (t, at)) m order by at`,
      [stored],
    )
    expect(rows).toEqual(stored.map((text) => ({ w: widthByUnits(text), all: true, less: false })))
  })

  it('the database holds what is kept to the same limits', async () => {
    const { rows } = await s.db.query<{ rule: string }>(
      `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c'`,
    )
    const said = new Set(rows.map(({ rule }) => rule.replaceAll(/[()']|::text/g, '').replaceAll(' ->> ', '.')))
    for (const field of fields) {
      const [table = '', ...column] = field[3]?.split('.') ?? []
      if (table) expect(said).toContain(`${table} CHECK text_fits${column.join('.')}, ${limitOf(field)} NOT VALID`)
    }
  })

  it('what fits is stored whole, and what is too long by one is refused with its figures', async () => {
    const as: As = 'student'
    const max = limits.comment.max
    const texts = fc.sample(around(max), Math.max(10, Math.ceil(runs / 1000)))
    for (const text of texts) {
      // a letter to the administration is one's own
      const about = { entity: 'letter' as const, entity_id: userId('student') }
      const { status, problem, body: made } = await s.call('POST /comments', { body: { ...about, text } }, as)
      if (widthByUnits(text) <= max) expect([status, made.text]).toEqual([200, text])
      else expect([status, problem.details?.['fields']]).toMatchObject([422, [{ path: 'text', params: { max } }]])
      s.clock.advance(60)
    }
  })
})
