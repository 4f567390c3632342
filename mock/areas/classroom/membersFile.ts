/** Members of a class as a table, and how each attended. */
import { type AttendanceState, attendanceStates } from '#src/contract/classroom/hour.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { limits } from '#src/contract/limits.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types } from '#mock/crud/export.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { classFor } from './class.ts'
import { attendanceByMember } from './keep.ts'

type Language = 'en-US' | 'zh-CN'
const headings: Record<Language, readonly string[]> = {
  'en-US': ['Name', 'Username', 'Organization', 'In the class since (UTC)'],
  'zh-CN': ['姓名', '用户名', '组织', '加入班级时间（UTC）'],
}
const states: Record<Language, Record<AttendanceState, string>> = {
  'en-US': { present: 'Present', late: 'Late', absent: 'Absent', excused: 'Excused' },
  'zh-CN': { present: '出勤', late: '迟到', absent: '缺勤', excused: '请假' },
}

interface Row {
  user_id: string
  name: string
  username: string
  org_name: string | null
  since: string
}
export const membersFile: Handler<'GET /classes/:id/members/file'> = async (c) => {
  const { q, platform, params, query } = c
  const doc = await classFor(c, params.id, 'look')
  const { rows } = await q.query<Row>(
    `select m.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username,
       o.name as org_name, m.since
     from class_member m join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id
     where m.class_id = $1 and m.left_at is null order by u.k_name, m.user_id limit $2`,
    [doc.id, limits.exportRows + 1],
  )
  if (rows.length > limits.exportRows) throw new Fail('too_large', { max: limits.exportRows, count: rows.length })
  const ids = rows.map((r) => r.user_id)
  const by = await attendanceByMember(q, doc.id, ids, platform.now())
  async function* cells(): AsyncGenerator<ReportCell[][]> {
    yield rows.map((r) => [
      r.name,
      r.username,
      r.org_name ?? '',
      new Date(r.since),
      ...attendanceStates.map((s) => by.get(r.user_id)?.[s] ?? 0),
    ])
  }
  const { format, language } = query
  const header = [...headings[language], ...attendanceStates.map((s) => states[language][s])]
  c.audit({ entity: 'class', id: doc.id, details: { format, count: rows.length } })
  return {
    name: `${fileNameOf(`${doc.data.name ?? 'class'} ${platform.now().toISOString().slice(0, 10)}`)}.${format}`,
    type: types[format],
    body: format === 'csv' ? csv(header, cells()) : xlsx(header, cells()),
  }
}
