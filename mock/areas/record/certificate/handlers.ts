/** Certificates of the caller, and of a course for its keepers. */
import { certificateLimits } from '#src/contract/record/certificate.ts'
import { certificateFileText } from '#src/contract/record/certificateFile.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { courseFor, courses } from '../../course/course.ts'
import { mayPreview } from '../../course/learn/seen.ts'
import { storedOutline } from '../../course/store.ts'
import { certificateIn, keptPage, revokeCertificate } from './kept.ts'
import {
  certificateColumns,
  type CertificateRow,
  fileOf,
  holderNames,
  issueCertificates,
  keptCertificate,
  ownCertificate,
  replaceCertificate,
} from './store.ts'
import { certificatePublicKey, verifyCertificate } from './verify.ts'

/** Who completed a course and never had a certificate of it. */
const waitingFor = `from course_member m where m.course_id = $1 and m.completed_at is not null
  and not exists (select 1 from certificate c where c.course_id = m.course_id and c.user_id = m.user_id)`
const waiting = async (q: Queryable, id: string): Promise<number> =>
  (await q.query<{ n: number }>(`select count(*)::integer as n ${waitingFor}`, [id])).rows[0]?.n ?? 0

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
    const gives = (doc.data.certificate ?? null) !== null
    const [found, n] = await Promise.all([
      keptPage(q, { about: doc.id, gives, now: platform.now(), query }),
      waiting(q, doc.id),
    ])
    return { ...found, gives, waiting: n }
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
    await revokeCertificate(q, platform, row, { by: who.id, reason: body.reason, kind: 'certificate_revoked' })
    audit({ entity: 'certificate', id: row.number, details: { reason: body.reason } })
    const gives = (doc.data.certificate ?? null) !== null
    return keptCertificate(await certificateIn(q, row.number, {}), gives, platform.now())
  },
})
