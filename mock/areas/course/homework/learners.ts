/** Who has handed in a homework, who has not, and how each stands. */
import type { HomeworkLearner } from '#src/contract/course/homework.schema.ts'
import { homeworkPhase } from '#src/contract/course/homework.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { csv } from '#mock/crud/csv.ts'
import { types } from '#mock/crud/export.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { markedHomework, type MarkedHomework } from './keeper.ts'
import { handInsAt, isCounting } from './mark.ts'

interface Row extends Omit<HomeworkLearner, 'classes' | 'name' | 'username' | 'org_name' | 'missing' | 'at'> {
  name: string | null
  username: string | null
  org_name: string | null
  at: string | null
}
/** Once nothing is taken any more whoever handed in nothing is missing; what was given back and not done again is, too. */
const isOver = ({ content }: MarkedHomework, now: Date): boolean => homeworkPhase(content, now) === 'over'

const state = `coalesce(n.state, case when d.answers is null or d.answers = '{}' then 'none' else 'draft' end)`
const missing = `coalesce(n.state = 'returned', true)`

/**
 * Learners of a course with their newest hand-in `n`, the one that counts `k`, and what they write `d`. In a class of the caller's: its members, but
 * those who handed in before they came to it.
 */
function source({ course, section, content }: MarkedHomework, add: Add, inClass: string | undefined): string {
  const s = add(section.id)
  const own = `x.course_id = m.course_id and x.user_id = m.user_id and x.section_id = ${s}`
  const of = `${own} and ${course.theirs(add, { user: 'x.user_id', at: 'x.at' })}`
  return `course_member m join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id
    left join course_homework d on d.course_id = m.course_id and d.user_id = m.user_id and d.section_id = ${s}
      and ${course.theirs(add, { user: 'd.user_id', at: 'd.updated_at' })}
    left join lateral (select * from course_hand_in x where ${of} order by x.n desc limit 1) n on true
    left join lateral (select * from course_hand_in x where ${of} and x.state <> 'returned'
      order by ${content.counts === 'best' ? 'x.points desc, ' : ''}x.n desc limit 1) k on true
    where (m.state <> 'withdrawn' or n.id is not null) and ${course.theirs(add, { user: 'm.user_id' })}
      and ${course.inClass(add, 'm.user_id', inClass)}${course.all ? '' : ` and (n.id is not null or not exists (select 1 from course_hand_in x where ${own}))`}`
}
const select = `m.course_id, m.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username, o.name as org_name, ${state} as state,
  coalesce(k.id, n.id) as hand_in, coalesce(n.n, 0) as hand_ins, n.at, coalesce(n.late_days, 0) as late_days,
  coalesce(n.open, 0) as open, case when k.state = 'marked' then k.points end as points, coalesce(k.score, 0) as score, ${missing} as owes`

const columns =
  't.user_id, t.name, t.username, t.org_name, t.state, t.hand_in, t.hand_ins, t.at, t.late_days, t.open, t.points, t.score, t.owes'

const shown = (
  late: boolean,
  classes: (user: string) => HomeworkLearner['classes'],
  { name, username, org_name, at, owes, ...r }: Row & { owes: boolean },
): HomeworkLearner => ({
  ...r,
  classes: classes(r.user_id),
  name: name ?? '',
  username: username ?? '',
  org_name: org_name ?? '',
  at: at === null ? null : new Date(at).toISOString(),
  missing: late && owes,
})

async function waiting(q: Queryable, { course, section, content }: MarkedHomework): Promise<number> {
  const w = handInsAt(course, section.id)
  w.and(`h.state = 'submitted' and h.open > 0 and ${isCounting(content.counts === 'best')}`)
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from course_hand_in h ${w.text()}`,
    w.params,
  )
  return rows[0]?.n ?? 0
}

export const homeworkLearners: Handler<'GET /courses/:id/homework/:section/learners'> = async (c) => {
  const { q, params, query, platform, who } = c
  const homework = await markedHomework(c, params.id, params.section)
  const late = isOver(homework, platform.now())
  const w = where()
  const from = `(select ${select} from ${source(homework, w.add, query.class_id)}) t`
  w.and(`t.course_id = ${w.add(homework.course.id)}`)
  if (query.q?.trim()) {
    const like = w.add(containingIn(query.q))
    w.and(`(lower(t.name) like ${like} or lower(t.username) like ${like})`)
  }
  if (query.state) {
    const states = w.add(query.state)
    w.and(`(t.state = any(${states}::text[])${late && query.state.includes('missing') ? ' or t.owes' : ''})`)
  }
  const { rows, ...rest } = await paged<Row & { owes: boolean }>(q, {
    select: columns,
    from,
    w,
    order: 't.name, t.user_id',
    query,
    owner: who.id,
  })
  const classes = await homework.course.classesOf(rows.map((r) => r.user_id))
  return { items: rows.map((r) => shown(late, classes, r)), waiting: await waiting(q, homework), ...rest }
}

const words = {
  'en-US': {
    header: [
      'Name',
      'Account',
      'Organization',
      'Class',
      'State',
      'Hand-ins',
      'Handed in',
      'Days late',
      'Points',
      'Of',
      'Answers to mark',
    ],
    missing: 'Missing',
    state: {
      none: 'Not begun',
      draft: 'Being written',
      submitted: 'Handed in',
      returned: 'Returned',
      marked: 'Marked',
    },
  },
  'zh-CN': {
    header: ['姓名', '账号', '组织', '班级', '状态', '提交次数', '提交时间', '迟交天数', '得分', '满分', '待评答案'],
    missing: '缺交',
    state: { none: '未开始', draft: '编写中', submitted: '已提交', returned: '已退回', marked: '已评阅' },
  },
} as const

export const homeworkLearnersFile: Handler<'GET /courses/:id/homework/:section/learners/file'> = async (c) => {
  const { q, params, query, platform } = c
  const homework = await markedHomework(c, params.id, params.section)
  const late = isOver(homework, platform.now())
  const w = where()
  const { rows } = await q.query<Row & { owes: boolean }>(
    `select ${columns} from (select ${select} from ${source(homework, w.add, query.class_id)}) t
     where t.course_id = ${w.add(homework.course.id)} order by t.name, t.user_id`,
    w.params,
  )
  const say = words[query.language]
  const classes = await homework.course.classesOf(rows.map((r) => r.user_id))
  const lines = rows.map((row): ReportCell[] => {
    const r = shown(late, classes, row)
    return [
      r.name,
      r.username,
      r.org_name,
      r.classes.map((k) => k.name).join(', '),
      r.missing ? say.missing : say.state[r.state],
      r.hand_ins,
      r.at === null ? null : new Date(r.at),
      r.late_days,
      r.points,
      r.hand_ins > 0 ? r.score : null,
      r.open,
    ]
  })
  c.audit({ entity: 'course', id: homework.course.id, details: { rows: lines.length, format: 'csv' } })
  async function* once() {
    yield lines
  }
  return { name: `${fileNameOf(homework.section.title)}.csv`, type: types.csv, body: csv(say.header, once()) }
}
