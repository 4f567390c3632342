/** Beginning an upload, looking how far it is, giving it up. */
import { depositScreens } from '#src/contract/device/deposit.ts'
import { area, Fail, type Handlers, staged, type Caller } from '../http/request/handler.ts'
import { dropDeposit } from './folder.ts'
import type { Receivers } from './kinds.ts'
import { roomOfPerson, roomOnDisk } from './room.ts'
import { present } from '#src/contract/lib/typed.ts'
import { depositColumns, depositFor, type DepositRow, depositShown, forgetOldDeposits, ownDeposit } from './rows.ts'

const mayGive = (kind: DepositRow['kind'], who: Caller): boolean =>
  depositScreens[kind].some((s) => who.writable.has(s))

/** A file of an image that has come whole waits to be saved: another one may take its place, whoever brought it. */
export const replaceable = (d: DepositRow): boolean => d.state === 'whole' && d.kind === 'image'

/** Throws when the file there is, is somebody else's or already being put into its place. */
export function requireOpenUpload(stands: DepositRow, who: Caller): void {
  if (stands.state === 'whole') throw new Fail('not_allowed_in_state', { state: stands.state })
  if (stands.owner !== who.id) throw new Fail('locked')
}

type Routes = 'POST /deposits' | 'GET /deposits/:id' | 'DELETE /deposits/:id'

export const depositHandlers = (receivers: Receivers): Pick<Handlers, Routes> =>
  area({
    'POST /deposits': staged(
      ({ body, platform }) => roomOnDisk(platform, body.size),
      async ({ q, body, who, platform, audit, after }) => {
        const { kind, target, name, size, fingerprint = null, keep } = body
        if (!mayGive(kind, who)) throw new Fail('no_operation_permission')
        const forgotten = await forgetOldDeposits(q, platform)
        const { max } = await receivers[kind].begin(q, { target, name, size }, who, platform)
        if (max !== undefined && size > max) throw new Fail('too_large', { max })
        const stands = await depositFor(q, kind, target, 'for update')
        const same = stands?.owner === who.id && stands.name === name && stands.size === size
        if (stands && same && stands.fingerprint === fingerprint && stands.state === 'open' && stands.source === '') {
          audit({ entity: 'deposit', id: stands.id, details: { file: name, goes_on_at: stands.received } })
          return depositShown(stands)
        }
        if (stands && !replaceable(stands)) requireOpenUpload(stands, who)
        if (stands) await q.query('delete from deposit where id = $1', [stands.id])
        await roomOfPerson(q, platform, who.id, size)
        const { rows } = await q.query<DepositRow>(
          `insert into deposit (id, owner, kind, target, name, size, fingerprint, keep, created_at, touched_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${depositColumns}`,
          [platform.newId(), who.id, kind, target, name, size, fingerprint, keep, platform.now().toISOString()],
        )
        const made = present(rows[0])
        const gone = [...forgotten, ...(stands ? [stands.id] : [])]
        after(() =>
          platform.background('deposit.forget', async () => {
            for (const id of gone) await dropDeposit(platform.files, id)
          }),
        )
        audit({ entity: 'deposit', id: made.id, after: { kind, target, name, size } })
        return depositShown(made)
      },
    ),

    'GET /deposits/:id': async ({ q, params, who }) => depositShown(await ownDeposit(q, params.id, who)),

    'DELETE /deposits/:id': async ({ q, params, who, platform, audit, after }) => {
      const one = await ownDeposit(q, params.id, who, 'for update')
      if (one.state === 'whole') throw new Fail('not_allowed_in_state', { state: one.state })
      await q.query('delete from deposit where id = $1', [one.id])
      audit({ entity: 'deposit', id: one.id, details: { file: one.name, bytes: one.received } })
      after(() => platform.background('deposit.drop', () => dropDeposit(platform.files, one.id)))
      return { id: one.id }
    },
  })
