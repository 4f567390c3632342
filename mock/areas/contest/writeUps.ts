/** Write-ups: what entries write about how they solved things, until a deadline, and what staff say of it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeUpHolder } from '#src/contract/bank/attachment.ts'
import type { ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { writeUpLimits } from '#src/contract/contest/running.ts'
import type { WriteUp, WriteUpLine } from '#src/contract/contest/running.schema.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { paged } from '#mock/crud/paged.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import { zipOf, type ZipEntry } from '#mock/crud/zipped.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { checkFiles, holdFiles } from '../bank/attachment/hold.ts'
import { attachmentFile } from '../bank/attachment/store.ts'
import { isPdfFile } from '../course/lab/document.ts'
import { contestDocumentOf, contestInstant, lockContest } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'
import { tellScores } from './judging.ts'
import { learnerView } from './play.ts'
import { recordRuling, stillProvisional } from './rulings.ts'
import { tellEntryAndStaff } from './notices.ts'
import { addDecision } from './write.ts'

interface Row {
  id: string
  contest_id: string
  participant_id: string
  version: number
  text: string
  file_id: string | null
  file_name: string
  file_size: string
  at: string
  by: string
  points: number | null
  review: string
  reviewed_at: string | null
  reviewed_by: string | null
}
const columns =
  'w.id, w.contest_id, w.participant_id, w.version, w.text, w.file_id, w.file_name, w.file_size, w.at, w.by, w.points, w.review, w.reviewed_at, w.reviewed_by'
/** None of the same entry came after it. */
const newest = `not exists (select 1 from contest_write_up n where n.run_id = w.run_id and n.participant_id = w.participant_id and n.version > w.version)`

const shown = (r: Row, by: string): WriteUp => ({
  id: r.id,
  version: r.version,
  file: r.file_id === null ? null : { file: r.file_id, name: r.file_name, size: Number(r.file_size) },
  text: r.text,
  at: contestInstant(r.at),
  by,
  points: r.points,
  review: r.review,
  reviewed_at: r.reviewed_at === null ? null : contestInstant(r.reviewed_at),
})
async function versionsOf(q: Queryable, run: string, entry: string): Promise<WriteUp[]> {
  const { rows } = await q.query<Row>(
    `select ${columns} from contest_write_up w where w.run_id = $1 and w.participant_id = $2 order by w.version desc`,
    [run, entry],
  )
  const people = await namesOf(
    q,
    rows.map((r) => r.by),
  )
  return rows.map((r) => shown(r, people.get(r.by) ?? ''))
}
/** Until when they are taken, in milliseconds; null: none are asked for. */
async function deadlineOf(q: Queryable, contest: string): Promise<number | null> {
  const { rows } = await q.query<{ until: string | null }>(
    `select t.data->>'write_up_until' as until from ${tableOf(contestDocumentOf.flag)} t where t.id = $1`,
    [contest],
  )
  return rows[0]?.until ? Date.parse(rows[0].until) : null
}

/** What is in the newest of each entry, by a digest: spaces and case make no difference to a text. It reads whole files: never in a transaction. */
export async function writeUpDigests(
  q: Queryable,
  platform: Pick<Platform, 'files'>,
  contest: string,
): Promise<{ participant: string; digest: string }[]> {
  const { rows } = await q.query<Row>(
    `select ${columns} from contest_write_up w where w.contest_id = $1 and ${newest} order by w.id`,
    [contest],
  )
  const out: { participant: string; digest: string }[] = []
  for (const r of rows) {
    const hash = createHash('sha256')
    if (r.file_id === null) hash.update(r.text.toLowerCase().replace(/\s+/g, ' ').trim())
    else {
      const file: AsyncIterable<Buffer> = createReadStream(attachmentFile(platform.files, r.file_id))
      for await (const chunk of file) hash.update(chunk)
    }
    out.push({ participant: r.participant_id, digest: hash.digest('hex') })
  }
  return out
}

const own: Handler<'GET /contests/:id/write-up'> = async ({ q, who, params, platform }) => {
  const now = platform.now()
  const view = await learnerView(q, who, params.id, now)
  const until = await deadlineOf(q, params.id)
  const begun = view.times.status !== 'unstarted'
  return {
    until: until === null ? null : contestInstant(until),
    versions: view.own === undefined ? [] : await versionsOf(q, view.contest.run_id, view.own),
    can: view.own !== undefined && begun && until !== null && now.getTime() < until ? ['hand-in'] : [],
    now: now.toISOString(),
  }
}

const handIn: Handler<'POST /contests/:id/write-up'> = async (c) => {
  const { q, who, params, body, platform, arrived, audit } = c
  const view = await learnerView(q, who, params.id, platform.now())
  const { own: entry } = view
  if (entry === undefined) throw new Fail('contest_not_in')
  const until = await deadlineOf(q, params.id)
  if (until === null || view.times.status === 'unstarted' || arrived.getTime() >= until)
    throw new Fail('contest_write_up_over', { until: until === null ? null : contestInstant(until) })
  const refuse = (path: string, rule: string, params?: Record<string, number>) =>
    new Fail('validation', { fields: [{ path, rule, ...(params ? { params } : {}) }] })
  if ((body.text.trim() === '') === (body.file === null)) throw refuse(body.file === null ? 'text' : 'file', 'required')
  const { run_id } = await lockContest(q, params.id)
  const id = platform.newId()
  const attached = { file: body.file ?? '', name: '', size: 0 }
  if (body.file !== null) {
    await checkFiles(q, { attachments: [attached] }, { holder: writeUpHolder, id, owner: who.id })
    if (attached.size > writeUpLimits.pdf) throw refuse('file', 'pdf_size', { max: writeUpLimits.pdf / 1024 ** 2 })
    if (!(await isPdfFile(attachmentFile(platform.files, body.file), attached.size))) throw refuse('file', 'not_pdf')
    await holdFiles(q, { attachments: [attached] }, writeUpHolder, id)
  }
  const { rows } = await q.query<Row>(
    `insert into contest_write_up as w (id, contest_id, run_id, participant_id, version, text, file_id, file_name, file_size, at, by)
     select $1, $2, $3, $4, 1 + coalesce(max(o.version), 0), $5, $6, $7, $8, $9, $10 from contest_write_up o where o.run_id = $3 and o.participant_id = $4
     returning ${columns}`,
    [id, params.id, run_id, entry, body.text, body.file, attached.name, attached.size, arrived.toISOString(), who.id],
  )
  const [row] = rows
  if (!row) throw new Error('a write-up was not kept')
  await tellEntryAndStaff(q, entry)
  audit({ entity: 'contest-write-up', id, after: { version: row.version, file: attached.name } })
  return shown(row, who.name)
}

const list: Handler<'GET /flag-contests/:id/write-ups'> = async (c) => {
  const { q, params, query } = c
  await mayContestDeed(c, params.id, 'look')
  const w = where()
  w.and(`w.contest_id = ${w.add(params.id)}`)
  w.and(newest)
  const { rows, ...rest } = await paged<Row & { entry: string }>(q, {
    select: `${columns}, p.name as entry`,
    from: 'contest_write_up w join contest_participant p on p.id = w.participant_id',
    w,
    order: 'w.reviewed_at is not null, w.at desc, w.id desc',
    query,
  })
  const people = await namesOf(
    q,
    rows.flatMap((r) => [r.by, r.reviewed_by ?? '']),
  )
  return {
    items: rows.map((r): WriteUpLine => {
      const { text: _, ...line } = shown(r, people.get(r.by) ?? '')
      const reviewed_by = r.reviewed_by === null ? '' : (people.get(r.reviewed_by) ?? '')
      return { ...line, entry_id: r.participant_id, entry: r.entry, reviewed_by }
    }),
    ...rest,
  }
}

async function writeUpById(q: Queryable, id: string): Promise<Row & { entry: string; run_id: string }> {
  const { rows } = await q.query<Row & { entry: string; run_id: string }>(
    `select ${columns}, w.run_id, p.name as entry from contest_write_up w join contest_participant p on p.id = w.participant_id where w.id = $1`,
    [id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
const read: Handler<'GET /contest-write-ups/:id'> = async (c) => {
  const row = await writeUpById(c.q, c.params.id)
  await mayContestDeed(c, row.contest_id, 'look')
  return { entry: row.entry, versions: await versionsOf(c.q, row.run_id, row.participant_id) }
}

/** Points of an entry for its write-up are those of the last review of any version: what it had before is taken back. */
const review: Handler<'POST /contest-write-ups/:id/review'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  const { contest_id } = await writeUpById(q, params.id)
  await mayContestDeed(c, contest_id, 'judge')
  const contest = await lockContest(q, contest_id)
  stillProvisional(contest)
  const row = await writeUpById(q, params.id)
  const { rows } = await q.query<{ points: number | null }>(
    `select points from contest_write_up where run_id = $1 and participant_id = $2 and reviewed_at is not null order by reviewed_at desc, version desc limit 1`,
    [row.run_id, row.participant_id],
  )
  const more = ((body.points ?? 0) - (rows[0]?.points ?? 0)) * pointUnit
  const now = platform.now()
  await q.query(
    'update contest_write_up set points = $2, review = $3, reviewed_at = $4, reviewed_by = $5 where id = $1',
    [row.id, body.points, body.review, now.toISOString(), who.id],
  )
  if (more !== 0 && row.run_id === contest.run_id) {
    const participant = row.participant_id
    const ruling = await recordRuling(c, contest, { kind: 'write-up', participant, amount: more, reason: body.review })
    await addDecision(
      q,
      contest,
      () => [{ kind: 'points', at: now.getTime(), cause: 'adjust', participant, amount: more }],
      { evidence: ruling, by: who.id },
    )
  }
  await tellScores(q, contest, row.participant_id, now)
  audit({
    entity: 'contest-write-up',
    id: row.id,
    before: { points: row.points, review: row.review },
    after: { points: body.points, review: body.review },
  })
  const after = await writeUpById(q, row.id)
  return shown(after, (await namesOf(q, [after.by])).get(after.by) ?? '')
}

const download: Handler<'GET /flag-contests/:id/write-ups/file'> = async (c) => {
  const { q, params, platform, audit } = c
  await mayContestDeed(c, params.id, 'look')
  const { rows } = await q.query<Row & { entry: string; contest: string }>(
    `select ${columns}, p.name as entry, k.name as contest from contest_write_up w join contest_participant p on p.id = w.participant_id
     join contest k on k.id = w.contest_id where w.contest_id = $1 and ${newest} order by p.name, w.id`,
    [params.id],
  )
  const taken = new Set<string>()
  const entries = rows.map((r): ZipEntry => {
    const plain = fileNameOf(r.entry)
    const name = taken.has(plain.toLowerCase()) ? `${plain}-${r.participant_id.slice(-6)}` : plain
    taken.add(plain.toLowerCase())
    return r.file_id === null
      ? { name: `${name}.md`, bytes: r.text }
      : { name: `${name}.pdf`, bytes: createReadStream(attachmentFile(platform.files, r.file_id)) }
  })
  audit({ entity: 'flag-contest', id: params.id, details: { count: entries.length } })
  const name = `${fileNameOf(rows[0]?.contest ?? 'contest')}-write-ups.zip`
  return { name, type: 'application/zip', body: zipOf(entries) }
}

/** Whether a file is read by way of a write-up: by its entry, and by the staff of its contest. */
export async function inWriteUp(
  c: { q: Queryable; who: Caller; platform: Platform },
  { holder, holder_id }: { holder: string; holder_id: string },
): Promise<boolean> {
  if (holder !== writeUpHolder) return false
  const { rows } = await c.q.query<{ contest_id: string; mine: boolean }>(
    `select w.contest_id, exists (select 1 from contest_member m where m.participant_id = w.participant_id and m.user_id = $2) as mine
     from contest_write_up w where w.id = $1`,
    [holder_id, c.who.id],
  )
  const [found] = rows
  if (!found) return false
  if (found.mine) return c.who.granted.has('flag-contest-play')
  if (!c.who.granted.has('flag-detail')) return false
  return mayContestDeed(c, found.contest_id, 'look').then(
    () => true,
    (e: unknown) => {
      if (e instanceof Fail) return false
      throw e
    },
  )
}
/** Whoever is in a contest that takes write-ups may send a PDF. */
export async function writeUpUpload(
  q: Queryable,
  user: string,
  now: Date,
): Promise<NonNullable<ShownQuestion['upload']>[]> {
  const { rows } = await q.query(
    `select 1 from contest_member m join contest_participant p on p.id = m.participant_id and p.status = 'accepted'
     join ${tableOf(contestDocumentOf.flag)} t on t.id = m.contest_id where m.user_id = $1 and (t.data->>'write_up_until')::timestamptz > $2 limit 1`,
    [user, now.toISOString()],
  )
  return rows.length ? [{ wanted: true, files: 1, ends: ['.pdf'] }] : []
}

export const writeUpHandlers = {
  'GET /contests/:id/write-up': own,
  'POST /contests/:id/write-up': handIn,
  'GET /flag-contests/:id/write-ups': list,
  'GET /flag-contests/:id/write-ups/file': download,
  'GET /contest-write-ups/:id': read,
  'POST /contest-write-ups/:id/review': review,
}
