/** The system log as a log: its rows say themselves what they are. */
import type { SystemLogLine } from '#src/contract/system/systemLog.schema.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { logHandlers } from '#mock/log/handlers.ts'
import type { LogTable } from '#mock/log/table.ts'
import { saidSql } from '#mock/log/words.ts'
import { containingIn } from '#mock/crud/fold.ts'

type Raw = Omit<SystemLogLine, 'id'> & { id: number }
const columns = 't.id, t.at, t.level, t.source, t.code, t.params, t.request_id, t.host, t.pid'
const header = ['id', 'at', 'level', 'source', 'code', 'params', 'request_id', 'host', 'pid'] as const

const lineOf = (r: Raw): SystemLogLine => ({
  id: String(r.id),
  at: r.at,
  level: r.level,
  source: r.source,
  code: r.code,
  params: r.params,
  request_id: r.request_id,
  host: r.host,
  pid: r.pid,
})

const table: LogTable<Raw, SystemLogLine> = {
  name: 'log',
  table: 'system_log',
  id: 'id',
  columns,
  equal: ['level', 'source', 'code', 'request_id'],
  begins: ['host'],
  // some hundred thousand rows at most, and what is typed is mostly new
  async text(_q, w, typed, language) {
    w.and(`lower(concat_ws(chr(31), ${saidSql(language)}, t.code, t.params::text)) like ${w.add(containingIn(typed))}`)
    return undefined
  },
  show: async (_q, rows) => rows.map(lineOf),
  header,
  cells: (row) => header.map((name) => (name === 'params' ? JSON.stringify(row.params) : row[name])),
}

const log = logHandlers(table)

export const systemLogHandlers = area({
  'GET /system-log': log.list,
  'GET /system-log/news': log.news,
  'GET /system-log/export': log.export,
  'GET /system-log/:id': async ({ q, params }) => {
    const { rows } = /^\d{1,15}$/.test(params.id)
      ? await q.query<Raw>(`select ${columns} from system_log t where t.id = $1`, [params.id])
      : { rows: [] }
    if (!rows[0]) throw new Fail('not_found')
    return lineOf(rows[0])
  },
})
