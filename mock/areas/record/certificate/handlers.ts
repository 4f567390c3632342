/** Certificates of the caller, and of a course for its keepers. */
import { certificateLimits, readCertificateNumber } from '#src/contract/record/certificate.ts'
import { certificateFileText } from '#src/contract/record/certificateFile.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { courseFor, courses } from '../../course/course.ts'
import { mayPreview } from '../../course/learn/seen.ts'
import { storedOutline } from '../../course/store.ts'
import { notify } from '../../notice/notify.ts'
import {
  certificateBy,
  certificateColumns,
  type CertificateRow,
  fileOf,
  holderNames,
  issueCertificates,
  keptCertificate,
  ownCertificate,
  replaceCertificate,
  certificateStandingOf,
  stateSql,
} from './store.ts'
import { certificatePublicKey, verifyCertificate } from './verify.ts'

/** @throws Fail `not_found` also for whoever has no part in it */
async function certificateIn(
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

/** Who completed a course and never had a certificate of it. */
const waitingFor = `from course_member m where m.course_id = $1 and m.completed_at is not null
  and not exists (select 1 from certificate c where c.course_id = m.course_id and c.user_id = m.user_id)`
const waiting = async (q: Queryable, id: string): Promise<number> =>
  (await q.query<{ n: number }>(`select count(*)::integer as n ${waitingFor}`, [id])).rows[0]?.n ?? 0

/** Of these people, who have a certificate of the course that was neither revoked nor replaced. */
async function served(q: Queryable, course: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await q.query<{ user_id: string }>(
    `select user_id from certificate where course_id = $1 and user_id = any($2::text[]) and revoked_at is null and replaced_at is null`,
    [course, [...ids]],
  )
  return new Set(rows.map((r) => r.user_id))
}

export const certificateHandlers = area({
  'GET /learning/certificates': async ({ q, who, platform, query }) => {
    const w = where()
    w.and(`c.user_id = ${w.add(who.id)}`)
    const { rows, ...found } = await paged<CertificateRow>(q, {
      select: certificateColumns,
      from: 'certificate c',
      w,
      order: 'c.issued_at desc, c.number',
      query,
      owner: who.id,
    })
    const name = (await holderNames(q, [who.id])).get(who.id)
    return { ...found, items: rows.map((row) => ownCertificate(row, name, platform.now())) }
  },

  'GET /learning/certificates/:number/file': async ({ q, who, params, audit }) => {
    const row = await certificateIn(q, params.number, { user_id: who.id })
    audit({ entity: 'certificate', id: row.number })
    return {
      name: `${fileNameOf(`${row.says.course} ${row.number}`)}.json`,
      type: 'application/json; charset=utf-8',
      body: [Buffer.from(certificateFileText(fileOf(row)))],
    }
  },

  'POST /learning/certificates/:number/reissue': async ({ q, who, platform, params, audit }) => {
    const row = await certificateIn(q, params.number, { user_id: who.id }, 'for update')
    const now = platform.now()
    const name = (await holderNames(q, [who.id])).get(who.id)
    const { state, can } = ownCertificate(row, name, now)
    if (!can.includes('reissue')) throw new Fail('not_allowed_in_state', { state })
    const { number } = await replaceCertificate(q, platform, row)
    audit({ entity: 'certificate', id: number, details: { replaces: row.number } })
    return ownCertificate(await certificateIn(q, number, {}), name, now)
  },

  'POST /certificates/verify': verifyCertificate,
  'GET /certificates/key': certificatePublicKey,

  'GET /courses/:id/certificates': async (c) => {
    const { q, who, platform, params, query } = c
    const doc = await courseFor(c, params.id, 'read')
    // names of learners are for those who may change the course, if only the licence or their right lets them look
    if (!(await mayPreview(q, who, doc.id))) await courses.rows.allow('certify', doc, courses.at(c))
    const now = platform.now()
    const w = where()
    w.and(`c.course_id = ${w.add(doc.id)}`)
    if (query.state) w.and(`${stateSql(w.add(now.toISOString()))} = any(${w.add(query.state)}::text[])`)
    const wanted = query.q?.trim()
    if (wanted) w.and(`c.number || ' ' || (c.says->>'holder') ilike ${w.add(`%${wanted.replace(/[\\%_]/g, '\\$&')}%`)}`)
    const [{ rows, ...found }, n] = await Promise.all([
      paged<CertificateRow>(q, {
        select: certificateColumns,
        from: 'certificate c',
        w,
        order: 'c.issued_at desc, c.number',
        query,
      }),
      waiting(q, doc.id),
    ])
    const revoked = rows.filter((row) => row.revoked_at !== null).map((row) => row.user_id)
    const have = await served(q, doc.id, revoked)
    const gives = (doc.data.certificate ?? null) !== null
    return {
      ...found,
      items: rows.map((row) => keptCertificate(row, gives && !have.has(row.user_id), now)),
      gives,
      waiting: n,
    }
  },

  'POST /courses/:id/certificates': async (c) => {
    const { q, platform, params, body, audit } = c
    const doc = await courseFor(c, params.id, 'certify', 'lock')
    if (!doc.data.certificate) throw new Fail('not_allowed_in_state')
    const { rows } =
      body.user_id === null
        ? await q.query<{ user_id: string; completed_at: string }>(
            `select m.user_id, m.completed_at ${waitingFor} order by m.completed_at, m.user_id limit $2`,
            [doc.id, certificateLimits.atOnce],
          )
        : await q.query<{ user_id: string; completed_at: string }>(
            'select user_id, completed_at from course_member where course_id = $1 and user_id = $2 and completed_at is not null',
            [doc.id, body.user_id],
          )
    const { published } = await storedOutline(q, doc.id)
    const issued = await issueCertificates(
      q,
      platform,
      { id: doc.id, data: doc.data, outline: published ?? { chapters: [] } },
      rows.map((r) => ({ user_id: r.user_id, completed_at: new Date(r.completed_at).toISOString() })),
    )
    if (body.user_id !== null && !issued.length) throw new Fail('not_allowed_in_state')
    const [only] = issued
    audit({
      entity: 'course',
      id: doc.id,
      details: body.user_id !== null && only ? { certificate: only.number } : { count: issued.length },
    })
    return { issued: issued.length, left: await waiting(q, doc.id) }
  },

  'POST /courses/:id/certificates/:number/revoke': async (c) => {
    const { q, who, platform, params, body, audit } = c
    const doc = await courseFor(c, params.id, 'certify')
    const row = await certificateIn(q, params.number, { course_id: doc.id }, 'for update')
    const now = platform.now()
    const { state } = certificateStandingOf(row, now)
    if (state !== 'valid' && state !== 'expired') throw new Fail('not_allowed_in_state', { state })
    await q.query('update certificate set revoked_at = $2, revoked_by = $3, reason = $4 where number = $1', [
      row.number,
      now.toISOString(),
      who.id,
      body.reason,
    ])
    audit({ entity: 'certificate', id: row.number, details: { reason: body.reason } })
    await notify(q, platform, {
      to: [row.user_id],
      kind: 'certificate_revoked',
      params: { course: row.says.course, reason: body.reason },
      link: { screen: 'personal', query: { tab: 'record' } },
    })
    return keptCertificate(await certificateIn(q, row.number, {}), (doc.data.certificate ?? null) !== null, now)
  },
})
