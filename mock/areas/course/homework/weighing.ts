/** What other weights make of the scores of a course, before anything is changed; and the scores as a file. */
import { courseScore, partState, scoreKinds } from '#src/contract/course/courseScore.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types } from '#mock/crud/export.ts'
import { where, type Where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { keptCourse, markedCourse } from './keeper.ts'
import { markedParts, nameSql, partsOfMany, weightsOf } from './score.ts'

interface Member {
  user_id: string
  name: string
  username: string
}
async function membersOf(q: Queryable, w: Where): Promise<Member[]> {
  const { rows } = await q.query<Member>(
    `select m.user_id, coalesce(${nameSql}, '') as name, coalesce(u.data->>'username', '') as username
     from course_member m join r_user u on u.id = m.user_id ${w.text()} order by 2, 1`,
    w.params,
  )
  return rows
}
function membersAt(course: string): Where {
  const w = where()
  w.and(`m.course_id = ${w.add(course)} and m.state <> 'withdrawn'`)
  return w
}

/** Shares differ by what somebody sees of them, a hundredth of a per cent; one that is none yet is below all. */
const seen = (share: number | null): number => (share === null ? -1 : Math.round(share * 10_000))
/** Rows that a preview names. */
const mostMoved = 200

export const weightsPreview: Handler<'GET /courses/:id/scores/preview'> = async (c) => {
  const { q, params, query, platform } = c
  const now = platform.now()
  const course = await keptCourse(c, params.id)
  const members = await membersOf(q, membersAt(course.id))
  const users = members.map((m) => m.user_id)
  const [{ weights }, of] = await Promise.all([
    weightsOf(q, course.id),
    partsOfMany(q, course, users, { now, keeper: true }),
  ])
  const moved = members.flatMap((m) => {
    const parts = of(m.user_id)
    const [before, after] = [courseScore(parts, weights, now), courseScore(parts, query, now)]
    const by = seen(after.share) - seen(before.share)
    if (by === 0) return []
    const row = { before: before.share, before_grade: before.grade, after: after.share, after_grade: after.grade }
    return [{ ...m, ...row, by }]
  })
  return {
    learners: members.length,
    higher: moved.filter((m) => m.by > 0).length,
    lower: moved.filter((m) => m.by < 0).length,
    moved: moved
      .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
      .slice(0, mostMoved)
      .map(({ by: _by, ...m }) => m),
  }
}

const words = {
  'en-US': {
    name: 'Name',
    username: 'Account',
    class: 'Class',
    quiz: 'Quiz (%)',
    homework: 'Homework (%)',
    report: 'Report (%)',
    package: 'Package (%)',
    attendance: 'Attendance (%)',
    missing: 'Missing',
    share: 'Score (%)',
    grade: 'Grade',
  },
  'zh-CN': {
    name: '姓名',
    username: '账号',
    class: '班级',
    quiz: '测验（%）',
    homework: '作业（%）',
    report: '实验报告（%）',
    package: '课件包（%）',
    attendance: '出勤（%）',
    missing: '缺交',
    share: '成绩（%）',
    grade: '等级',
  },
} as const

const percent = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(share * 10_000) / 100

export const scoresFile: Handler<'GET /courses/:id/scores/file'> = async (c) => {
  const { q, params, query, platform } = c
  const now = platform.now()
  const course = await markedCourse(c, params.id)
  const w = membersAt(course.id)
  w.and(course.theirs(w.add, { user: 'm.user_id' }))
  w.and(course.inClass(w.add, 'm.user_id', query.class_id))
  const members = await membersOf(q, w)
  const users = members.map((m) => m.user_id)
  const [{ weights }, of, classes] = await Promise.all([
    weightsOf(q, course.id),
    markedParts(q, course, users, now),
    course.classesOf(users),
  ])
  const lines = members.map(({ user_id, name, username }): ReportCell[] => {
    const parts = of(user_id)
    const { share, grade, lines: kinds } = courseScore(parts, weights, now)
    return [
      name,
      username,
      classes(user_id)
        .map((k) => k.name)
        .join(', '),
      ...scoreKinds.map((kind) => percent(kinds.find((k) => k.kind === kind)?.share)),
      parts.filter((p) => partState(p, now) === 'missing').length,
      percent(share),
      grade,
    ]
  })
  const say = words[query.language]
  const header = [
    say.name,
    say.username,
    say.class,
    ...scoreKinds.map((kind) => say[kind]),
    say.missing,
    say.share,
    say.grade,
  ]
  c.audit({ entity: 'course', id: course.id, details: { rows: lines.length, format: 'csv' } })
  async function* once() {
    yield lines
  }
  return { name: `${fileNameOf(course.name)}.csv`, type: types.csv, body: csv(header, once()) }
}
