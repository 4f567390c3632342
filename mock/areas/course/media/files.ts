/** Files of lessons on their way: announced, received by the deposit, and looked into before anybody can name them. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { type CourseFileUse, courseFileEnds, largestCourseFile, mediaLimits } from '#src/contract/course/media.ts'
import type { CourseFileState } from '#src/contract/course/media.schema.ts'
import { present } from '#src/contract/lib/typed.ts'
import { configured } from '#mock/configured.ts'
import type { Queryable } from '#mock/db/db.ts'
import { depositFile, withFileReader } from '#mock/deposit/folder.ts'
import type { Receiver } from '#mock/deposit/kinds.ts'
import { roomOfPerson } from '#mock/deposit/room.ts'
import { area, type Ctx, Fail } from '#mock/http/request/handler.ts'
import { attachmentFile, forgetLoose, placeFile } from '../../bank/attachment/store.ts'
import { digest } from '../../image/keep.ts'
import { courseFor } from '../course.ts'
import { manifestsOf, probePackage } from '../package/arrive.ts'
import { courseHolder } from './named.ts'
import { type CourseFileVerdict, probeCourseFile } from './probe.ts'

interface Row extends Pick<CourseFileState, 'name' | 'use' | 'fault' | 'line' | 'type' | 'seconds' | 'detail'> {
  id: string
  owner: string
  size: number
  state: CourseFileState['state']
}
async function rowOf(q: Queryable, id: string, lock = ''): Promise<Row> {
  const { rows } = await q.query<Row>(
    `select a.id, a.owner, a.name, a.size, a.state, f.use, f.fault, f.line, f.type, f.seconds, coalesce(f.detail, '') as detail
     from attachment a join course_file f on f.attachment_id = a.id where a.id = $1 ${lock}`,
    [id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
/** A file of a course, or one that its writer is about to name in it. */
async function writtenFile(
  c: Pick<Ctx<'GET /courses/:id/files/:file'>, 'q' | 'who' | 'platform'>,
  { id, file }: { id: string; file: string },
): Promise<Row> {
  const doc = await courseFor(c, id, 'read')
  const row = await rowOf(c.q, file)
  const { rows } = await c.q.query(
    'select 1 from attachment_use where attachment_id = $1 and holder = $2 and holder_id = $3',
    [row.id, courseHolder, doc.id],
  )
  if (!rows.length && row.owner !== c.who.id) throw new Fail('not_found')
  return row
}
const endOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''

export const courseFileHandlers = area({
  'POST /courses/:id/files': async (c) => {
    const { q, who, platform, audit } = c
    const { use, name, size } = c.body
    const doc = await courseFor(c, c.params.id, 'update')
    const ends = courseFileEnds[use]
    if (ends.length && !ends.includes(endOf(name))) throw new Fail('unsupported_type', { ends: ends.join(', ') })
    const { store_video } = await configured(platform.settings, 'store')
    const max = largestCourseFile(use, store_video)
    if (size > max) throw new Fail('too_large', { max })
    const now = platform.now()
    await forgetLoose(q, now)
    const { rows } = await q.query<{ n: number }>(
      `select count(*)::integer as n from attachment a join course_file f on f.attachment_id = a.id
       where a.owner = $1 and a.state = 'waiting'`,
      [who.id],
    )
    const most = mediaLimits.announced
    if (present(rows[0]).n >= most) throw new Fail('uploads_at_once', { most })
    await roomOfPerson(q, platform, who.id, size)
    const id = platform.newId()
    await q.query('insert into attachment (id, owner, name, size, created_at) values ($1, $2, $3, $4, $5)', [
      id,
      who.id,
      name,
      size,
      now.toISOString(),
    ])
    await q.query('insert into course_file (attachment_id, use) values ($1, $2)', [id, use])
    audit({ entity: 'course', id: doc.id, details: { file: name, size, kind: use } })
    return { file: id, name, size }
  },
  'GET /courses/:id/files/:file': async (c) => {
    const row = await writtenFile(c, c.params)
    const { id: file, name, size, use, state, fault, line, type, seconds, detail } = row
    return { file, name, size: Number(size), use, state, fault, line, type, seconds, detail }
  },
  'GET /courses/:id/files/:file/package': async (c) => {
    const row = await writtenFile(c, c.params)
    const manifest = (await manifestsOf(c.q, [row.id])).get(row.id)
    if (!manifest) throw new Fail('not_found')
    return manifest
  },
})

/** In its place under another name of the same bytes: a copy of a video would take as long and as much room again. */
async function linkFile(files: string, id: string, from: string): Promise<void> {
  const to = attachmentFile(files, id)
  await fs.mkdir(path.dirname(to), { recursive: true })
  await fs.rm(`${to}.coming`, { force: true })
  try {
    await fs.link(from, `${to}.coming`)
  } catch {
    // a file system without links
    return placeFile(files, id, from)
  }
  await fs.rename(`${to}.coming`, to)
}

interface Seen {
  verdict: CourseFileVerdict
  sha256: string
}
export const courseFileReceiver: Receiver<Seen> = {
  async begin(q, { target, name, size }, who) {
    const row = await rowOf(q, target, 'for update of a')
    if (row.owner !== who.id) throw new Fail('not_found')
    if (row.state !== 'waiting') throw new Fail('not_allowed_in_state', { status: row.state, action: 'upload' })
    const wrong = row.name !== name ? 'name' : Number(row.size) !== size ? 'size' : undefined
    if (wrong) throw new Fail('validation', { fields: [{ path: wrong, rule: 'as_announced' }] })
    return { max: Number(row.size) }
  },
  async look({ files, db, threads }, { id, target }): Promise<Seen> {
    const file = depositFile(files, id)
    const { rows } = await db.query<{ use: CourseFileUse }>('select use from course_file where attachment_id = $1', [
      target,
    ])
    const use = rows[0]?.use ?? 'file'
    const verdict =
      use === 'package'
        ? await probePackage(threads, file)
        : await withFileReader(file, (read, size) => probeCourseFile(use, read, size))
    if (!verdict.ok) return { verdict, sha256: '' }
    await linkFile(files, target, file)
    return { verdict, sha256: await digest(file, async () => {}) }
  },
  async arrive(q, _platform, { target }, { verdict, sha256 }, audit) {
    const state = verdict.ok ? 'here' : 'refused'
    const { rows } = await q.query<{ id: string }>(
      `update attachment set state = $2, sha256 = $3 where id = $1 and state = 'waiting' returning id`,
      [target, state, sha256],
    )
    if (!rows[0]) return { file: 'dropped' }
    await q.query(
      'update course_file set type = $2, seconds = $3, fault = $4, line = $5, manifest = $6, detail = $7 where attachment_id = $1',
      [
        target,
        verdict.ok ? verdict.type : null,
        verdict.ok ? verdict.seconds : null,
        verdict.ok ? null : verdict.fault,
        verdict.ok ? null : verdict.line,
        verdict.ok && verdict.manifest ? JSON.stringify(verdict.manifest) : null,
        verdict.ok ? null : (verdict.detail ?? null),
      ],
    )
    audit({ entity: 'attachment', id: target, after: { state, sha256 } })
    return { file: 'dropped' }
  },
}
