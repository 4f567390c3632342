/**
 * Tickets of packages: a page on another origin has no session, so the lesson asks for a ticket. It is good for one package, one section as it
 * is now and one person, not for long, and no longer than their session lives and the lesson is open to them; the lesson renews it.
 */
import { createHash } from 'node:crypto'
import { lessonScreens } from '#src/contract/course/media.ts'
import { packageLimits, packagePaths } from '#src/contract/course/package.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { peopleNow } from '../../session/peopleNow.ts'
import { cameTo } from '../learn/progress.ts'
import { hashOfTicket } from '../media/ticket.ts'
import { openMedia } from '../media/open.ts'
import { manifestsOf } from './arrive.ts'
import type { PackageSite } from './site.ts'

const over = (now: Date): string => new Date(now.getTime() + packageLimits.ticket * 1000).toISOString()
/** An older window may hear that another goes on as long as this after it ended, milliseconds. */
const remembered = 24 * 3_600_000

/** Whether another page of the section was opened since. */
export async function isSuperseded(
  q: Queryable,
  at: Pick<LaunchRow, 'user_id' | 'course_id' | 'section_id' | 'launch'>,
): Promise<boolean> {
  const { rows } = await q.query(
    `select 1 from package_launch where user_id = $1 and course_id = $2 and section_id = $3 and launch > $4 and not preview
     union all
     select 1 from package_record where user_id = $1 and course_id = $2 and section_id = $3 and launch > $4 limit 1`,
    [at.user_id, at.course_id, at.section_id, at.launch],
  )
  return rows.length > 0
}

export const launchPackage =
  (site: PackageSite): Handler<'POST /learning/courses/:id/sections/:section/launch'> =>
  async (c) => {
    const { q, who, platform, params, body, query, meta } = c
    const now = platform.now()
    const preview = query.preview === true
    const origin = site.originOf(meta.self, body.file)
    if (origin === undefined) throw new Fail('packages_off')
    // of several windows of one person each has its number
    if (!preview)
      await q.query('select 1 from course_member where course_id = $1 and user_id = $2 for update', [params.id, who.id])
    const at = { course_id: params.id, section_id: params.section, file_id: body.file, preview }
    const open = await openMedia(q, who, at, now)
    if (open.named.use !== 'package') throw new Fail('not_found')
    const expires_at = over(now)
    const given = (ticket: string, nonce: string) => ({
      ticket,
      address: `${origin}/${ticket}/${packagePaths.play}`,
      origin,
      nonce,
      expires_at,
    })
    if (body.ticket !== undefined) {
      // one that has just ended comes back, as long as nothing else has: a lid was closed, a line was down
      const { rows } = await q.query<LaunchRow>(
        `select * from package_launch where hash = $1 and session_hash = $2 and course_id = $3 and section_id = $4 and file_id = $5
           and preview = $6 and revision = $7 for update`,
        [
          hashOfTicket(body.ticket),
          who.session,
          open.course.id,
          at.section_id,
          at.file_id,
          preview,
          open.section.revision,
        ],
      )
      const [row] = rows
      if (!row) throw new Fail('media_ticket_over')
      if (!preview && (await isSuperseded(q, row))) throw new Fail('package_taken')
      await q.query('update package_launch set expires_at = $2 where hash = $1', [row.hash, expires_at])
      return given(body.ticket, row.nonce)
    }
    if (!preview) {
      await q.query(
        `insert into course_record (course_id, user_id, section_id, updated_at) values ($1, $2, $3, $4) on conflict do nothing`,
        [open.course.id, who.id, at.section_id, now.toISOString()],
      )
      await cameTo(c, open)
    }
    await q.query('delete from package_launch where expires_at < $1', [
      new Date(now.getTime() - remembered).toISOString(),
    ])
    const ticket = platform.random(32).toString('base64url')
    const nonce = platform.random(16).toString('base64url')
    await q.query(
      `insert into package_launch (hash, session_hash, user_id, course_id, section_id, file_id, revision, preview, origin, nonce, launch, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, greatest($11::bigint,
         coalesce((select max(launch) + 1 from package_launch where user_id = $3 and course_id = $4 and section_id = $5), 0),
         coalesce((select max(launch) + 1 from package_record where user_id = $3 and course_id = $4 and section_id = $5), 0)), $12)`,
      [
        hashOfTicket(ticket),
        who.session,
        who.id,
        open.course.id,
        at.section_id,
        at.file_id,
        open.section.revision,
        preview,
        meta.origin ?? '',
        nonce,
        now.getTime(),
        expires_at,
      ],
    )
    return given(ticket, nonce)
  }

export interface LaunchRow {
  hash: string
  session_hash: string
  user_id: string
  course_id: string
  section_id: string
  file_id: string
  revision: number
  preview: boolean
  origin: string
  nonce: string
  launch: number
  run: number
}
/** A launch whose ticket and session live. @throws Fail not_found for any other text */
export async function liveLaunch(q: Queryable, ticket: string, now: Date, lock = ''): Promise<LaunchRow> {
  const { rows } = await q.query<LaunchRow>(
    `select l.hash, l.session_hash, l.user_id, l.course_id, l.section_id, l.file_id, l.revision, l.preview, l.origin, l.nonce, l.launch::float8 as launch, l.run
     from package_launch l join session s on s.id_hash = l.session_hash
     where l.hash = $1 and l.expires_at > $2::timestamptz and s.ended_at is null and s.expires_at > $2::timestamptz
       and s.seen_at + s.idle_seconds * interval '1 second' >= $2::timestamptz ${lock}`,
    [hashOfTicket(ticket), now.toISOString()],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** Whoever a launch is for, as they are now. @throws Fail not_found when they may open no lesson any more */
export async function learnerOf(q: Queryable, platform: Platform, row: LaunchRow): Promise<Caller> {
  const [person] = await peopleNow(q, platform, [row.user_id])
  if (!person || !lessonScreens.some((s) => person.granted.has(s))) throw new Fail('not_found')
  const { rows } = await q.query<{ username: string; name: string }>(
    `select data ->> 'username' as username, data ->> 'name' as name from r_user where id = $1`,
    [row.user_id],
  )
  return {
    ...person,
    username: rows[0]?.username ?? '',
    name: rows[0]?.name ?? '',
    grants: new Set<string>(),
    writable: person.changes,
    licensed: person.granted,
    org_id: person.org_line.at(-1) ?? null,
    session: row.session_hash,
    must_change: null,
  }
}

/** Everything that opened it, asked anew. @throws Fail not_found when something of it has ended, or the section was written anew */
export async function entitled(
  q: Queryable,
  platform: Platform,
  row: LaunchRow,
): Promise<{ who: Caller; manifest: ScormManifest }> {
  const who = await learnerOf(q, platform, row)
  try {
    const open = await openMedia(q, who, row, platform.now())
    if (open.section.revision !== row.revision) throw new Fail('not_found')
  } catch (e) {
    // whoever only shows an address is told nothing of why
    if (e instanceof Fail) throw new Fail('not_found')
    throw e
  }
  const manifest = (await manifestsOf(q, [row.file_id])).get(row.file_id)
  if (!manifest) throw new Fail('not_found')
  return { who, manifest }
}

/** A package knows its learner by a word that says nothing elsewhere. */
export const learnerId = (row: Pick<LaunchRow, 'user_id' | 'course_id'>): string =>
  createHash('sha256').update(`${row.user_id} ${row.course_id}`).digest('hex').slice(0, 24)
