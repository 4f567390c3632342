/**
 * Settings of the platform: a stored value over its default. They are read from memory, because a handler inside a transaction may ask; the
 * memory is renewed between calls: at once after a change, whichever server made it, and every second in case that was not heard.
 */
import type { Db } from './db/db.ts'
import type { SettingsStore } from './http/request/handler.ts'

const keptFor = 1000
const channel = 'setting'
/** A change becomes visible when its transaction commits, which is some time after it was made. */
const unsettled = 2000

export interface LiveSettings extends SettingsStore {
  /** Renews the memory when it may be old. Call it outside transactions. */
  fresh(): Promise<void>
}

export async function loadSettings(db: Db, now: () => Date): Promise<LiveSettings> {
  let values = new Map<string, unknown>()
  let read = 0
  let changed = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const load = async (): Promise<void> => {
    const at = performance.now()
    const { rows } = await db.query<{ name: string; value: unknown }>(
      `select name, value from setting where name not like 'audit.%'`,
    )
    values = new Map(rows.map((r) => [r.name, r.value]))
    read = at
  }
  await db.listen(channel, () => {
    changed = performance.now()
  })
  await load()

  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written as what its default is
    get: async <T>(name: string, fallback: T) => (values.has(name) ? (values.get(name) as T) : fallback),
    async put(q, name, value, by) {
      changed = performance.now()
      await q.query('select pg_notify($1, $2)', [channel, name])
      if (value === undefined) await q.query('delete from setting where name = $1', [name])
      else
        await q.query(
          `insert into setting (name, value, updated_at, updated_by) values ($1, $2::jsonb, $3, $4)
         on conflict (name) do update set value = excluded.value, version = setting.version + 1,
           updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
          [name, JSON.stringify(value), now().toISOString(), by],
        )
    },
    async fresh() {
      const t = performance.now()
      if (t - read < keptFor && t - changed > unsettled) return
      reading ??= load().finally(() => {
        reading = undefined
      })
      await reading
    },
  }
}

/** The server's secret: made at the first start, the same for every server on the database. */
export async function loadSecret(db: Db, random: (bytes: number) => Buffer, now: () => Date): Promise<Uint8Array> {
  await db.query(
    `insert into setting (name, value, updated_at) values ('secret', to_jsonb($1::text), $2) on conflict (name) do nothing`,
    [random(32).toString('base64'), now().toISOString()],
  )
  const { rows } = await db.query<{ value: string }>(`select value from setting where name = 'secret'`)
  const secret = Buffer.from(rows[0]?.value ?? '', 'base64')
  if (secret.length < 32) throw new Error('the secret in the settings is damaged')
  return secret
}
