/** Files beside questions: announced, received, read by those who may see a question that has them. */
import { createReadStream } from 'node:fs'
import { attachmentScreens } from '#src/contract/bank/attachment.ts'
import { homeworkWriting, lessonReading } from '#src/contract/course/screens.ts'
import { type Bank, banks, resourceOf } from '#src/contract/bank/question.ts'
import { toolScreens } from '#src/contract/practice/keep.ts'
import { managesResource } from '#mock/crud/rows.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { depositFile } from '#mock/deposit/folder.ts'
import type { Receiver } from '#mock/deposit/kinds.ts'
import { roomOfPerson } from '#mock/deposit/room.ts'
import { area, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { digest } from '../../image/keep.ts'
import { openOf } from '../../practice/practisable.ts'
import { neutralName } from '../../exam/anonymous.ts'
import { inContest } from '../../contest/files.ts'
import { inWriteUp, writeUpUpload } from '../../contest/writeUps.ts'
import { homeworkUploads, inHomework } from '../../course/homework/files.ts'
import { inReport, reportUpload } from '../../course/lab/document.ts'
import { refuseUnasked } from '../../exam/handOver.ts'
import type { Papers } from '../../exam/sheet.ts'
import { inExam, isNameless } from './inExam.ts'
import { attachmentFile, forgetLoose, placeFile } from './store.ts'

interface Row {
  id: string
  owner: string
  name: string
  size: number
  state: 'waiting' | 'here'
}
async function rowOf(q: Queryable, id: string, lock = ''): Promise<Row> {
  const { rows } = await q.query<Row>(`select id, owner, name, size, state from attachment where id = $1 ${lock}`, [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

const settings = banks.map((bank) => crudContext(resourceOf[bank], {}))

/** A learner fetches what is open to practice, and the write-up of what he solved where its keeper opened it. */
async function mayPractise(
  c: { q: Queryable; who: Caller; platform: Platform },
  bank: Bank,
  id: string,
  secret: boolean,
): Promise<boolean> {
  if (!(await openOf(c, bank, [id])).has(id)) return false
  if (!secret) return true
  const { rows } = await c.q.query(
    `select 1 from flag_solve s join r_flag_challenge t on t.id = s.question_id
     where s.question_id = $1 and s.user_id = $2 and (t.data->>'writeup_open')::boolean`,
    [id, c.who.id],
  )
  return rows.length > 0
}

/** Whether a question that has the file is there for this caller; its write-up for keepers only. */
async function mayRead(c: { q: Queryable; who: Caller; platform: Platform }, row: Row): Promise<boolean> {
  const { rows } = await c.q.query<{ holder: string; holder_id: string; secret: boolean }>(
    'select holder, holder_id, secret from attachment_use where attachment_id = $1',
    [row.id],
  )
  if (!rows.length) return row.owner === c.who.id
  for (const use of rows) {
    const { holder, holder_id, secret } = use
    if ((await inExam(c, use)) || (await inHomework(c, use)) || (await inReport(c, use, row.id))) return true
    if ((await inContest(c, use)) || (await inWriteUp(c, use))) return true
    const bank = banks.find((one) => resourceOf[one] === holder)
    if (
      bank &&
      toolScreens.some((screen) => c.who.granted.has(screen)) &&
      (await mayPractise(c, bank, holder_id, secret))
    )
      return true
    const s = settings.find((one) => one.name === holder)
    if (!s || !(managesResource(s.line, c.who) || (!secret && s.line.read.some((screen) => c.who.granted.has(screen)))))
      continue
    const seen = await s.see(c, holder_id).catch((e: unknown) => {
      if (e instanceof Fail) return undefined
      throw e
    })
    if (seen) return true
  }
  return false
}

const answering: ReadonlySet<string> = new Set([
  'exam-session',
  ...homeworkWriting,
  ...lessonReading,
  'flag-contest-play',
])
const keeping = attachmentScreens.filter((screen) => !answering.has(screen))

export const attachmentHandlers = (papers: Papers) =>
  area({
    'POST /attachments': async ({ q, body: { name, size }, who, platform, audit }) => {
      const now = platform.now()
      await forgetLoose(q, now)
      await roomOfPerson(q, platform, who.id, size)
      // who keeps no questions has files for his answers alone
      if (!keeping.some((screen) => who.changes.has(screen))) {
        const homework = await homeworkUploads(q, who.id, now)
        const uploads = [
          ...homework.uploads,
          ...(await reportUpload(q, who.id)),
          ...(await writeUpUpload(q, who.id, now)),
        ]
        await refuseUnasked(q, papers, who.id, { name, size }, { ...homework, uploads })
      }
      const id = platform.newId()
      await q.query('insert into attachment (id, owner, name, size, created_at) values ($1, $2, $3, $4, $5)', [
        id,
        who.id,
        name,
        size,
        now.toISOString(),
      ])
      audit({ entity: 'attachment', id, after: { name, size } })
      return { file: id, name, size }
    },

    'GET /attachments/:id': async (c) => {
      const row = await rowOf(c.q, c.params.id)
      if (row.state !== 'here' || !(await mayRead(c, row))) throw new Fail('not_found')
      c.audit({ entity: 'attachment', id: row.id, details: { file: row.name } })
      const file = attachmentFile(c.platform.files, row.id)
      return {
        name: (await isNameless(c, row)) ? neutralName(row.name, 1) : row.name,
        type: 'application/octet-stream',
        size: Number(row.size),
        body: createReadStream(file),
        part: (start: number, end: number) => createReadStream(file, { start, end }),
      }
    },
  })

export const attachmentReceiver: Receiver = {
  async begin(q, { target, name, size }, who) {
    const row = await rowOf(q, target, 'for update')
    if (row.owner !== who.id) throw new Fail('not_found')
    if (row.state !== 'waiting') throw new Fail('not_allowed_in_state', { status: row.state, action: 'upload' })
    const wrong = row.name !== name ? 'name' : Number(row.size) !== size ? 'size' : undefined
    if (wrong) throw new Fail('validation', { fields: [{ path: wrong, rule: 'as_announced' }] })
    return { max: Number(row.size) }
  },
  /** The copy is in its place before any row says so; one without a row is replaced when the upload goes on. */
  async look({ files }, { id, target }) {
    const file = depositFile(files, id)
    await placeFile(files, target, file)
    return digest(file, async () => {})
  },
  async arrive(q, _platform, { target }, sha256, audit) {
    const { rows } = await q.query<{ id: string }>(
      `update attachment set state = 'here', sha256 = $2 where id = $1 and state = 'waiting' returning id`,
      [target, sha256],
    )
    if (rows[0]) audit({ entity: 'attachment', id: target, after: { state: 'here', sha256 } })
    return { file: 'dropped' }
  },
}
