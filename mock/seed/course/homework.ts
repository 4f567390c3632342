/** Learners of the demonstration's course: who joined it, what they handed in as homework, what is marked and what waits. By the server's own handlers. */
import { sectionsOf } from '#src/contract/course/outline.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { versionsOf } from '../../areas/bank/paper/items.ts'
import { handInHomework } from '../../areas/course/homework/write.ts'
import { giveMark, returnHandIn } from '../../areas/course/homework/mark.ts'
import { join } from '../../areas/course/learn/course.ts'
import { storedContents, storedOutline } from '../../areas/course/store.ts'
import { callAs, type Sitter } from '../exam/sitting.ts'
import type { Chance } from '../random.ts'

/** What somebody writes to the questions that a person judges, with what it is worth and what the teacher says. */
const inOwnWords: Readonly<Record<string, readonly { text: string; share: number; says: string }[]>> = {
  'Why does a SYN cookie help against a SYN flood?': [
    {
      text: 'The server keeps nothing for a half-open connection. What it needs to know is in the sequence number and comes back with the last ACK.',
      share: 1,
      says: 'Complete.',
    },
    {
      text: 'Because the queue of half-open connections cannot fill up.',
      share: 0.6,
      says: 'True; where is the state kept instead?',
    },
    { text: '它能过滤掉攻击者的数据包。', share: 0, says: '并不过滤数据包，请再看“三次握手”一节。' },
  ],
  '某 Java 站点使用 Struts 2，上传接口报错页回显了 Content-Type 的内容。说明风险并给出处置步骤。': [
    {
      text: 'Content-Type 里的 OGNL 表达式会被执行，攻击者可以远程执行命令。先在网关拦截含 %{ 的 Content-Type，再升级 Struts，最后检查进程、计划任务和 Web 目录里有没有后门。',
      share: 1,
      says: '风险与步骤都完整。',
    },
    { text: '这是 Struts 2 的远程代码执行漏洞，要尽快升级。', share: 0.6, says: '还应排查已经发生的入侵。' },
    { text: '关闭报错页面。', share: 0.1, says: '只遮住了现象，表达式仍会执行。' },
  ],
}

interface Ground {
  platform: Platform
  now: Date
  course: string
  teacher: Sitter
  learners: readonly Sitter[]
}
const day = 86_400_000

export async function layHomework(
  q: Queryable,
  c: Chance,
  { platform, now, course, teacher, learners }: Ground,
): Promise<void> {
  const g = { q, c, platform }
  const { published } = await storedOutline(q, course)
  const contents = await storedContents(q, course)
  const before = (days: number) => new Date(now.getTime() - days * day)
  for (const [n, who] of learners.entries())
    await join(callAs(g, who, before(16 - n), { params: { id: course }, query: undefined, body: {} }))
  // the sets that most of its questions are of are offered beside it
  await q.query(
    `insert into course_practice_set (course_id, bank, set_id, place)
     select $1, 'theory', t.k_set_id, row_number() over (order by count(*) desc, t.k_set_id) - 1
     from course_question c join r_theory_question t on t.id = c.question_id where c.course_id = $1 group by t.k_set_id
     order by count(*) desc, t.k_set_id limit 2`,
    [course],
  )
  for (const section of published ? sectionsOf(published) : []) {
    const content = contents.get(section.id)?.content
    if (content?.kind !== 'homework' || content.due_at === null) continue
    const late = Date.parse(content.due_at) < now.getTime()
    const version = await versionsOf(q, content.items)
    // one of them begins late, the last hands in nothing
    for (const [n, who] of learners.slice(0, -1).entries()) {
      // what is open is still before the first of them
      if (!late && n === 0) continue
      const at = late && n === 2 ? before(1) : before(6 - n * 0.7)
      const own = new Map<string, { share: number; says: string }>()
      const answers = content.items.map((item) => {
        const data = version(item)
        const words = inOwnWords[data?.title ?? '']
        const said = words?.[n % words.length]
        if (said) own.set(item.id, said)
        return {
          item: item.id,
          marked: false,
          answer: said ? { type: 'short' as const, text: said.text } : chosen(data, c),
        }
      })
      const writer = `seed-writer-${n}`
      const { hand_in } = await handInHomework(
        callAs(g, who, at, {
          params: { id: course, section: section.id },
          query: {},
          body: { writer, epoch: 1, revision: section.revision, n: 1, answers },
        }),
      )
      // what was due is marked but for one; of what is open one came back
      const wait = late ? n === learners.length - 2 : n > 1
      if (!late && n === 1)
        await returnHandIn(
          callAs(g, teacher, before(1), {
            params: { id: course, hand_in: hand_in.id },
            query: undefined,
            body: { comment: '请补充：如何确认是否已经被入侵？', until: null, version: 1 },
          }),
        )
      else if (!wait)
        for (const [item, { share, says }] of own) {
          // what an exam asks just now is left out of a homework
          if (!hand_in.answers.some((a) => a.item === item)) continue
          const score = content.items.find((i) => i.id === item)?.score ?? 0
          await giveMark(
            callAs(g, teacher, before(0.5), {
              params: { id: course, hand_in: hand_in.id },
              query: undefined,
              body: { item, points: Math.round(score * share * 2) / 2, comment: says, lines: [], version: 1 },
            }),
          )
        }
    }
  }
}

/** A choice as somebody makes it: right three times in four. */
function chosen(
  data:
    | { type?: string | undefined; truth?: boolean; options?: readonly { id: string; correct?: boolean }[] }
    | undefined,
  c: Chance,
): Answer | null {
  const right = c.hit(0.75)
  if (data?.type === 'true-false') return { type: 'true-false', truth: right === (data.truth ?? true) }
  const fitting = (data?.options ?? []).filter((o) => (o.correct ?? false) === right).map((o) => o.id)
  if (!fitting.length) return null
  return data?.type === 'multiple'
    ? { type: 'multiple', chosen: fitting }
    : { type: 'single', chosen: fitting.slice(0, 1) }
}
