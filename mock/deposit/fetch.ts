/** Images fetched from an address: the server loads the file where an upload would bring it, then it is looked at in the same way. */
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fetchSilence, type FetchReason, urlFileNameOf, mostFetches } from '#src/contract/device/fetch.ts'
import { allDepositScreens } from '#src/contract/device/deposit.ts'
import { limits } from '#src/contract/limits.ts'
import type { Queryable } from '../db/db.ts'
import type { Interpreter, AuditSource } from '../http/request/call.ts'
import { area, Fail, type Handlers, type Platform, staged } from '../http/request/handler.ts'
import { type CompiledRoute, compiledRouteOf } from '../http/line.ts'
import { publish } from '../live/publish.ts'
import { permittedAddressOf, FetchRefusal, fetchFile, type Outside } from '../world/fetch/get.ts'
import { arrived } from './arrived.ts'
import { depositFile, depositsIn, dropDeposit } from './folder.ts'
import { requireOpenUpload, replaceable } from './handlers.ts'
import type { Receivers } from './kinds.ts'
import { roomOfPerson, roomOnDisk } from './room.ts'
import { depositColumns, depositFor, type DepositRow, depositShown } from './rows.ts'
import { codeOf, present } from '#src/contract/lib/typed.ts'
import { z } from 'zod'

/** Milliseconds in all, bytes between two looks at the disk, milliseconds between two notes of how far it is. */
const longest = 2 * 3_600_000
const look = 64 * 2 ** 20
const every = 500

const line: CompiledRoute = {
  ...compiledRouteOf('POST /deposits/fetch', { summary: '', screens: allDepositScreens, reply: z.undefined() }),
  word: 'deposit.fetched',
}

class Cancelled extends Error {}

/** Notes how far it is. @throws Cancelled when somebody gave it up meanwhile */
async function reached({ db, now }: Platform, id: string, received: number, size: number): Promise<void> {
  const { count } = await db.query(
    `update deposit set received = $2::bigint, size = greatest($3::bigint, $2::bigint), touched_at = $4 where id = $1 and state = 'open'`,
    [id, received, size, now().toISOString()],
  )
  if (!count) throw new Cancelled()
}

async function load(platform: Platform, out: Outside, row: DepositRow, max: number): Promise<number> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), longest)
  try {
    const { stream, size = 0 } = await fetchFile(new URL(row.source), out, end.signal)
    if (size > max) {
      stream.destroy()
      throw new FetchRefusal('too_large', { size: max })
    }
    await roomOnDisk(platform, size)
    await reached(platform, row.id, 0, size)
    let [received, told, looked] = [0, performance.now(), 0]
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        received += chunk.length
        if (received > max) throw new FetchRefusal('too_large', { size: max })
        yield chunk
        if (performance.now() - told >= every) {
          told = performance.now()
          await reached(platform, row.id, received, size)
        }
        if (received - looked >= look) {
          looked = received
          await roomOnDisk(platform, 0)
        }
      }
    }
    await pipeline(
      Readable.from(counted(), { objectMode: false }),
      createWriteStream(depositFile(platform.files, row.id)),
    )
    if (received === 0 || (size > 0 && received < size)) throw new FetchRefusal('ended_early')
    return received
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

function reasonOf(e: unknown): [FetchReason, Record<string, string | number>] {
  if (e instanceof FetchRefusal) return [e.reason, e.details]
  if (e instanceof Fail || codeOf(e) === 'ENOSPC') return ['no_space', {}]
  return ['ended_early', {}]
}

export async function settleFetches(q: Queryable, { now }: Platform, all: boolean): Promise<void> {
  await q.query(
    `update deposit set state = 'failed', failure = 'interrupted' where state = 'open' and source <> '' and ($1 or touched_at < $2)`,
    [all, new Date(now().getTime() - fetchSilence * 1000).toISOString()],
  )
}

interface Ground {
  receivers: Receivers
  outside: Outside
  /** Made after the handlers. */
  interpreter: () => Interpreter
}

export function fetchHandlers({
  receivers,
  outside: out,
  interpreter,
}: Ground): Pick<Handlers, 'POST /deposits/fetch'> {
  async function run(platform: Platform, call: AuditSource, row: DepositRow, max: number): Promise<void> {
    try {
      await fs.mkdir(depositsIn(platform.files), { recursive: true })
      const size = await load(platform, out, row, max)
      await reached(platform, row.id, size, size)
      await arrived(interpreter(), call, receivers, { ...row, size, received: size })
    } catch (e) {
      await dropDeposit(platform.files, row.id)
      if (e instanceof Cancelled) return
      const [reason, details] = reasonOf(e)
      if (!(e instanceof FetchRefusal))
        platform.log.error({ event: 'image-failed', error: e, image: row.target }, 'a file could not be fetched')
      await platform.db.query(
        `update deposit set state = 'failed', failure = $2, failure_details = $3::jsonb where id = $1 and state = 'open'`,
        [row.id, reason, JSON.stringify(details)],
      )
    }
    await platform.db.tx((q) => publish(q, 'images', 'all'))
  }

  return area({
    'POST /deposits/fetch': staged(
      async ({ body }) => {
        try {
          await permittedAddressOf(new URL(body.url), out)
        } catch (e) {
          if (!(e instanceof FetchRefusal)) throw e
          throw new Fail('fetch_refused', { reason: e.reason })
        }
      },
      async ({ q, body, who, meta, platform, audit, after }) => {
        const { target, url, keep } = body
        const name = urlFileNameOf(url)
        const { max } = await receivers.image.begin(q, { target, name, size: 1 }, who, platform)
        await settleFetches(q, platform, false)
        const stands = await depositFor(q, 'image', target, 'for update')
        if (stands && !replaceable(stands)) requireOpenUpload(stands, who)
        if (stands?.state === 'open' && stands.source !== '')
          throw new Fail('not_allowed_in_state', { state: stands.state })
        const { rows: mine } = await q.query<{ n: number }>(
          `select count(*)::int as n from deposit where owner = $1 and source <> '' and state = 'open'`,
          [who.id],
        )
        if ((mine[0]?.n ?? 0) >= mostFetches) throw new Fail('fetch_busy', { max: mostFetches })
        const most = Math.min(limits.imageFetch, max ?? Number.POSITIVE_INFINITY)
        await roomOfPerson(q, platform, who.id, 0)
        if (stands) await q.query('delete from deposit where id = $1', [stands.id])
        const { rows } = await q.query<DepositRow>(
          `insert into deposit (id, owner, kind, target, name, size, keep, source, created_at, touched_at)
           values ($1, $2, 'image', $3, $4, 0, $5, $6, $7, $7) returning ${depositColumns}`,
          [platform.newId(), who.id, target, name, keep, url, platform.now().toISOString()],
        )
        const row = present(rows[0])
        audit({ entity: 'deposit', id: row.id, after: { kind: 'image', target, name, host: new URL(url).host } })
        const call: AuditSource = { line, meta, who, params: { id: row.id }, entries: [], quiet: false }
        after(() =>
          platform.background('image.fetch', async () => {
            if (stands) await dropDeposit(platform.files, stands.id)
            await run(platform, call, row, most)
          }),
        )
        return depositShown(row)
      },
    ),
  })
}
