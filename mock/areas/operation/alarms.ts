/** Alarms: their list is a resource that nobody writes; acknowledging one says who looks after it, and why. */
import { signed } from '#src/contract/notice/byline.ts'
import { alarmMachine, type AlarmRule, alarmRules, ruleUnits } from '#src/contract/operation/alarm.ts'
import type { AlarmOverview } from '#src/contract/operation/alarm.schema.ts'
import { clearsBelow } from '#mock/alarm/rule.ts'
import { crud } from '#mock/crud/crud.ts'
import { area } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { publish } from '#mock/live/publish.ts'
import type { Looking } from '#mock/alarm/start.ts'

const plain = crud('alarm', {
  moves: { field: 'status', table: alarmMachine },
  acts: (_action, reason, _before, { who, now }) => ({
    acknowledged_at: now.toISOString(),
    acknowledged_by: signed(who),
    note: reason,
  }),
  wrote: (_after, _before, { q }) => publish(q, 'alarms', 'all'),
})

const day = 86_400_000

/** The worst of each of the last 24 hours, for every rule. */
async function trends(q: Queryable, now: Date): Promise<Map<string, { at: string; value: number }[]>> {
  const { rows } = await q.query<{ name: string; subject: string; at: string; value: number }>(
    `select name, subject, date_trunc('hour', at) as at, max(value) as value from measure
     where at > $1 and name = any($2::text[]) group by 1, 2, 3 order by 3`,
    [new Date(now.getTime() - day).toISOString(), [...alarmRules]],
  )
  const out = new Map<string, { at: string; value: number }[]>()
  for (const { name, subject, at, value } of rows) {
    const key = `${name} ${subject}`
    out.set(key, [...(out.get(key) ?? []), { at, value }])
  }
  return out
}

/** Alarms that opened on each of thirty days; a day without one is a day too. */
async function daysOf(q: Queryable, now: Date): Promise<AlarmOverview['days']> {
  const first = new Date(Math.floor(now.getTime() / day) * day - 29 * day)
  const { rows } = await q.query<{ day: string; level: 'warning' | 'critical'; n: number }>(
    `select substr(data->>'opened_at', 1, 10) as day, data->>'level' as level, count(*) as n from r_alarm
     where data->>'opened_at' >= $1 group by 1, 2`,
    [first.toISOString()],
  )
  const count = new Map(rows.map((r) => [`${r.day} ${r.level}`, r.n]))
  return Array.from({ length: 30 }, (_, n) => {
    const at = new Date(first.getTime() + n * day).toISOString().slice(0, 10)
    return { day: at, warning: count.get(`${at} warning`) ?? 0, critical: count.get(`${at} critical`) ?? 0 }
  })
}

interface StateRow {
  rule: AlarmRule
  subject: string
  status: 'normal' | 'abnormal'
  value: number
  threshold: number
  since: string
  measured_at: string
  raised_by: number | null
}

export const alarmHandlers = ({ look }: Looking) => ({
  ...plain,
  ...area({
    'GET /alarms': (ctx) => {
      void look()
      return plain['GET /alarms'](ctx)
    },
    'GET /alarms/overview': async ({ q, platform }) => {
      const looked = look()
      const now = platform.now()
      const states = async () =>
        (
          await q.query<StateRow>(
            `select s.rule, s.subject, s.status, s.value, s.threshold, s.since, s.measured_at, (a.data->>'value')::double precision as raised_by
             from alarm_state s left join r_alarm a on a.id = s.alarm_id where s.measured_at > $1`,
            [new Date(now.getTime() - day).toISOString()],
          )
        ).rows
      // the first look of a new platform is waited for
      let rows = await states()
      if (alarmRules.some((rule) => rule !== 'nodes' && !rows.some((r) => r.rule === rule))) {
        await looked
        rows = await states()
      }
      const trend = await trends(q, now)
      const { rows: open } = await q.query<{ warning: number; critical: number; unacknowledged: number }>(
        `select count(*) filter (where data->>'level' = 'warning') as warning, count(*) filter (where data->>'level' = 'critical') as critical,
           count(*) filter (where data->>'status' = 'open') as unacknowledged
         from r_alarm where data->>'status' <> 'cleared'`,
      )
      const place = (rule: AlarmRule) => alarmRules.indexOf(rule)
      return {
        rules: rows
          .sort((a, b) => place(a.rule) - place(b.rule) || (a.subject < b.subject ? -1 : 1))
          .map((r) => ({
            ...r,
            clears_below: clearsBelow(r.threshold, ruleUnits[r.rule]),
            trend: trend.get(`${r.rule} ${r.subject}`) ?? [],
          })),
        open: open[0] ?? { warning: 0, critical: 0, unacknowledged: 0 },
        days: await daysOf(q, now),
        server_time: now.toISOString(),
      }
    },
  }),
})
