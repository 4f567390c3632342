/** A month of the platform's own troubles: alarms that came and went, what was measured yesterday, services that were restarted. */
import os from 'node:os'
import { type AlarmRule, ruleUnits, type ThresholdRule } from '#src/contract/operation/alarm.ts'
import { settings } from '#src/contract/system/config.ts'
import { alarmLevelOf } from '../alarm/rule.ts'
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import type { Chance } from './random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How often each is heard of, and from how far above its threshold. */
const troubles: readonly [rule: ThresholdRule, weight: number, over: number][] = [
  ['cpu', 5, 9],
  ['memory', 2, 6],
  ['disk', 1, 4],
  ['event_loop', 3, 400],
  ['failed_sign_ins', 3, 70],
  ['queue', 2, 90],
  ['services', 3, 1],
]
const notes: Readonly<Partial<Record<AlarmRule, readonly string[]>>> = {
  cpu: [
    '批量导入期间负载升高，导入结束后恢复。',
    'Two exercise scenes with 40 machines started at once; nodes caught up.',
  ],
  memory: ['录屏服务占用偏高，已重启。', 'Two large images were merged; memory came back afterwards.'],
  disk: ['已清理过期录屏，磁盘占用下降。', 'Old snapshots removed.'],
  event_loop: ['学员集中交卷，数分钟后恢复。', 'Export of the whole audit log; nothing to do.'],
  failed_sign_ins: [
    '新生首次登录输错密码，属正常现象。',
    'A scanner hit the sign-in page; its address is blocked at the edge.',
  ],
  queue: ['夜间导入任务集中执行。', 'Three packages at once; worked off within the hour.'],
  services: ['采集服务重启后正常，已联系厂商确认版本。', 'Restarted the collector.', '流量引擎网卡松动，已更换线缆。'],
}

export interface OperationGround {
  now: Date
  /** Names of people who look after alarms. */
  keepers: readonly string[]
}

export async function layOperation(q: Queryable, c: Chance, { now, keepers }: OperationGround): Promise<void> {
  const docs = documents('alarm')
  const host = os.hostname()
  const weighted = troubles.flatMap(([rule, n, over]) => Array.from({ length: n }, () => ({ rule, over })))
  const ours: ReadonlySet<string> = new Set<AlarmRule>(['cpu', 'memory', 'disk', 'event_loop'])
  const make = (opened: Date, rule: ThresholdRule, over: number, lasts: number | undefined, kept: boolean) => {
    const { default: threshold } = settings.alarms[rule]
    const unit = ruleUnits[rule]
    const digits = unit === 'percent' || unit === 'ms' ? 10 : 1
    const beyond = (by: number) => Math.round((threshold + by) * digits) / digits
    const value = rule === 'services' ? 1 : beyond(over * 0.2 * c.next())
    const peak = rule === 'services' ? 1 : Math.max(value, beyond(over * c.next()))
    const cleared = lasts === undefined ? null : new Date(opened.getTime() + lasts).toISOString()
    const seen = new Date(opened.getTime() + c.between(2, 18) * minute).toISOString()
    return {
      id: c.id(opened),
      data: {
        rule,
        subject: ours.has(rule) ? host : '',
        level: alarmLevelOf(peak, threshold, unit),
        status: cleared ? ('cleared' as const) : kept ? ('acknowledged' as const) : ('open' as const),
        value,
        peak,
        threshold,
        opened_at: opened.toISOString(),
        cleared_at: cleared,
        acknowledged_at: kept ? seen : null,
        acknowledged_by: kept ? c.one(keepers) : '',
        note: kept && c.hit(0.8) ? c.one(notes[rule] ?? ['']) : '',
      },
      hand: { at: opened, by: 'system' },
    }
  }
  const midnight = Math.floor(now.getTime() / day) * day
  const past = Array.from({ length: 29 }, (_, n) => 29 - n).flatMap((back) =>
    Array.from({ length: c.hit(0.15) ? c.between(4, 7) : c.between(0, 3) }, () => {
      const { rule, over } = c.one(weighted)
      // 8:00 to 21:00 in China
      const opened = new Date(midnight - back * day + c.between(0, 13 * 60) * minute)
      return make(opened, rule, over, c.between(3, 95) * minute, c.hit(0.6))
    }),
  )
  const broke = new Date(now.getTime() - 40 * minute)
  const open = make(new Date(broke.getTime() + minute), 'services', 0, undefined, false)
  await docs.insertMany(q, [...past, open], { at: now, by: 'system' })
  await q.query(
    `insert into alarm_state (rule, subject, status, value, threshold, since, measured_at, alarm_id) values ('services', '', 'abnormal', 1, 1, $1, $1, $2)`,
    [open.data.opened_at, open.id],
  )

  const usual: Partial<Record<AlarmRule, [base: number, swing: number]>> = {
    cpu: [28, 22],
    memory: [54, 9],
    disk: [41, 1],
    event_loop: [24, 14],
    online: [22, 20],
    failed_sign_ins: [2, 3],
    queue: [1, 2],
    services: [0, 0],
  }
  const whole = new Set(['online', 'failed_sign_ins', 'queue'])
  const measures = Object.entries(usual).flatMap(([name, [base, swing]]) =>
    Array.from({ length: 24 }, (_, n) => {
      const at = new Date(Math.floor(now.getTime() / hour) * hour - (24 - n) * hour)
      const busy = Math.max(0, Math.sin(((at.getUTCHours() - 1) / 13) * Math.PI))
      const value = Math.max(0, base * (0.5 + 0.6 * busy) + swing * (busy - 0.4) + swing * 0.4 * c.next())
      const subject = ours.has(name) ? host : ''
      return {
        name,
        subject,
        at: at.toISOString(),
        value:
          name === 'services' ? (n > 22 ? 1 : 0) : whole.has(name) ? Math.round(value) : Math.round(value * 10) / 10,
      }
    }),
  )
  await q.query(
    `insert into measure select * from jsonb_populate_recordset(null::measure, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(measures)],
  )

  const restarted = (name: string, ago: number, restarts: number, fails = false) => {
    const at = new Date(now.getTime() - ago)
    const ready = new Date(at.getTime() + 9000).toISOString()
    return { name, started_at: ready, restarts, restart_at: at.toISOString(), ready_at: ready, fails, asked_by: null }
  }
  await q.query('insert into world_service select * from jsonb_populate_recordset(null::world_service, $1::jsonb)', [
    JSON.stringify([
      restarted('scheduler', 9 * day + 4 * hour, 3),
      restarted('image-store', 6 * hour, 1),
      restarted('hypervisor-agent', 2 * day + hour, 6),
      restarted('console-proxy', 20 * hour, 2),
      restarted('recorder', 31 * hour, 1),
      restarted('collector', now.getTime() - broke.getTime(), 9, true),
      restarted('traffic-engine', 11 * hour, 4),
    ]),
  ])
}
