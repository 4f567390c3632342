/**
 * Looks at everything that is watched, keeps what was measured, opens alarms and clears them. Several servers may look: for one machine and
 * rule a look counts only some seconds after the one before.
 */
import type { IntervalHistogram } from 'node:perf_hooks'
import fs from 'node:fs/promises'
import os from 'node:os'
import { alarm, type AlarmRule, alarmRules, ruleUnits, type ThresholdRule } from '#src/contract/operation/alarm.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { simulatedNodes } from '#mock/world/nodes.ts'
import { thisMachine } from '#mock/world/machine.ts'
import { configured } from '../configured.ts'
import { onlineCount } from '../areas/system/online.ts'
import { alarmLevelOf, nextAlarmState } from './rule.ts'

/** Seconds between two looks that count. */
const apart = 10
const bucket = 600_000
const keptDays = 31
const docs = documents(alarm.name)

interface Watched {
  rule: AlarmRule
  subject: string
  value: number
}
export interface Measuring {
  platform: Platform
  loop: Pick<IntervalHistogram, 'percentile' | 'reset'>
  /** Services that are not running. */
  broken: (q: Queryable) => Promise<number>
}

/** Everything that is watched, measured now. Takes a fifth of a second, so never inside a transaction. */
async function measure({ platform, loop, broken }: Measuring): Promise<Watched[]> {
  const { db, files, now } = platform
  await fs.mkdir(files, { recursive: true })
  const machine = await thisMachine.look(files)
  const since = new Date(now().getTime() - 60_000).toISOString()
  const { rows } = await db.query<{ failed: number; waiting: number }>(
    `select (select count(*) from audit where at > $1 and action = 'session.sign-in' and result = 'refused') as failed,
       (select count(*) from due where at <= $2) + (select count(*) from import_package where state = 'planning') as waiting`,
    [since, now().toISOString()],
  )
  const host = machine.host
  const late = Math.round(loop.percentile(99) / 1e5) / 10
  loop.reset()
  const values: Record<ThresholdRule, [subject: string, value: number]> = {
    cpu: [host, machine.cpu],
    memory: [host, machine.memory],
    disk: [host, machine.disk],
    event_loop: [host, late],
    online: ['', await onlineCount(db, now())],
    failed_sign_ins: ['', rows[0]?.failed ?? 0],
    queue: ['', rows[0]?.waiting ?? 0],
    services: ['', await broken(db)],
  }
  const figures = alarmRules.flatMap((rule) =>
    rule === 'nodes' ? [] : [{ rule, subject: values[rule][0], value: values[rule][1] }],
  )
  return [...figures, ...(await nodesNow(db, now()))]
}

/** Each node that should work, and each that an alarm still speaks of: one when it does not work. */
async function nodesNow(q: Queryable, now: Date): Promise<Watched[]> {
  const { rows } = await q.query<{ id: string; name: string; enabled: boolean }>(
    `select id, data->>'name' as name, k_status = 'enabled' as enabled from r_compute_node`,
  )
  const health = await simulatedNodes.look(q, rows, now)
  const seen = rows.filter((n) => n.enabled)
  const gone = await q.query<{ subject: string }>(
    `select subject from alarm_state where rule = 'nodes' and status = 'abnormal' and not subject = any($1::text[])`,
    [seen.map((n) => n.name)],
  )
  return [
    ...seen.map(({ id, name }) => ({ subject: name, value: health.get(id)?.service === 'normal' ? 0 : 1 })),
    // switched off, renamed or removed: nobody waits for it any more
    ...gone.rows.map(({ subject }) => ({ subject, value: 0 })),
  ].map((w) => ({ rule: 'nodes', ...w }))
}

interface StateRow {
  status: 'normal' | 'abnormal'
  against: number
  alarm_id: string | null
  measured_at: string
}

/** Takes one measured value in: its sample, the rule's state, the alarm it opens or clears. @returns whether an alarm changed */
async function take(q: Queryable, platform: Platform, { rule, subject, value }: Watched): Promise<boolean> {
  const now = platform.now()
  const at = now.toISOString()
  const unit = ruleUnits[rule]
  // a node works or it does not
  const threshold = rule === 'nodes' ? 1 : (await configured(platform.settings, 'alarms'))[rule]
  await q.query(
    `insert into alarm_state (rule, subject, status, value, threshold, since, measured_at) values ($1, $2, 'normal', 0, $3, $4, 'epoch')
     on conflict do nothing`,
    [rule, subject, threshold, at],
  )
  const { rows } = await q.query<StateRow>(
    'select status, against, alarm_id, measured_at from alarm_state where rule = $1 and subject = $2 for update',
    [rule, subject],
  )
  const [had] = rows
  if (!had || now.getTime() - Date.parse(had.measured_at) < apart * 1000) return false
  await keep(q, rule, subject, value, now)
  const next = nextAlarmState(had, value, threshold)
  let alarmId = had.alarm_id
  const hand = { at: now, by: 'system' }
  if (next.event === 'open') {
    alarmId = platform.newId()
    const level = alarmLevelOf(value, threshold, unit)
    const data = { rule, subject, level, status: 'open' as const, value, peak: value, threshold, opened_at: at }
    await docs.insert(
      q,
      { id: alarmId, data: { ...data, cleared_at: null, acknowledged_at: null, acknowledged_by: '', note: '' } },
      hand,
    )
    platform.log.warn({ event: 'alarm-opened', rule, subject, value, threshold }, 'an alarm opened')
  } else if (alarmId !== null) {
    const before = await docs.lock(q, alarmId)
    const peak = Math.max(before?.data.peak ?? value, value)
    const cleared = next.event === 'clear' ? { status: 'cleared' as const, cleared_at: at } : {}
    if (before && (next.event || peak !== before.data.peak))
      await docs.update(
        q,
        before,
        { ...before.data, ...cleared, peak, level: alarmLevelOf(peak, before.data.threshold ?? threshold, unit) },
        hand,
      )
    if (next.event) alarmId = null
  }
  await q.query(
    `update alarm_state set status = $3, against = $4, value = $5, threshold = $6, measured_at = $7, alarm_id = $8,
       since = case when $9 then $7 else since end where rule = $1 and subject = $2`,
    [rule, subject, next.status, next.against, value, threshold, at, alarmId, next.event !== undefined],
  )
  return next.event !== undefined
}

/** Of ten minutes the worst is kept. */
const keep = (q: Queryable, name: string, subject: string, value: number, now: Date) =>
  q.query(
    `insert into measure (name, subject, at, value) values ($1, $2, $3, $4)
     on conflict (name, subject, at) do update set value = greatest(measure.value, excluded.value)`,
    [name, subject, new Date(Math.floor(now.getTime() / bucket) * bucket).toISOString(), value],
  )

/** One look at everything. */
export async function evaluate(m: Measuring): Promise<void> {
  const { platform } = m
  const { db, now } = platform
  const began = performance.now()
  await db.query('select 1')
  const answered = performance.now() - began
  const watched = await measure(m)
  await db.tx(async (q) => {
    let changed = false
    for (const w of watched) changed = (await take(q, platform, w)) || changed
    // milliseconds the database needs for the least it can be asked
    await keep(q, 'database', os.hostname(), answered, now())
    await q.query('delete from measure where at < $1', [
      new Date(now().getTime() - keptDays * 86_400_000).toISOString(),
    ])
    if (changed) await publish(q, 'alarms', 'all')
  })
}
