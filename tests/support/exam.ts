/** Papers and exams over them, and files that go with answers, on a whole test server. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ExerciseBody } from '#src/contract/bank/question.schema.ts'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { placeFile } from '#mock/areas/bank/attachment/store.ts'
import type { As, TestServer } from '../contract/support/server.ts'

export const everybody = { all: true, orgs: [], roles: [], users: [] }
export const minute = 60_000

/** A paper with items `i0`, `i1` …, each a choice of `a`, which is right, `b` and `c`. @returns its id */
export async function layPaper(s: TestServer, items: number, name = 'Choices'): Promise<string> {
  const set = await s.ok('POST /theory-sets', { body: { name: `Set of ${name}` } }, 'super')
  const made: { id: string; version: number }[] = []
  for (let n = 0; n < items; n++)
    made.push(
      await s.ok(
        'POST /theory-questions',
        {
          body: {
            title: `${name} ${n}`,
            stem: `Which of them is it in case ${n} of ${name}?`,
            type: 'single',
            set_id: set.id,
            options: [
              { id: 'a', text: 'This', correct: true },
              { id: 'b', text: 'That' },
              { id: 'c', text: 'Neither' },
            ],
          },
        },
        'super',
      ),
    )
  const papers = await s.ok('POST /paper-sets', { body: { name: `Papers of ${name}` } }, 'super')
  const section = {
    id: 's',
    title: 'One',
    items: made.map(({ id, version }, n) => ({
      id: `i${n}`,
      bank: 'theory' as const,
      question_id: id,
      question_version: version,
      score: 2,
    })),
  }
  const body = { name, set_id: papers.id, variants: [{ id: 'v', sections: [section] }] }
  return (await s.ok('POST /papers', { body }, 'super')).id
}

/** A paper of one exercise of 10 points, item `i0`. @returns its id */
export async function layPractical(s: TestServer, exercise: Omit<ExerciseBody, 'set_id'>): Promise<string> {
  const set = await s.ok('POST /exercise-sets', { body: { name: 'Hands on' } }, 'super')
  const made = await s.ok('POST /exercises', { body: { ...exercise, set_id: set.id } }, 'super')
  const papers = await s.ok('POST /paper-sets', { body: { name: 'Papers' } }, 'super')
  const asked = { bank: 'exercise' as const, question_id: made.id, question_version: made.version }
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items: [{ id: 'i0', score: 10, ...asked }] }] }]
  return (await s.ok('POST /papers', { body: { name: 'Practical', set_id: papers.id, variants } }, 'super')).id
}

/** A file as if it had come by tus. The store's watermark has to be out of the way. */
export async function fileOf(s: TestServer, name: string, as: As, content: string | Buffer = 'pcap') {
  const made = await s.ok('POST /attachments', { body: { name, size: content.length } }, as)
  const bytes = path.join(os.tmpdir(), `answer-${made.file}`)
  await fs.writeFile(bytes, content)
  await placeFile(s.platform.files, made.file, bytes)
  await fs.rm(bytes)
  await s.db.query(`update attachment set state = 'here' where id = $1`, [made.file])
  return made
}

/** An exam for everybody that runs for an hour from now. @returns its id */
export async function layExam(s: TestServer, paper_id: string, more: Partial<ExamBody> = {}): Promise<string> {
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * minute).toISOString()
  const name = `Exam ${s.platform.newId().slice(-12)}`
  const body = { name, paper_id, starts_at: at(0), ends_at: at(60), anonymous: true, ...more }
  const { id } = await s.ok('POST /exams', { body }, 'super')
  await s.ok('PUT /exams/:id/audience', { params: { id }, body: { ...everybody, version: 1 } as never }, 'super')
  return id
}

export const chosen = (item: string, option: string | null) => ({
  item,
  answer: option === null ? null : { type: 'single' as const, chosen: [option] },
  marked: false,
})

export const saveOf = (
  s: TestServer,
  id: string,
  body: { epoch?: number; seq: number; writer?: string; answers: ReturnType<typeof chosen>[] },
  as: As = 'student',
) =>
  s.call(
    'POST /exam-attempts/:id/save',
    { params: { id }, body: { epoch: 1, writer: 'page-number-one', ...body } as never },
    as,
  )

/** What is stored of an attempt: options by item. */
export const storedOf = async (s: TestServer, id: string): Promise<Record<string, string | null>> => {
  const { rows } = await s.db.query<{ item: string; answer: { chosen: string[] } | null }>(
    'select item, answer from exam_answer where attempt_id = $1 order by item',
    [id],
  )
  return Object.fromEntries(rows.map((r) => [r.item, r.answer?.chosen[0] ?? null]))
}

/** Waits until what is due by the clock is done. */
export async function settleDue(s: TestServer): Promise<void> {
  for (const from = performance.now(); performance.now() - from < 100_000; ) {
    const { rows } = await s.db.query('select 1 from due where at <= $1', [s.clock.now().toISOString()])
    if (!rows.length) return
    await new Promise((done) => setTimeout(done, 15))
  }
  throw new Error('something due is not done')
}

/** Puts all exams behind everybody: keys are open afterwards. For tests beside others that leave theirs as they are. */
export async function nobodyWrites(s: TestServer): Promise<void> {
  await s.db.query('update exam_run set ended_at = $1 where ended_at is null', [s.clock.now().toISOString()])
  await s.db.query('update exam_extra set minutes = 0')
  await s.db.query(`update exam_attempt set status = 'to-be-scored' where status in ('ongoing', 'pause')`)
}
