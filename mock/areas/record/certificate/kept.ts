/** Certificates as keepers of what they are about have them, whether that is a course or a contest. */
import type { MessageKind } from '#src/contract/notice/message.ts'
import { readCertificateNumber, type CertificateState } from '#src/contract/record/certificate.ts'
import type { KeptCertificate } from '#src/contract/record/certificate.schema.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { notify } from '../../notice/notify.ts'
import {
  certificateBy,
  certificateColumns,
  type CertificateRow,
  certificateStandingOf,
  keptCertificate,
  stateSql,
} from './store.ts'

/** @throws Fail `not_found` also for whoever has no part in it */
export async function certificateIn(
  q: Queryable,
  typed: string,
  of: Partial<Pick<CertificateRow, 'user_id' | 'course_id'>>,
  lock = '',
): Promise<CertificateRow> {
  const read = readCertificateNumber(typed)
  const row = read && 'number' in read ? await certificateBy(q, read.number, lock) : undefined
  if (!row || (of.user_id ?? row.user_id) !== row.user_id || (of.course_id ?? row.course_id) !== row.course_id)
    throw new Fail('not_found')
  return row
}

/** Of these people, who have a certificate of it that was neither revoked nor replaced. */
async function served(q: Queryable, about: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await q.query<{ user_id: string }>(
    `select user_id from certificate where course_id = $1 and user_id = any($2::text[]) and revoked_at is null and replaced_at is null`,
    [about, [...ids]],
  )
  return new Set(rows.map((r) => r.user_id))
}

interface KeptQuery {
  /** Course or contest. */
  about: string
  /** It gives certificates now. */
  gives: boolean
  now: Date
  query: { page: number; page_size: number; q?: string | undefined; state?: readonly CertificateState[] | undefined }
}
export async function keptPage(q: Queryable, { about, gives, now, query }: KeptQuery) {
  const w = where()
  w.and(`c.course_id = ${w.add(about)}`)
  if (query.state) w.and(`${stateSql(w.add(now.toISOString()))} = any(${w.add(query.state)}::text[])`)
  const wanted = query.q?.trim()
  if (wanted) w.and(`c.number || ' ' || (c.says->>'holder') ilike ${w.add(`%${wanted.replace(/[\\%_]/g, '\\$&')}%`)}`)
  const { rows, ...found } = await paged<CertificateRow>(q, {
    select: certificateColumns,
    from: 'certificate c',
    w,
    order: 'c.issued_at desc, c.number',
    query,
  })
  const revoked = rows.filter((row) => row.revoked_at !== null).map((row) => row.user_id)
  const have = await served(q, about, revoked)
  const items: KeptCertificate[] = rows.map((row) => keptCertificate(row, gives && !have.has(row.user_id), now))
  return { ...found, items }
}

/** Its holder is told why. @throws Fail `not_allowed_in_state` of one that was revoked or replaced */
export async function revokeCertificate(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId'>,
  row: CertificateRow,
  { by, reason, kind }: { by: string; reason: string; kind: MessageKind },
): Promise<void> {
  const now = platform.now()
  const { state } = certificateStandingOf(row, now)
  if (state !== 'valid' && state !== 'expired') throw new Fail('not_allowed_in_state', { state })
  await q.query('update certificate set revoked_at = $2, revoked_by = $3, reason = $4 where number = $1', [
    row.number,
    now.toISOString(),
    by,
    reason,
  ])
  await notify(q, platform, {
    to: [row.user_id],
    kind,
    params: { [row.says.contest ? 'contest' : 'course']: row.says.course, reason },
    link: { screen: 'personal', query: { tab: 'record' } },
  })
}
