/** Somebody's own learning record: by time, summed up, and as a file. */
import type { Evidence } from '#src/contract/record/record.routes.ts'
import type { EvidenceKind } from '#src/contract/record/evidence.ts'
import { recordLink } from '#src/contract/record/recordLink.ts'
import { sectionKinds, type SectionKind } from '#src/contract/course/outline.ts'
import { limits } from '#src/contract/limits.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { datesFrom, dayBefore, dayColumn, localDay, type DaysAsked, inDays } from '#mock/crud/days.ts'
import { types } from '#mock/crud/export.ts'
import { paged } from '#mock/crud/paged.ts'
import { type Where, where } from '#mock/crud/where.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, type Caller, Fail } from '#mock/http/request/handler.ts'
import { closedNow, closedTo } from '../bank/keyAccess.ts'
import { releasedExams } from '../exam/mine.ts'
import { statementOf } from './xapi.ts'

interface Row extends Omit<Evidence, 'part_kind' | 'lesson' | 'at' | 'result'> {
  at: string | Date
  part_kind: string | null
  result: number
  asked: string[]
}
const columns =
  'e.id, e.at, e.kind, e.subject, e.part, e.part_kind, e.title, e.part_title, e.version, e.result, e.points, e.asked, e.rule'
const order = 'e.at desc, e.id desc'

function ownEvidence(
  who: Pick<Caller, 'id'>,
  { kind, ...days }: DaysAsked & { kind?: EvidenceKind[] | undefined },
): Where {
  const w = where()
  w.and(`e.user_id = ${w.add(who.id)}`)
  if (kind) w.and(`e.kind = any(${w.add(kind)}::text[])`)
  inDays(w, 'e.at', days)
  return w
}
const isSectionKind = (kind: string | null): kind is SectionKind => sectionKinds.some((k) => k === kind)

/** Lessons that sections of courses are in now, by course and section. */
async function lessonsOfParts(q: Queryable, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const parts = rows.filter((r) => r.part !== null)
  if (!parts.length) return new Map()
  const { rows: found } = await q.query<{ course: string; section: string; lesson: string }>(
    `select o.course_id as course, s.v->>'id' as section, l.v->>'id' as lesson from course_outline o
       cross join lateral jsonb_array_elements(o.published->'chapters') c(v)
       cross join lateral jsonb_array_elements(c.v->'lessons') l(v)
       cross join lateral jsonb_array_elements(l.v->'sections') s(v)
     where o.course_id = any($1::text[]) and s.v->>'id' = any($2::text[])`,
    [[...new Set(parts.map((r) => r.subject))], [...new Set(parts.map((r) => r.part))]],
  )
  return new Map(found.map((f) => [`${f.course} ${f.section}`, f.lesson]))
}

/** What may be told now: of an exam whose results are out, and of questions that no exam and no homework of theirs asks; homework tells its own. */
async function toldRows(q: Queryable, who: Caller, rows: readonly Row[], now: Date): Promise<Evidence[]> {
  const [exams, { questions }, out, lessons] = await Promise.all([
    closedNow(q, now),
    closedTo(q, who, now),
    releasedExams(
      q,
      who,
      rows.flatMap((r) => (r.kind === 'exam' ? r.subject : [])),
      now,
    ),
    lessonsOfParts(q, rows),
  ])
  const isClosed = ({ asked, part_kind }: Row) =>
    asked.some((id) => (part_kind === 'homework' ? exams.questions : questions).has(id))
  return rows.map(({ asked, at, part_kind, result, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    part_kind: isSectionKind(part_kind) ? part_kind : null,
    lesson: lessons.get(`${row.subject} ${row.part}`) ?? null,
    result:
      isClosed({ ...row, asked, at, part_kind, result }) || (row.kind === 'exam' && !out.has(row.subject))
        ? null
        : result,
  }))
}

type Language = 'en-US' | 'zh-CN'
const list = (text: string): readonly string[] => text.split('|')
const headings: Record<Language, readonly string[]> = {
  'en-US': list('Time (UTC)|What|Title|Section|Version|Result %|Skill points|Rule|Link'),
  'zh-CN': list('时间（UTC）|类型|名称|小节|版本|得分率 %|技能点|规则|链接'),
}
const kindWords: Record<Language, Record<EvidenceKind, string>> = {
  'en-US': { section: 'Section done', course: 'Course completed', exam: 'Exam', flag: 'Challenge solved' },
  'zh-CN': { section: '完成小节', course: '完成课程', exam: '考试', flag: '解出挑战' },
}
/** @param root of the app, without a slash at its end */
const cellsOf = (line: Evidence, language: Language, root: string): ReportCell[] => [
  new Date(line.at),
  kindWords[language][line.kind],
  line.title,
  line.part_title,
  line.version,
  line.result === null ? null : Math.round(line.result * 1e4) / 100,
  line.points.join('; '),
  line.rule,
  root + recordLink(line),
]

export const recordHandlers = area({
  'GET /learning/record': async ({ q, who, platform, query }) => {
    const w = ownEvidence(who, query)
    const wanted = query.q?.trim()
    if (wanted) w.and(`e.title || ' ' || e.part_title ilike ${w.add(`%${wanted.replace(/[\\%_]/g, '\\$&')}%`)}`)
    const { rows, ...found } = await paged<Row>(q, { select: columns, from: 'evidence e', w, order, query })
    return { ...found, items: await toldRows(q, who, rows, platform.now()) }
  },

  'GET /learning/record/summary': async ({ q, who, platform, query: { offset } }) => {
    const to = localDay(platform.now(), offset)
    const from = dayBefore(to, 29)
    const w = ownEvidence(who, { from, to, offset })
    const [{ rows: sums }, { rows: days }] = await Promise.all([
      q.query<{ kind: EvidenceKind; n: number }>(
        `select kind, count(distinct (subject, part))::integer as n from evidence where user_id = $1 group by kind`,
        [who.id],
      ),
      q.query<{ day: string; kind: EvidenceKind; n: number }>(
        `select ${dayColumn('e.at', w.add(offset))} as day, e.kind, count(*)::integer as n from evidence e ${w.text()} group by 1, 2`,
        w.params,
      ),
    ])
    const none = { section: 0, course: 0, exam: 0, flag: 0 }
    const by = new Map(datesFrom(from, to).map((day) => [day, { day, ...none }]))
    for (const { day, kind, n } of days) Object.assign(by.get(day) ?? {}, { [kind]: n })
    return { done: { ...none, ...Object.fromEntries(sums.map((s) => [s.kind, s.n])) }, days: [...by.values()] }
  },

  'GET /learning/record/file': async ({ q, who, platform, query, audit }) => {
    const { format, language } = query
    const w = ownEvidence(who, query)
    const { rows } = await q.query<Row>(
      `select ${columns} from evidence e ${w.text()} order by ${order} limit ${w.add(limits.exportRows + 1)}`,
      w.params,
    )
    if (rows.length > limits.exportRows) throw new Fail('too_large', { max: limits.exportRows, count: rows.length })
    const lines = await toldRows(q, who, rows, platform.now())
    audit({ entity: 'user', id: who.id, details: { rows: lines.length, format } })
    const name = `learning-record-${platform.now().toISOString().slice(0, 10)}`
    if (format === 'xapi') {
      const actor = { name: who.name, username: who.username, home: query.home.replace(/\/+$/, ''), language }
      const body = [
        Buffer.from(
          JSON.stringify(
            lines.map((line) => statementOf(line, actor)),
            null,
            2,
          ),
        ),
      ]
      return { name: `${name}.json`, type: 'application/json; charset=utf-8', body }
    }
    const root = [query.home, query.base].map((of) => of.replace(/\/+$/, '')).join('')
    async function* cells() {
      yield lines.map((line) => cellsOf(line, language, root))
    }
    const header = headings[language]
    return {
      name: `${name}.${format}`,
      type: types[format],
      body: format === 'csv' ? csv(header, cells()) : xlsx(header, cells()),
    }
  },
})
