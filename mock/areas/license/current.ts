/**
 * The licence as it stands now. Everything is worked out from the settings in memory, which every server on the database renews within a
 * second, and from the clock; the signature is verified again whenever the stored text is another one.
 */
import { developmentKeys, vendorKeys } from '#src/contract/license/keys.ts'
import { type Licence, licenceLimits, type Limits, type SignedLicence } from '#src/contract/license/licence.ts'
import { serialOf } from '#src/contract/license/serial.ts'
import { noLimits, type LicenceStanding, licenceStandingOf } from '#src/contract/license/standing.ts'
import { genuine, type Keys } from '#src/contract/license/verify.ts'
import type { Db, Queryable } from '../../db/db.ts'
import type { SettingsStore } from '../../http/request/handler.ts'
import { verify } from './crypto.ts'

interface CurrentLicence {
  serial: string
  sealed: SignedLicence | undefined
  standing: LicenceStanding
  limits: Limits
  graceDays: number
  /** The latest time that was ever seen. */
  seen: Date
}
export interface LicenceService {
  /** Keys this server believes. */
  keys: Keys
  /** The development issuer is here, and its licences count. */
  development: boolean
  current(): Promise<CurrentLicence>
  /** As the database has it now, for who is about to change it or just has. */
  currentIn(q: Queryable): Promise<CurrentLicence>
}

export const activeSetting = 'licence.active'
const serialSetting = 'licence.serial'
const seenSetting = 'licence.seen'

/** The serial number, made at the first start, and the time mark. Before the settings are read. */
export async function prepareLicence(db: Db, random: (bytes: number) => Buffer, now: () => Date): Promise<void> {
  await db.query(
    `insert into setting (name, value, updated_at) values ($1, to_jsonb($2::text), $3) on conflict (name) do nothing`,
    [serialSetting, serialOf(random(8)), now().toISOString()],
  )
  await noteTime(db, now())
}

/** Moves the latest time seen forward; it never goes back. */
export async function noteTime(q: Queryable, now: Date): Promise<void> {
  await q.query(
    `insert into setting (name, value, updated_at) values ($1, to_jsonb($2::text), $3)
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
     where (setting.value #>> '{}') collate "C" < $2`,
    [seenSetting, now.toISOString(), now.toISOString()],
  )
}

/** An issuer has said what time it is: the latest time seen was wrong. */
export const correctTime = (settings: SettingsStore, q: Queryable, now: Date, by: string): Promise<void> =>
  settings.put(q, seenSetting, now.toISOString(), by)

export function makeLicence(settings: SettingsStore, now: () => Date, production: boolean): LicenceService {
  const keys = production ? vendorKeys : { ...vendorKeys, ...developmentKeys }
  let last: { text: string; sealed: SignedLicence | undefined } | undefined

  /** A stored text read again: genuine and of this installation, or undefined. */
  function open(text: string | undefined, serial: string): SignedLicence | undefined {
    if (text === undefined) return undefined
    if (last?.text !== text) {
      const found = genuine(text, keys, verify)
      last = { text, sealed: 'sealed' in found ? found.sealed : undefined }
    }
    return last.sealed?.licence.serial === serial ? last.sealed : undefined
  }

  async function worked(get: SettingsStore['get']): Promise<CurrentLicence> {
    const [text, serial, seen, grace] = await Promise.all([
      get<string | undefined>(activeSetting, undefined),
      get(serialSetting, ''),
      get(seenSetting, ''),
      get('licence.grace_days', licenceLimits.graceDays.default),
    ])
    const sealed = open(text, serial)
    const licence: Licence | undefined = sealed?.licence
    const graceDays = Math.min(Math.max(0, grace), licenceLimits.graceDays.max)
    const mark = new Date(seen === '' ? now() : seen)
    return {
      serial,
      sealed,
      graceDays,
      seen: mark,
      limits: licence?.limits ?? noLimits,
      standing: licenceStandingOf(licence, {
        now: now(),
        seen: mark,
        graceDays,
        demonstration: !production && text === undefined,
        tampered: text !== undefined && licence === undefined,
      }),
    }
  }

  return {
    keys,
    development: !production,
    current: () => worked(settings.get),
    async currentIn(q) {
      const { rows } = await q.query<{ name: string; value: unknown }>(
        `select name, value from setting where name like 'licence.%'`,
      )
      const values = new Map(rows.map((r) => [r.name, r.value]))
      return worked(async <T>(name: string, fallback: T) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written as what its default is
        values.has(name) ? (values.get(name) as T) : fallback,
      )
    },
  }
}
