/**
 * Attacks of C1 in what no list of a resource shows: inside questions, papers and exams, on a candidate's sheet, in what markers, invigilators
 * and learners say of it. @see attacks.ts
 */
import { href } from '#src/contract/screens/index.ts'
import type { Call } from '../support/rows.ts'
import { count, filled, type Tallies } from './attacks.ts'

const writer = 'page-of-attacks'
type Answered = { id: string; version: number; attempt: string }

/**
 * One exam with an attack in every text on its way from the bank to the objection.
 * @param marker whoever marks, so that somebody else answers the objection
 * @returns addresses at which all of them are shown
 */
export async function keepExam(call: Call, marker: Call, n: number, tallies: Tallies): Promise<string[]> {
  const waiting: [name: string, attacks: number][] = []
  const refused: string[] = []
  const text = (name: string, most: number): string => {
    const made = filled(name, most)
    waiting.push([name, made.attacks])
    return made.text.trim() || '<b>x</b>'
  }
  /** What the call took counts as kept; the texts named since the last call were in it. */
  const send = async (
    key: string,
    body: object,
    params: Record<string, string> = {},
    by: Call = call,
  ): Promise<Answered> => {
    const { status, body: out } = await by(key, { params, body })
    if (status !== 200) refused.push(`${key} ${status} ${JSON.stringify(out).slice(0, 300)}`)
    for (const [name, attacks] of waiting.splice(0)) count(tallies, name, attacks, status === 200)
    return out as Answered
  }
  const set = async (path: string) => (await send(`POST /${path}`, { name: `Attacks ${n} ${path}` })).id
  const [theory, works, papers] = [await set('theory-sets'), await set('exercise-sets'), await set('paper-sets')]
  const hints = () => [{ text: text('hint of a question', 1900), cost: 0 }]
  const rubric = () => [{ text: text('line of a rubric', 480), points: 2 }]
  const single = await send('POST /theory-questions', {
    title: `Attacked ${n}`,
    stem: text('stem of a question', 9000),
    set_id: theory,
    type: 'single',
    language: 'en-US',
    options: [
      {
        id: 'a',
        text: text('option of a question', 1900),
        correct: true,
        feedback: text('feedback to an option', 1900),
      },
      { id: 'b', text: `${text('option of a question', 1900)} b` },
    ],
    hints: hints(),
    explanation: text('explanation of a question', 9000),
    translation: {
      title: text('title in the other language', 240),
      stem: text('stem in the other language', 9000),
      options: [text('option in the other language', 1900), 'B'],
      explanation: text('explanation in the other language', 9000),
      hints: [text('hint in the other language', 1900)],
    },
  })
  const short = await send('POST /theory-questions', {
    title: `Why ${n}`,
    stem: text('stem of a short question', 9000),
    set_id: theory,
    type: 'short',
    reference: text('reference of a question', 3900),
    rubric: rubric(),
  })
  const blank = await send('POST /theory-questions', {
    title: `Blanks ${n}`,
    stem: '{{1}}',
    set_id: theory,
    type: 'completion',
    blanks: [{ id: 'b1', accepted: [text('accepted text of a blank', 240)] }],
  })
  const work = await send('POST /exercises', {
    title: `Work ${n}`,
    set_id: works,
    reference: text('reference of an exercise', 3900),
    rubric: rubric(),
    writeup: text('write-up of an exercise', 9000),
  })
  const all = [single, short, blank, work]
  const items = all.map((q, i) => ({
    id: `i${i}`,
    bank: i === 3 ? 'exercise' : 'theory',
    question_id: q.id,
    question_version: q.version,
    score: 2,
  }))
  const section = {
    id: 's',
    title: text('title of a section', 110),
    instructions: text('instructions of a section', 480),
    items,
  }
  const paper = await send('POST /papers', {
    name: `Attacks ${n}`,
    set_id: papers,
    practice: true,
    variants: [{ id: 'v', sections: [section] }],
  })
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const examOf = async (name: string) => {
    const made = await send('POST /exams', {
      name: `${name} ${n}`,
      // whoever plans it sits it, too
      kind: 'trial',
      paper_id: paper.id,
      notice: text('notice of an exam', 3900),
      starts_at: at(-1),
      ends_at: at(120),
      review_depth: 'keys',
    })
    const everybody = { all: true, orgs: [], roles: [], users: [], version: made.version }
    await send('PUT /exams/:id/audience', everybody, { id: made.id })
    const { attempt } = await send('POST /my-exams/:id/begin', { writer }, { id: made.id })
    return { id: made.id, attempt }
  }
  const exam = await examOf('Attacks')
  const id = { id: exam.id }
  const sheet = { id: exam.attempt }
  const write = async (attempt: string) =>
    send(
      'POST /exam-attempts/:id/save',
      {
        epoch: 1,
        seq: 1,
        writer,
        answers: [
          { item: 'i0', answer: { type: 'single', chosen: ['b'] }, marked: false },
          { item: 'i1', answer: { type: 'short', text: text('short answer', 2000) }, marked: false },
          { item: 'i2', answer: { type: 'completion', blanks: [text('answer in a blank', 240)] }, marked: false },
          {
            item: 'i3',
            answer: { type: 'operation', text: text('report of an exercise', 2000), files: [] },
            marked: true,
          },
        ],
      },
      { id: attempt },
    )
  await write(sheet.id)
  await send('POST /exams/:id/message', { text: text('message of an invigilator', 480) }, id)
  await send('POST /exam-attempts/:id/hand-in-for', { reason: text('reason of an invigilator', 480) }, sheet)
  for (const item of ['i1', 'i2', 'i3'])
    await send(
      'POST /exam-sheets/:id/marks',
      { item, points: 1, round: 1, comment: text('remark of a marker', 1900) },
      sheet,
      marker,
    )
  // what an exam under way asks, this one or the next, is closed to objections
  await send('POST /exams/:id/end', { reason: text('reason of an end', 480) }, id)
  await send('POST /exams/:id/publish', {}, id)
  await send('POST /exam-attempts/:id/objections', { item: 'i1', text: text('objection', 900) }, sheet)
  await send(
    'POST /exam-sheets/:id/reply',
    { item: 'i1', points: 2, reply: text('answer to an objection', 900) },
    sheet,
  )
  const live = await examOf('Attacks under way')
  const change = { kind: 'options', correct: ['b'] }
  await send('POST /exams/:id/rekey', { item: 'i0', change, reason: text('reason of a changed key', 480) }, id)
  await write(live.attempt)

  const question = { id: single.id }
  await send('PUT /question-tools/:id/note', { text: text('note on a question', 1900), version: 0 }, question)
  await send(
    'PUT /question-tools/:id/collected',
    { collected: true, folder: text('folder of collections', 36) },
    question,
  )
  await send('POST /question-tools/:id/reports', { kind: 'other', text: text('report of a question', 900) }, question)
  await send('POST /comments', {
    entity: 'theory-question',
    entity_id: single.id,
    text: text('comment on a question', 240),
  })
  // an attack that a rule refuses is no attack that was looked at
  if (refused.length) throw new Error(refused.join('\n'))
  const attempt = sheet.id
  const [examId, exam_id] = [exam.id, exam.id]
  return [
    href('theory-edit', { id: single.id }),
    href('theory-edit', { id: short.id }),
    href('exercise-edit', { id: work.id }),
    href('paper-edit', { id: paper.id }),
    href('exam-edit', { id: exam.id }),
    href('exam-manage', undefined, { watch: exam.id }),
    ...['progress', 'sheets', 'questions', 'results', 'objections'].map((tab) =>
      href('exam-scoring', { examId }, { tab }),
    ),
    href('exam-score-person', { examId, userId: attempt }),
    href('exam-score-analysis', { examId }),
    href('exam-rapid-marking', { examId }),
    href('exam-score-print', { examId, userId: attempt }),
    href('exam-guide', { exam_id }),
    href('exam-session', { exam_id: live.id }),
    href('exam-manage', undefined, { watch: live.id }),
    href('exam-review', { exam_id }, { attempt }),
    href('collected-exercise', { exercise_id: single.id }),
    ...['exams', 'mistakes', 'collections', 'notes'].map((tab) => href('personal', undefined, { tab })),
    href('theory-bank', undefined, { reports: '1' }),
    href('practice-record'),
  ]
}
