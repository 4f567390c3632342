/** Certificates as they are kept, and issuing them. */
import { cents } from '#src/contract/exam/score.ts'
import { settings } from '#src/contract/system/config.ts'
import {
  certificateExpiry,
  certificateNumber,
  certificateNumberBytes,
  certificateStanding,
} from '#src/contract/record/certificate.ts'
import type {
  Certificate,
  CertificateFile,
  KeptCertificate,
  OwnCertificate,
} from '#src/contract/record/certificate.schema.ts'
import { signedCertificateText } from '#src/contract/record/certificateFile.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { type DataOf, documents } from '#mock/crud/documents.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { toldScores } from '../../course/homework/score.ts'
import { figuresOf } from '../../course/store.ts'
import { notify } from '../../notice/notify.ts'
import { certificateKey } from './key.ts'

/** Stands on certificates of a platform that nobody named. */
const productName = '新一代网络靶场 Next-generation cyber range'

export interface CertificateRow {
  number: string
  user_id: string
  course_id: string
  says: Certificate
  key: string
  signature: string
  issued_at: string | Date
  expires_at: string | Date | null
  revoked_at: string | Date | null
  replaced_at: string | Date | null
  reason: string
}
export const certificateColumns =
  'c.number, c.user_id, c.course_id, c.says, c.key, c.signature, c.issued_at, c.expires_at, c.revoked_at, c.replaced_at, c.reason'

export async function certificateBy(q: Queryable, number: string, lock = ''): Promise<CertificateRow | undefined> {
  const { rows } = await q.query<CertificateRow>(
    `select ${certificateColumns} from certificate c where c.number = $1 ${lock}`,
    [number],
  )
  return rows[0]
}

const stamp = (at: string | Date | null): string | null => (at === null ? null : new Date(at).toISOString())
export const certificateStandingOf = (row: CertificateRow, now: Date) =>
  certificateStanding(
    { revoked_at: stamp(row.revoked_at), replaced_at: stamp(row.replaced_at), expires_at: stamp(row.expires_at) },
    now,
  )
/** SQL of how a certificate `c` stands at a time; `certificateStandingOf` says the same of one row. */
export const stateSql = (at: string): string =>
  `case when c.revoked_at is not null then 'revoked' when c.replaced_at is not null then 'replaced'
    when c.expires_at <= ${at}::timestamptz then 'expired' else 'valid' end`

export const fileOf = ({ key, says, signature }: CertificateRow): Omit<CertificateFile, 'format' | 'version'> => ({
  key,
  certificate: says,
  signature,
})

/** @param name what its holder is called now */
export function ownCertificate(row: CertificateRow, name: string | undefined, now: Date): OwnCertificate {
  const standing = certificateStandingOf(row, now)
  const other = name !== undefined && name !== row.says.holder
  return { ...row.says, ...standing, reason: row.reason, can: other && standing.state === 'valid' ? ['reissue'] : [] }
}
/** @param free its holder has no other one that stands, so that a revoked one may be given back */
export function keptCertificate(row: CertificateRow, free: boolean, now: Date): KeptCertificate {
  const { number, user_id, says, reason } = row
  const standing = certificateStandingOf(row, now)
  return {
    number,
    user_id,
    holder: says.holder,
    issued_at: says.issued_at,
    expires_at: says.expires_at,
    ...standing,
    reason,
    can:
      standing.state === 'valid' || standing.state === 'expired'
        ? ['revoke']
        : standing.state === 'revoked' && free
          ? ['reinstate']
          : [],
  }
}

/** What people are called now, as certificates name them. */
export async function holderNames(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{ id: string; name: string }>(
    `select id, coalesce(nullif(data->>'name', ''), data->>'username') as name from ${tableOf('user')} where id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, r.name]))
}

type Ground = Pick<Platform, 'now' | 'newId' | 'random' | 'secret' | 'settings'>
type Said = Omit<Certificate, 'number' | 'holder' | 'issued_at' | 'issuer'>
export interface CertificateHolder extends Said {
  user_id: string
}
/** Signs and keeps them; of who has one already nothing. @returns those that are new */
export async function keepCertificates(
  q: Queryable,
  platform: Ground,
  holders: readonly CertificateHolder[],
): Promise<Certificate[]> {
  const [key, names, named] = await Promise.all([
    certificateKey(platform),
    holderNames(
      q,
      holders.map((h) => h.user_id),
    ),
    platform.settings.get(settings.basics.system_name.name, settings.basics.system_name.default),
  ])
  const issued_at = platform.now().toISOString()
  const rows = holders.flatMap(({ user_id, ...said }) => {
    const holder = names.get(user_id)
    if (holder === undefined) return []
    const number = certificateNumber(platform.random(certificateNumberBytes))
    const says: Certificate = { ...said, number, holder, issued_at, issuer: named || productName }
    const signature = key.sign(signedCertificateText(says, key.name))
    const { course_id, expires_at } = said
    return [{ number, user_id, course_id, says, key: key.name, signature, issued_at, expires_at, reason: '' }]
  })
  const { rows: kept } = await q.query<{ number: string }>(
    `insert into certificate select * from jsonb_populate_recordset(null::certificate, $1::jsonb)
     on conflict (course_id, user_id) where revoked_at is null and replaced_at is null do nothing returning number`,
    [JSON.stringify(rows)],
  )
  const fresh = new Set(kept.map((r) => r.number))
  return rows.flatMap((r) => (fresh.has(r.number) ? [r.says] : []))
}

export interface CertifiedCourse {
  id: string
  data: DataOf<'course'>
  /** The edition that is shown. */
  outline: Outline
}
interface Completion {
  user_id: string
  completed_at: string
}
/** Issues what the course gives to those who completed it, and tells them. @returns the new ones */
export async function issueCertificates(
  q: Queryable,
  platform: Ground,
  { id, data, outline }: CertifiedCourse,
  completions: readonly Completion[],
): Promise<Certificate[]> {
  const gives = data.certificate ?? null
  if (gives === null || !completions.length) return []
  const { theory, experiment } = figuresOf(outline)
  const said = {
    course_id: id,
    course: data.name ?? '',
    course_other: data.translation?.name ?? '',
    language: data.language ?? '',
    theory_hours: theory,
    experiment_hours: experiment,
    credit: data.credit ?? 0,
    expires_at: gives.months === null ? null : certificateExpiry(platform.now(), gives.months).toISOString(),
  } as const
  const score = await toldScores(
    q,
    { id, outline },
    completions.map((c) => c.user_id),
    platform.now(),
  )
  const least = gives.min_score ?? null
  const holders = completions.flatMap((c) => {
    const { share, grade } = score(c.user_id)
    if (least !== null && (share === null || share < least)) return []
    return [{ ...said, ...c, ...(share === null || grade === null ? {} : { score: cents(share), grade }) }]
  })
  if (!holders.length) return []
  const issued = await keepCertificates(q, platform, holders)
  await tellHolders(q, platform, issued, 'certificate_issued', { course: said.course })
  return issued
}

/** Tells those who have them that they do. */
export async function tellHolders(
  q: Queryable,
  platform: Ground,
  issued: readonly Certificate[],
  kind: 'certificate_issued' | 'contest_certificate_issued',
  params: Readonly<Record<string, string>>,
): Promise<void> {
  if (!issued.length) return
  const { rows } = await q.query<{ user_id: string }>(
    'select user_id from certificate where number = any($1::text[])',
    [issued.map((c) => c.number)],
  )
  const link = { screen: 'personal', query: { tab: 'record' } } as const
  await notify(q, platform, { to: rows.map((r) => r.user_id), kind, params, link })
}

/** Makes a certificate out to the name its holder has now; it is valid for as long as the one before was. @returns the new one */
export async function replaceCertificate(q: Queryable, platform: Ground, row: CertificateRow): Promise<Certificate> {
  await q.query('update certificate set replaced_at = $2 where number = $1', [row.number, platform.now().toISOString()])
  const { number: _n, holder: _h, issued_at: _i, issuer: _p, ...said } = row.says
  const [fresh] = await keepCertificates(q, platform, [{ ...said, user_id: row.user_id }])
  if (!fresh) throw new Error(`nobody has certificate ${row.number}`)
  return fresh
}

/** Whoever completed the course before their score was enough is given the certificate once it is, of which they never had one. */
export async function certifyLater(q: Queryable, platform: Ground, course: string, user: string): Promise<void> {
  const doc = await documents('course').get(q, course)
  if (!doc || (doc.data.certificate?.min_score ?? null) === null) return
  const { rows } = await q.query<{ completed_at: string; outline: Outline | null }>(
    `select m.completed_at, o.published as outline from course_member m join course_outline o on o.course_id = m.course_id
     where m.course_id = $1 and m.user_id = $2 and m.completed_at is not null
       and not exists (select 1 from certificate c where c.course_id = m.course_id and c.user_id = m.user_id)`,
    [course, user],
  )
  const [row] = rows
  if (!row?.outline) return
  await issueCertificates(q, platform, { id: course, data: doc.data, outline: row.outline }, [
    { user_id: user, completed_at: new Date(row.completed_at).toISOString() },
  ])
}
