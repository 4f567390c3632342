/**
 * Services outside of this server, simulated: what they do follows from their name, the clock and the restarts in the database, so every
 * server tells the same of them and nothing has to run for them.
 */
import type { ServiceLogLine } from '#src/contract/operation/service.schema.ts'
import type { ServiceLogLevel } from '#src/contract/operation/service.ts'
import type { Queryable } from '#mock/db/db.ts'
import { load, seededFraction, seededInteger } from './chance.ts'
import { matchesLogQuery, type LogFound, type LogWanted, type ServiceDriver } from './driver.ts'
import { forms, type Simulated } from './lines.ts'

interface Kept {
  started_at: string
  restarts: number
  restart_at: string | null
  ready_at: string | null
  fails: boolean
}
interface Character {
  version: string
  host: string
  /** Load in percent, and how far it swings. */
  base: number
  swing: number
  /** Bytes. */
  memory: number
  /** Lines a minute. */
  talk: number
}
const MiB = 1024 * 1024
const characters: Readonly<Record<Simulated, Character>> = {
  scheduler: { version: '2.7.1', host: 'ctl-01', base: 18, swing: 14, memory: 412 * MiB, talk: 6 },
  'image-store': { version: '1.14.0', host: 'store-01', base: 42, swing: 22, memory: 2210 * MiB, talk: 5 },
  'hypervisor-agent': { version: '8.2.3', host: 'node-01', base: 55, swing: 24, memory: 640 * MiB, talk: 8 },
  'console-proxy': { version: '1.5.9', host: 'edge-01', base: 24, swing: 18, memory: 288 * MiB, talk: 7 },
  recorder: { version: '3.0.4', host: 'store-02', base: 35, swing: 20, memory: 1130 * MiB, talk: 4 },
  collector: { version: '0.9.12', host: 'obs-01', base: 61, swing: 20, memory: 3420 * MiB, talk: 9 },
  'traffic-engine': { version: '4.1.0', host: 'gen-01', base: 30, swing: 26, memory: 890 * MiB, talk: 4 },
}
/** When nobody ever restarted it. */
const origin = '2026-01-05T02:00:00.000Z'
const slot = 6 * 3_600_000
/** Of a hundred slots without a restart, how many end in a fault. */
const faulty = 0.4

async function keptOf(q: Queryable, name: Simulated): Promise<Kept> {
  const { rows } = await q.query<Kept>(
    'select started_at, restarts, restart_at, ready_at, fails from world_service where name = $1',
    [name],
  )
  return rows[0] ?? { started_at: origin, restarts: 0, restart_at: null, ready_at: null, fails: false }
}

/** When a service that began then broke by itself; undefined while it did not. Looked for in the last three weeks. */
function brokeAt(name: Simulated, startedAt: Date, now: Date): Date | undefined {
  const last = Math.floor(now.getTime() / slot)
  for (let n = Math.max(Math.floor(startedAt.getTime() / slot) + 1, last - 84); n <= last; n++)
    if (seededFraction(name, 'fault', n) * 100 < faulty) {
      const at = n * slot + seededFraction(name, 'moment', n) * slot
      if (at > startedAt.getTime() && at <= now.getTime()) return new Date(at)
    }
  return undefined
}

/** Where a service stands between its last restart and now. */
function standing(name: Simulated, k: Kept, now: Date) {
  const ready = k.ready_at ? new Date(k.ready_at) : undefined
  const begun = k.restart_at ? new Date(k.restart_at) : undefined
  if (ready && begun && now < ready)
    return {
      status: 'restarting' as const,
      since: begun,
      progress: (now.getTime() - begun.getTime()) / (ready.getTime() - begun.getTime()),
    }
  const since = ready ?? new Date(k.started_at)
  if (k.fails) return { status: 'abnormal' as const, since, progress: null }
  const broke = brokeAt(name, since, now)
  return broke
    ? { status: 'abnormal' as const, since: broke, progress: null }
    : { status: 'running' as const, since, progress: null }
}

/** Milliseconds a restart takes, and whether it comes to nothing: one in eight. */
const restartOf = (name: Simulated, n: number) => ({
  takes: seededInteger(6000, 16_000, name, 'restart', n),
  fails: seededFraction(name, 'fails', n) < 1 / 8,
})

export const simulated = (name: Simulated): ServiceDriver => {
  const c = characters[name]
  return {
    name,
    async facts(q, now) {
      const k = await keptOf(q, name)
      const { status, since, progress } = standing(name, k, now)
      const alive = status === 'running'
      const points = Array.from({ length: 30 }, (_, i) => {
        const at = new Date(now.getTime() - (29 - i) * 60_000)
        return at < since !== alive || status === 'running' ? load(name, at, c.base, c.swing) : 0
      })
      return {
        status,
        version: c.version,
        host: c.host,
        started_at: (alive ? since : new Date(k.started_at)).toISOString(),
        restarted_at: k.restart_at,
        progress,
        load: points,
        memory:
          status === 'restarting'
            ? null
            : Math.round(c.memory * (0.92 + 0.16 * seededFraction(name, Math.floor(now.getTime() / 600_000)))),
        connections: null,
      }
    },
    async restart(q, now, by) {
      const k = await keptOf(q, name)
      const { takes, fails } = restartOf(name, k.restarts)
      const ready = new Date(now.getTime() + takes).toISOString()
      await q.query(
        `insert into world_service (name, started_at, restarts, restart_at, ready_at, fails, asked_by) values ($1, $2, $3, $4, $2, $5, $6)
         on conflict (name) do update set started_at = excluded.started_at, restarts = excluded.restarts, restart_at = excluded.restart_at,
           ready_at = excluded.ready_at, fails = excluded.fails, asked_by = excluded.asked_by`,
        [name, ready, k.restarts + 1, now.toISOString(), fails, by],
      )
      return {}
    },
    async log(q, wanted) {
      return tail(name, c.talk, await keptOf(q, name), wanted)
    },
  }
}

/** How far back a log reaches, ms. */
const reach = 3 * 86_400_000
const step = 10_000

/** Lines from an instant back, a bucket of ten seconds at a time. */
function tail(name: Simulated, talk: number, k: Kept, wanted: LogWanted): LogFound {
  const lines: ServiceLogLine[] = []
  const end = wanted.before.getTime()
  const first = Math.floor((end - reach) / step)
  for (let n = Math.floor(end / step); n >= first; n--) {
    const own = [...bucket(name, talk, k, n), ...events(k, n)]
      .filter((l) => Date.parse(l.at) < end && matchesLogQuery(l, wanted))
      .sort((a, b) => (a.at < b.at ? 1 : -1))
    for (const l of own) {
      if (lines.length === wanted.most) return { lines: lines.reverse(), more: true }
      lines.push(l)
    }
  }
  return { lines: lines.reverse(), more: false }
}

function bucket(name: Simulated, talk: number, k: Kept, n: number): ServiceLogLine[] {
  const out: ServiceLogLine[] = []
  const begin = new Date(n * step)
  const { status } = standing(name, k, begin)
  const now = k.restart_at && begin < new Date(k.restart_at) ? 'running' : status
  if (now === 'restarting') return out
  const many = (talk * step) / 60_000
  for (let i = 0; i < Math.floor(many + seededFraction(name, 'many', n)); i++) {
    const dice = seededFraction(name, 'level', n, i)
    const level: ServiceLogLevel =
      now === 'abnormal' ? (dice < 0.6 ? 'error' : 'warn') : dice < 0.004 ? 'error' : dice < 0.05 ? 'warn' : 'info'
    const of = forms[name][level]
    const form = of[seededInteger(0, of.length - 1, name, 'form', n, i)] ?? ''
    out.push({
      at: new Date(n * step + Math.floor(seededFraction(name, 'ms', n, i) * step)).toISOString(),
      level,
      text: form.replace(/\{(\w+)\}/g, (_, what: string) => place(what, `${name} ${n} ${i} ${what}`)),
    })
  }
  return out
}

function place(what: string, seed: string): string {
  switch (what) {
    case 'id':
      return Math.floor(seededFraction(seed) * 2 ** 32)
        .toString(16)
        .padStart(8, '0')
    case 'node':
      return `node-${String(seededInteger(1, 6, seed)).padStart(2, '0')}`
    case 'ms':
      return String(seededInteger(4, 900, seed))
    case 'mb':
      return String(seededInteger(2, 640, seed))
    case 'ip':
      return `10.${seededInteger(20, 28, seed, 1)}.${seededInteger(1, 12, seed, 2)}.${seededInteger(2, 254, seed, 3)}`
    default:
      return String(seededInteger(1, 90, seed))
  }
}

/** What a restart writes itself. */
function events(k: Kept, n: number): ServiceLogLine[] {
  const said: [string | null, ServiceLogLevel, string][] = [
    [k.restart_at, 'warn', 'stopping on request'],
    [k.ready_at, k.fails ? 'error' : 'info', k.fails ? 'start failed: dependency did not answer' : 'started'],
  ]
  return said.flatMap(([at, level, text]) =>
    at !== null && Math.floor(Date.parse(at) / step) === n ? [{ at: new Date(at).toISOString(), level, text }] : [],
  )
}
