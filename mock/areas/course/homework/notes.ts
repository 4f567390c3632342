/** What markers highlight and say in the PDF of a hand-in, while it waits for them. */
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { signedNotes } from '../pdfNotes.ts'
import { documentsOfHandIns } from './handInPdf.ts'
import { heldHandIn } from './mark.ts'

export const annotateHandIn: Handler<'PUT /courses/:id/hand-ins/:hand_in/documents/:file/notes'> = async (c) => {
  const { q, params, body } = c
  const { course, row } = await heldHandIn(c, params.id, params.hand_in)
  const before = (await documentsOfHandIns(q, [row]))(row).find((d) => d.file === params.file)
  if (!before) throw new Fail('not_found')
  // what is said of it is settled with its marks
  if (row.state !== 'submitted') throw new Fail('not_allowed_in_state', { status: row.state })
  if (before.version !== body.version) throw new Fail('stale_version', { current: before })
  const after = { ...before, version: body.version + 1, notes: signedNotes(before.notes, body.notes, c) }
  await q.query(
    `insert into course_hand_in_note (hand_in_id, file_id, version, notes) values ($1, $2, $3, $4::jsonb)
     on conflict (hand_in_id, file_id) do update set version = excluded.version, notes = excluded.notes`,
    [row.id, after.file, after.version, JSON.stringify(after.notes)],
  )
  c.audit({
    entity: 'course',
    id: course.id,
    details: { attempt: row.id, file: after.name, count: after.notes.length },
  })
  return after
}
