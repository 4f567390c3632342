/** Requests for a licence: made here, answered by the issuer, spent by the activation of the answer. */
import { commitment, requestCode, secretBytes } from '#src/contract/license/codes.ts'
import type { Edition } from '#src/contract/license/licence.ts'
import type { Queryable } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'
import { sha256 } from './crypto.ts'

export interface OpenRequest {
  request: string
  secret: string
  edition: Edition
  set_back: boolean
  made_at: string
}

/** The request that waits for its answer. */
export async function openRequest(q: Queryable): Promise<OpenRequest | undefined> {
  const { rows } = await q.query<OpenRequest>(
    `select request, secret, edition, set_back, made_at from licence_request where used_at is null order by made_at desc limit 1`,
  )
  return rows[0]
}

export const shownLicenceRequest = (serial: string, { request, edition, made_at }: OpenRequest) => ({
  code: requestCode({ serial, edition, request }),
  edition,
  made_at,
})

/** A new request in place of the one that waits. */
export async function makeRequest(
  q: Queryable,
  { now, random }: Platform,
  made: { edition: Edition; set_back: boolean; by: string },
): Promise<OpenRequest> {
  const secret = random(secretBytes)
  const row: OpenRequest = {
    request: commitment(secret, sha256),
    secret: secret.toString('hex'),
    edition: made.edition,
    set_back: made.set_back,
    made_at: now().toISOString(),
  }
  await q.query('delete from licence_request where used_at is null')
  await q.query(
    `insert into licence_request (request, secret, edition, set_back, made_at, made_by) values ($1, $2, $3, $4, $5, $6)`,
    [row.request, row.secret, row.edition, row.set_back, row.made_at, made.by],
  )
  return row
}

export const spendRequest = (q: Queryable, request: string, at: Date) =>
  q.query('update licence_request set used_at = $2 where request = $1', [request, at.toISOString()])
