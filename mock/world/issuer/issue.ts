/** The development issuer: stands in for the vendor, so that a whole activation can be tried on one machine. */
import { base32Alphabet } from '#src/contract/license/base32.ts'
import { activationCode } from '#src/contract/license/codes.ts'
import { fileText } from '#src/contract/license/file.ts'
import { type Licence, toSecond } from '#src/contract/license/licence.ts'
import type { Queryable } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'
import { sign } from './sign.ts'

export type LicenceOrder = Omit<Licence, 'id' | 'issued_at' | 'sequence'>

/** The next number of the issuer's book. */
async function nextNumber(q: Queryable, now: Date): Promise<number> {
  const { rows } = await q.query<{ value: number }>(
    `insert into setting (name, value, updated_at) values ('issuer.sequence', '1'::jsonb, $1)
     on conflict (name) do update set value = to_jsonb((setting.value #>> '{}')::int + 1), updated_at = excluded.updated_at
     returning (value #>> '{}')::int as value`,
    [now.toISOString()],
  )
  return rows[0]?.value ?? 1
}

export async function issueLicence(
  q: Queryable,
  { now, random }: Platform,
  wanted: LicenceOrder,
): Promise<{ licence: Licence; file: string; code: string }> {
  const at = now()
  const licence: Licence = {
    ...wanted,
    id: `L${Array.from(random(8), (b) => base32Alphabet[b & 31]).join('')}`,
    issued_at: toSecond(at),
    sequence: await nextNumber(q, at),
  }
  const sealed = sign(licence)
  return { licence, file: fileText(sealed), code: activationCode(sealed) }
}
