/**
 * A POST that names an `Idempotency-Key` is done once: the same key with the same body gets the reply of the first time, with another body a
 * refusal. The record is written in the transaction of the change. Its reply is sealed with the key itself, of which only a hash is kept, so
 * that the table gives nothing away. A reply that is told once is not kept at all: who sends the same again hears that it was done. Calls
 * whose reply is a credential of the caller are not recorded: it would answer again after he signed out.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Queryable } from '../../db/db.ts'
import type { RequestContext } from '../request/call.ts'
import { Fail, type Platform } from '../request/handler.ts'

/** A second call with the same key was first. */
export class KeyTaken extends Error {}
/** How long a key is remembered, seconds. */
const remembered = 24 * 3600
const wellFormed = /^[\x21-\x7e]{8,128}$/

interface Record {
  /** Reply of the first call; undefined when there was none. Throws `idempotency_conflict` when that one had another body, `told_once` when it is not told again. */
  earlier(q: Queryable): Promise<string | undefined>
  keep(q: Queryable, reply: string): Promise<void>
}
export interface Idempotency {
  /** The record of a call that names a key. */
  of(call: RequestContext): Promise<Record | undefined>
  /** Forgets keys of more than a day ago. */
  sweep(q: Queryable): Promise<void>
}

const sha256 = (...parts: (string | Buffer)[]): string => {
  const h = createHash('sha256')
  for (const p of parts) h.update(p).update('\n')
  return h.digest('hex')
}

function seal(key: Buffer, nonce: Buffer, text: string): string {
  const c = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, c.update(text, 'utf8'), c.final(), c.getAuthTag()]).toString('base64')
}

function open(key: Buffer, sealed: string): string {
  const all = Buffer.from(sealed, 'base64')
  const d = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12))
  d.setAuthTag(all.subarray(-16))
  return Buffer.concat([d.update(all.subarray(12, -16)), d.final()]).toString('utf8')
}

export function makeIdempotency(platform: Platform): Idempotency {
  return {
    async of({ line, req, who, params, raw }) {
      const given = req.headers['idempotency-key']
      if (!line.keyed || given === undefined) return undefined
      if (typeof given !== 'string' || !wellFormed.test(given))
        throw new Fail('malformed', { reason: 'idempotency_key' })
      const owner = who?.id ?? ''
      const name = sha256(given)
      const body = sha256(line.key, JSON.stringify(params), raw ?? '')
      const key = Buffer.from(hkdfSync('sha256', await platform.secret(), given, 'idempotency', 32))
      const since = new Date(platform.now().getTime() - remembered * 1000).toISOString()
      return {
        async earlier(q) {
          const { rows } = await q.query<{ body_hash: string; reply: string }>(
            'select body_hash, reply from idempotency where user_id = $1 and key = $2 and at > $3',
            [owner, name, since],
          )
          const [had] = rows
          if (!had) return undefined
          if (had.body_hash !== body) throw new Fail('idempotency_conflict')
          if (line.toldOnce) throw new Fail('told_once')
          return open(key, had.reply)
        },
        async keep(q, reply) {
          const { count } = await q.query(
            `insert into idempotency (user_id, key, route, body_hash, status, reply, at) values ($1, $2, $3, $4, 200, $5::jsonb, $6)
             on conflict (user_id, key) do update set route = excluded.route, body_hash = excluded.body_hash, reply = excluded.reply, at = excluded.at
             where idempotency.at <= $7`,
            [
              owner,
              name,
              line.key,
              body,
              JSON.stringify(seal(key, platform.random(12), line.toldOnce ? '' : reply)),
              platform.now().toISOString(),
              since,
            ],
          )
          if (count !== 1) throw new KeyTaken()
        },
      }
    },
    async sweep(q) {
      await q.query('delete from idempotency where at < $1', [
        new Date(platform.now().getTime() - remembered * 1000).toISOString(),
      ])
    },
  }
}
