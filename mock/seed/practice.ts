/** A month of practice of the demonstration's learners: questions answered, better from day to day, and papers sat for practice. */
import { blanksFit, isBlankAnswer, judgeAnswer } from '#src/contract/bank/answer.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { rightOf } from '#src/contract/practice/practice.ts'
import { judgedAnswers, type JudgedAnswer } from '../areas/bank/statistics.ts'
import { beginPracticePaper, handInRun, itemsOfRun, ownPaperRun } from '../areas/practice/paperRun.ts'
import { openPaper, practicePapers } from '../areas/practice/papers.ts'
import { assessItem } from '../areas/practice/paperResult.ts'
import { openOf } from '../areas/practice/practisable.ts'
import { beginPracticeRun } from '../areas/practice/run.ts'
import { practiceNow } from '../areas/practice/allowed.ts'
import { judgedOf, practiceQuestionsOf, type AskedQuestion, practiceSets } from '../areas/practice/sets.ts'
import { keepTries, type NewTry } from '../areas/practice/tries.ts'
import type { Queryable } from '../db/db.ts'
import type { Platform } from '../http/request/handler.ts'
import { answerOf } from './exam/answers.ts'
import { writtenAnswerOf } from './exam/texts.ts'
import { callAs, callerOf, type Sitter } from './exam/sitting.ts'
import { questionsOf } from './questions.ts'
import type { Chance } from './random.ts'

const day = 86_400_000
const days = 30

interface Ground {
  q: Queryable
  c: Chance
  platform: Platform
  now: Date
}
type Asked = Pick<AskedQuestion, 'id' | 'bank' | 'data'>

/** Short answers to questions that no exam of the demonstration asks. */
const inOwnWords: Readonly<Record<string, readonly string[]>> = {
  'Why does a SYN cookie help against a SYN flood?': [
    'The server keeps nothing for a half-open connection: what it needs comes back in the last ACK.',
    'Because the queue of half-open connections cannot fill up any more.',
    '服务器把状态编码进初始序号，收到最后的 ACK 再还原，半连接队列就不会被占满。',
  ],
}

/** What somebody of that ability says to a question; something in his own words where nothing is written for it. */
function said(c: Chance, { data }: Asked, able: number): Answer | null {
  const accepted = (data.blanks ?? []).map((b) => b.accepted ?? [])
  const key = { ...judgedOf(data), answer: { explanation: '', accepted } }
  const own = data.type === 'short' ? inOwnWords[data.title ?? ''] : undefined
  return own ? { type: 'short', text: c.one(own) } : answerOf(c, key, data.title ?? '', able)
}

/** What somebody honest says of an answer that no rule judges: by its key, by what it is worth, else that it was about right. */
function ownWord(c: Chance, { data }: Pick<Asked, 'data'>, answer: Answer | null): 0 | 0.5 | 1 {
  const blanks = data.blanks ?? []
  const text = answer && 'text' in answer ? answer.text : ''
  const worth =
    blanksFit(
      blanks.map((b) => b.accepted ?? []),
      answer,
    ) ?? writtenAnswerOf(text)?.share
  if (worth === undefined) return c.one([0.5, 1, 1] as const)
  return worth >= 0.75 ? 1 : worth >= 0.4 ? 0.5 : 0
}

/** Answers of one learner, day by day: new questions in their order, and mistakes once more. */
async function answers(
  { q, c, now }: Ground,
  who: Sitter,
  questions: readonly Asked[],
  busy: number,
): Promise<JudgedAnswer[]> {
  const asking = { q, who: callerOf(who), platform: { now: () => now } }
  const open = await openOf(
    asking,
    'theory',
    questions.map((one) => one.id),
  )
  const all = questions.filter((one) => open.has(one.id))
  const tries: NewTry[] = []
  const wrong: Asked[] = []
  let next = 0
  for (let back = days - 1; back >= 0; back--) {
    if (back > 2 && !c.hit(busy)) continue
    // in the evening of China
    let at = Math.floor((now.getTime() - back * day) / day) * day + c.between(10 * 60, 13 * 60) * 60_000
    const able = -0.4 + (days - back) * 0.05
    for (let n = c.between(3, 8); n > 0 && all.length; n--) {
      const again = wrong.length > 0 && c.hit(0.35)
      const one = again ? wrong.shift() : all[next++ % all.length]
      at += c.between(25, 140) * 1000
      if (!one || at >= now.getTime()) continue
      const answer = said(c, one, again ? able + 1.2 : able)
      if (isBlankAnswer(answer)) continue
      const ruled = judgeAnswer(judgedOf(one.data), answer)?.share
      const share = ruled ?? ownWord(c, one, answer)
      if (share < 1) wrong.push(one)
      const when = new Date(at)
      tries.push({
        id: c.id(when),
        user_id: who.id,
        kind: 'theory',
        bank: one.bank,
        question_id: one.id,
        question_version: 1,
        set_id: one.data.set_id ?? null,
        run_id: null,
        answer,
        share,
        right: rightOf(share),
        own: ruled === undefined,
        at: when.toISOString(),
      })
    }
  }
  await keepTries(q, tries)
  return tries.flatMap((t) =>
    t.own || t.share === null ? [] : [{ question: t.question_id, version: 1, share: t.share, at: new Date(t.at) }],
  )
}

/** A walk that was left in the middle yesterday evening. */
async function leaveRun(g: Ground, who: Sitter): Promise<void> {
  const { q, c, now } = g
  const at = new Date(Math.floor((now.getTime() - day) / day) * day + 12 * 3_600_000)
  const query = { page: 1, page_size: 50 }
  const sets = await practiceSets(callAs(g, who, at, { params: {}, query, body: undefined }))
  const set = sets.items.find((s) => s.above.length > 0 && s.questions > 4)
  if (!set) return
  const run = await beginPracticeRun(
    callAs(g, who, at, { params: {}, query: undefined, body: { set_id: set.id, mode: 'all' } }),
  )
  const { items } = await practiceQuestionsOf(
    { q, who: callerOf(who), now: await practiceNow(q, callerOf(who), now) },
    'theory',
    {
      set_id: set.id,
      limit: 3,
    },
  )
  const tries = items.flatMap((one, n): NewTry[] => {
    const answer = said(c, one, 1)
    const share = answer && judgeAnswer(judgedOf(one.data), answer)?.share
    const when = new Date(at.getTime() + (n + 1) * 70_000)
    return typeof share !== 'number' || isBlankAnswer(answer)
      ? []
      : [
          {
            id: c.id(when),
            user_id: who.id,
            kind: 'theory',
            bank: one.bank,
            question_id: one.id,
            question_version: 1,
            set_id: set.id,
            run_id: run.id,
            answer,
            share,
            right: rightOf(share),
            at: when.toISOString(),
          },
        ]
  })
  await keepTries(q, tries)
}

/** One paper from begin to hand-in, through the server's own handlers, by a clock of its own. */
async function sitPaper(g: Ground, who: Sitter, paper: string, at: Date, able: number): Promise<void> {
  const { q, c } = g
  // an exam asked it then
  if (!(await openPaper(q, callerOf(who), paper, at))) return
  const asking = <Body>(when: Date, params: { id: string }, body: Body) =>
    callAs(g, who, when, { params, query: undefined, body })
  const { run } = await beginPracticePaper(asking(at, { id: paper }, { timed: c.hit(0.5) }))
  const row = await ownPaperRun(q, callerOf(who), run)
  const items = itemsOfRun(row)
  const { rows } = await q.query<{ id: string; data: Asked['data'] }>(
    'select question_id as id, data from question_version where question_id = any($1::text[]) and version = 1',
    [items.map((i) => i.question_id)],
  )
  const data = new Map(rows.map((r) => [r.id, r.data]))
  const written = items.flatMap((i) => {
    const asked = data.get(i.question_id)
    const one = asked && { id: i.question_id, bank: 'theory' as const, data: asked }
    const answer = one ? said(c, one, able) : null
    return one && answer && !isBlankAnswer(answer)
      ? [
          {
            item: i.id,
            answer,
            marked: false,
            type: asked?.type ?? 'single',
            own: ownWord(c, one, answer),
          },
        ]
      : []
  })
  const end = new Date(at.getTime() + c.between(7, 16) * 60_000)
  await handInRun(asking(end, { id: run }, { answers: written.map(({ type: _type, own: _own, ...w }) => w) }))
  for (const w of written)
    if ((w.type === 'short' || w.type === 'completion') && c.hit(0.8))
      await assessItem(asking(end, { id: run }, { item: w.item, share: w.own }))
}

export async function layPractice(
  q: Queryable,
  c: Chance,
  { platform, now, learners }: { platform: Platform; now: Date; learners: readonly Sitter[] },
): Promise<void> {
  const g: Ground = { q, c, platform, now }
  const counted: JudgedAnswer[] = []
  const questions = await questionsOf(q, 'theory')
  for (const [n, who] of learners.entries()) counted.push(...(await answers(g, who, questions, n === 0 ? 0.8 : 0.45)))
  // what follows asks how all of that stands: planned for an empty table, one such question takes as long as this whole month
  await q.query('analyze practice_try')
  const [first] = learners
  if (first) await leaveRun(g, first)
  for (const [n, who] of learners.entries()) {
    const query = { page: 1, page_size: 20 }
    const papers = await practicePapers(callAs(g, who, now, { params: {}, query, body: undefined }))
    for (const [m, paper] of papers.items.entries())
      for (let runs = n === 0 ? 3 - m : c.between(0, 1), done = 0; done < runs; done++) {
        const at = new Date(now.getTime() - (runs - done) * 1.5 * day - c.between(60, 900) * 60_000)
        await sitPaper(g, who, paper.id, at, 0.2 + done * 1.1)
      }
  }
  await judgedAnswers(q, counted)
}
