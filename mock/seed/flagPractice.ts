/** What learners of the demonstration did with flag challenges, and what they kept of questions and said about them, through the server's own functions. */
import { type Bank, banks, type Difficulty, resourceOf } from '#src/contract/bank/question.ts'
import type { ReportKind } from '#src/contract/practice/keep.ts'
import { say } from '../areas/notice/thread.ts'
import { type FlagKeys } from '../areas/bank/flag/seal.ts'
import { judgedAnswers } from '../areas/bank/statistics.ts'
import { flagTry, solveEvidence } from '../areas/practice/flagSubmit.ts'
import { keepHandlers } from '../areas/practice/keep.ts'
import { digestOf, worthAfter } from '../areas/practice/keepHints.ts'
import { reportHandlers } from '../areas/practice/keepReports.ts'
import { openOf } from '../areas/practice/practisable.ts'
import { keepTries, type NewFlagTry } from '../areas/practice/tries.ts'
import { writeEvidence } from '../areas/record/write.ts'
import type { Queryable } from '../db/db.ts'
import type { Platform } from '../http/request/handler.ts'
import { callAs, callerOf, type Sitter } from './exam/sitting.ts'
import { type Question, questionsOf } from './questions.ts'
import type { Chance } from './random.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'

const day = 86_400_000
const chances: Record<Difficulty, number> = {
  primary: 0.85,
  intermediate: 0.5,
  advanced: 0.18,
}
const wrong = ['flag{base64_it_is}', 'flag{test123}', 'flag{admin}', 'FLAG', 'flag{lunch}', 'flag{0x42}', '4711-PRN']

interface Kept {
  /** Of the question. */
  title: string
  folder?: string
  note?: string
}
/** Of the learner whose account can be tried. */
const kept: readonly Kept[] = [
  {
    title: 'One byte is not a key',
    folder: 'CTF',
    note: '已知明文开头是 `flag{`：\n\n```\n0x24 ^ ord("f") = 0x42\n```\n\n同一个字节解开全部。',
  },
  {
    title: '弱口令的影子',
    folder: 'CTF',
    note: 'SUID：`find / -perm -4000 -type f 2>/dev/null`，再对照 GTFOBins。',
  },
  { title: 'Second helping', folder: 'CTF' },
  {
    title: 'Log4Shell 漏洞的根源是什么？',
    folder: '期末复习',
    note: '**JNDI 查找**在日志消息里被解析；缓解：升级，或去掉 `JndiLookup` 类。',
  },
  { title: '越权的两种方向', folder: '期末复习' },
  { title: 'What did Heartbleed let an attacker read?' },
]
interface Report {
  by: string
  title: string
  kind: ReportKind
  text: string
  days_ago: number
  answer?: { outcome: 'fixed' | 'declined'; text: string }
}
const reports: readonly Report[] = [
  {
    by: 'student_demo',
    title: 'A quiet capture',
    kind: 'broken_file',
    text: '题面提到抓包文件，但没有看到附件。',
    days_ago: 2,
  },
  {
    by: 'student_demo',
    title: 'Two towns',
    kind: 'typo',
    text: '“HEL”在移动端被断成两行，容易看错。',
    days_ago: 9,
    answer: { outcome: 'fixed', text: '已改为代码格式，感谢反馈。' },
  },
  {
    by: 'student_demo',
    title: '越权的两种方向',
    kind: 'wrong_key',
    text: '“垂直越权”也可以写成“纵向越权”吧？',
    days_ago: 1,
  },
]
interface Talk {
  title: string
  by: string
  text: string
  days_ago: number
}
const talk: readonly Talk[] = [
  {
    title: 'Warm-up: a letter in another coat',
    by: 'student_demo',
    text: '末尾没有等号也可能是 Base64，长度是 4 的倍数就行。',
    days_ago: 6,
  },
  {
    title: 'Warm-up: a letter in another coat',
    by: 'teacher_demo',
    text: 'Right: padding appears only where the length leaves a rest.',
    days_ago: 5,
  },
  {
    title: 'Log4Shell 漏洞的根源是什么？',
    by: 'student_demo',
    text: '2.15 之后默认关闭了查找，为什么还要再升级？',
    days_ago: 4,
  },
  {
    title: 'Log4Shell 漏洞的根源是什么？',
    by: 'teacher_demo',
    text: '2.15 在部分配置下仍可触发，见 CVE-2021-45046。',
    days_ago: 3,
  },
]

interface Ground {
  platform: Platform
  now: Date
  keys: FlagKeys
  /** The first is the one whose account can be tried. */
  learners: readonly Sitter[]
  /** Who answers reports and comments. */
  teacher: Sitter
}

const iso = (at: number): string => new Date(at).toISOString()

interface PaidHint {
  user_id: string
  question_id: string
  digest: string
  cost: number
  at: string
}
interface FlagSolve {
  who: string
  one: Question
  points: number
  at: number
}
/** Solves of learners who had none, each challenge's in the order in which they came, and what they are evidence of. */
async function laySolves(q: Queryable, c: Chance, solves: readonly FlagSolve[]): Promise<void> {
  const inOrder = solves.toSorted((a, b) => a.at - b.at)
  const places = new Map<string, number>()
  const rows = inOrder.map(({ who, one, points, at }) => {
    const place = (places.get(one.id) ?? 0) + 1
    places.set(one.id, place)
    return { question_id: one.id, user_id: who, place, points, at: iso(at) }
  })
  await q.query('insert into flag_solve select * from jsonb_populate_recordset(null::flag_solve, $1::jsonb)', [
    JSON.stringify(rows),
  ])
  const newest = new Date(inOrder.at(-1)?.at ?? 0)
  await writeEvidence(
    q,
    { now: () => newest, newId: () => c.id(newest) },
    inOrder.map(({ who, one, at }) => ({ ...solveEvidence(who, one), at: new Date(at) })),
  )
}

export async function layFlagPractice(q: Queryable, c: Chance, ground: Ground): Promise<void> {
  const { platform, now, keys, learners, teacher } = ground
  const all: Question[] = []
  for (const bank of banks) all.push(...(await questionsOf(q, bank)))
  const call = <Body>(who: Sitter, at: Date, params: { id: string }, body: Body) =>
    callAs({ q, c, platform }, who, at, { params, query: undefined, body })
  const openNow = async (who: Sitter, bank: Bank): Promise<Question[]> => {
    const own = all.filter((one) => one.bank === bank)
    const ids = own.map((one) => one.id)
    const open = await openOf({ q, who: callerOf(who), platform: { now: () => now } }, bank, ids)
    return own.filter((one) => open.has(one.id))
  }
  const ago = (days: number) => new Date(now.getTime() - days * day - c.between(0, 10 * 3_600_000))

  // of each kind all are written at once
  const made: NewFlagTry[] = []
  const hints: PaidHint[] = []
  const solves: FlagSolve[] = []
  for (const [n, who] of learners.entries()) {
    for (const one of await openNow(who, 'flag')) {
      const level = one.data.difficulty ?? 'primary'
      // the learner whose account can be tried has something left to solve
      const able = n === 0 ? chances[level] * (level === 'primary' ? 1 : 0.4) : chances[level]
      if (n > 0 && c.hit(0.25)) continue
      let at = ago(c.between(1, 24)).getTime()
      const right = n === 0 && one.data.title === 'Warm-up: a letter in another coat' ? true : c.hit(able)
      /** @returns whether that was before now */
      const give = (solved: boolean): boolean => {
        at += c.between(40, 900) * 1000
        if (at >= now.getTime()) return false
        const question = { ...one, keeps: false }
        made.push(flagTry(call(who, new Date(at), { id: one.id }, {}), { question, right: solved, keys }, c.one(wrong)))
        return true
      }
      for (let tries = c.between(0, right ? 2 : 3); tries > 0; tries--) give(false)
      let spent = 0
      const [hint] = one.data.hints ?? []
      if (hint && c.hit(0.35) && at + 60_000 < now.getTime()) {
        at += 60_000
        spent = hint.cost
        if (spent > 0)
          hints.push({ user_id: who.id, question_id: one.id, digest: digestOf(hint.text), cost: spent, at: iso(at) })
      }
      if (right && give(true)) solves.push({ who: who.id, one, points: worthAfter(one.data.score ?? 0, spent), at })
    }
  }
  await keepTries(q, made)
  await judgedAnswers(
    q,
    made.map((t) => ({
      question: t.question_id,
      version: t.question_version,
      share: t.right ? 1 : 0,
      at: new Date(t.at),
    })),
  )
  await q.query('insert into question_hint select * from jsonb_populate_recordset(null::question_hint, $1::jsonb)', [
    JSON.stringify(hints),
  ])
  await laySolves(q, c, solves)

  const [learner] = learners
  if (!learner) return
  const known = new Map<string, Question>()
  for (const bank of banks) for (const one of await openNow(learner, bank)) known.set(one.data.title ?? '', one)
  for (const [n, { title, folder = '', note }] of kept.entries()) {
    const one = known.get(title)
    if (!one) continue
    const at = ago(n + 1)
    const collect = keepHandlers['PUT /question-tools/:id/collected']
    await collect(call(learner, at, { id: one.id }, { collected: true, folder }))
    const write = keepHandlers['PUT /question-tools/:id/note']
    if (note) await write(call(learner, at, { id: one.id }, { text: note, version: 0 }))
  }
  const people = new Map([...learners, teacher].map((p) => [p.username, p]))
  for (const { by, title, kind, text, days_ago, answer } of reports) {
    const [who, one] = [people.get(by), known.get(title)]
    if (!who || !one) continue
    const made = await reportHandlers['POST /question-tools/:id/reports'](
      call(who, ago(days_ago), { id: one.id }, { kind, text }),
    )
    if (!answer) continue
    const ctx = call(teacher, ago(days_ago - 1), { id: made.id }, answer)
    const screens = new Set<ScreenName>(['flags-solve-edit', 'theory-edit', 'exercise-edit'])
    const keeper = { ...ctx.who, granted: screens, writable: screens }
    await reportHandlers['POST /question-reports/:id/answer']({ ...ctx, who: keeper })
  }
  for (const { title, by, text, days_ago } of talk) {
    const [who, one] = [people.get(by), known.get(title)]
    if (!who || !one) continue
    const ctx = call(who, ago(days_ago), { id: one.id }, {})
    // whoever teaches reads along in what he keeps
    const changes = new Set([
      ...ctx.who.changes,
      ...(who === teacher ? (['flags-solve-edit', 'theory-edit'] as const) : []),
    ])
    const words = {
      entity: resourceOf[one.bank],
      entity_id: one.id,
      text,
      parent_id: null,
    }
    await say({ ...ctx, who: { ...ctx.who, changes } }, words)
  }
}
