/** Exams of the demonstration: one under way, one for practice, some to come, some that are over and marked as far as they are. */
import { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import type { Chance } from './random.ts'

const minute = 60_000
interface Planned {
  /** What those who sit it know it by. */
  key?: 'running' | 'course' | 'quiz' | 'response'
  name: string
  paper: string
  /** Minutes from now. */
  from: number
  to: number
  more?: object
  /** Of the teacher who may be tried: somebody to watch, to mark and to read the results of. */
  taught?: true
}
const planned: readonly Planned[] = [
  {
    key: 'running',
    taught: true,
    name: '网络安全基础 · 期末考试',
    paper: '网络安全基础 · 期末试卷',
    from: -30,
    to: 24 * 60,
    more: {
      duration: 90,
      late: 23 * 60,
      early: 10,
      review_depth: 'answers',
      notice:
        '请**独立完成**，考试期间不要离开页面。\n\n- 单选与判断交卷后自动判分\n- 简答题由老师阅卷，成绩公布后可回顾答卷',
    },
  },
  {
    name: 'Placement test for the blue team',
    paper: 'Placement test, blue team',
    from: -3 * 24 * 60,
    to: 30 * 24 * 60,
    more: {
      kind: 'practice',
      duration: 45,
      attempts: 3,
      review_depth: 'keys',
      notice:
        'A look at where you stand. You have three attempts; the best one counts. Right answers show once you hand in; those of questions that another exam still asks follow when it is over.',
    },
  },
  {
    name: '网络攻防入门 · 第二次测验',
    paper: '网络安全基础 · 期末试卷',
    from: 3 * 24 * 60,
    to: 3 * 24 * 60 + 120,
    more: { duration: 60, start_mode: 'go', notice: '由监考老师统一宣布开考。' },
  },
  {
    key: 'course',
    taught: true,
    name: 'Web 安全与应急响应 · 结业考试',
    paper: 'Web 安全与应急响应 · 结业试卷',
    from: -9 * 24 * 60,
    to: -9 * 24 * 60 + 100,
    more: {
      duration: 75,
      late: 15,
      review_depth: 'keys',
      notice: '短训班结业考试，闭卷。成绩公布后一周内可以对主观题提出异议。',
    },
  },
  {
    key: 'quiz',
    taught: true,
    name: '网络攻防入门 · 第一次测验',
    paper: '网络攻防入门 · 随堂测验',
    from: -4 * 24 * 60,
    to: -4 * 24 * 60 + 45,
    more: { duration: 30, review_depth: 'answers', notice: '三套试卷随机发放，分值相同。' },
  },
  {
    key: 'response',
    name: 'Web security and response, second sitting',
    paper: 'Web 安全与应急响应 · 结业试卷',
    from: -2 * 24 * 60,
    to: -2 * 24 * 60 + 90,
    more: {
      duration: 60,
      anonymous: true,
      double: true,
      threshold: 0.2,
      notice: 'Two markers judge every answer in words; a third settles where they differ by more than a fifth.',
    },
  },
  {
    name: '靶场实操 · 上机练习',
    paper: '靶场实操 · Hands-on in the range',
    from: -2 * 24 * 60,
    to: 20 * 24 * 60,
    more: {
      kind: 'practice',
      duration: 90,
      attempts: 10,
      focus: false,
      review_depth: 'answers',
      notice: '前两题带有场景：在答题卡上启动，完成后填写 Flag 或提交文件。场景在交卷后自动结束。',
    },
  },
  {
    name: '新生摸底考试',
    paper: 'Placement test, blue team',
    from: -40 * 24 * 60,
    to: -40 * 24 * 60 + 90,
    more: { duration: 60, notice: '' },
  },
]

export async function layExams(
  q: Queryable,
  c: Chance,
  {
    now,
    authors,
    teacher,
    markers,
  }: { now: Date; authors: readonly string[]; teacher: string | undefined; markers: readonly string[] },
): Promise<Readonly<Record<string, { id: string; starts_at: Date }>>> {
  const { rows: papers } = await q.query<{ id: string; name: string }>(`select id, data->>'name' as name from r_paper`)
  const ids = new Map(papers.map((p) => [p.name, p.id]))
  const at = (minutes: number) => new Date(now.getTime() + minutes * minute)
  const rows = planned.map((e) => {
    const data = ExamBody.parse({
      name: e.name,
      paper_id: ids.get(e.paper) ?? '',
      starts_at: at(e.from).toISOString(),
      ends_at: at(e.to).toISOString(),
      ...e.more,
      markers: e.key === 'response' ? markers : [],
    })
    const made = at(Math.min(e.from, 0) - 3 * 24 * 60)
    const id = c.id(made)
    const author = c.one(authors)
    return { id, data, open: true, hand: { at: made, by: (e.taught && teacher) || author } }
  })
  const laid = Object.fromEntries(
    planned.flatMap(({ key, from }, n) => (key ? [[key, { id: rows[n]?.id ?? '', starts_at: at(from) }]] : [])),
  )
  await documents('exam').insertMany(q, rows, { at: now, by: authors[0] ?? '' })
  await q.query('insert into exam_run (exam_id) select unnest($1::text[])', [rows.map((r) => r.id)])
  return laid
}
