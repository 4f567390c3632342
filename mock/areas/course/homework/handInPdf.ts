/** PDF among the files of a hand-in, and what markers say in them. Their learner reads it once the hand-in came back, or its marks are told. */
import type { HandInDocument } from '#src/contract/course/homework.schema.ts'
import type { PdfNote } from '#src/contract/course/pdfNote.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { HandInRow } from './rows.ts'

type Files = Pick<HandInRow, 'id' | 'answers'>
const isPdf = (name: string): boolean => name.toLowerCase().endsWith('.pdf')
const pdfOf = ({ answers }: Files): Omit<HandInDocument, 'version' | 'notes'>[] =>
  Object.entries(answers).flatMap(([item, answer]) =>
    answer?.type === 'operation'
      ? answer.files.flatMap(({ file, name, size }) => (isPdf(name) ? [{ item, file, name, size }] : []))
      : [],
  )

interface NoteRow {
  hand_in_id: string
  file_id: string
  version: number
  notes: PdfNote[]
}
/** Every PDF of each hand-in with its notes. */
export async function documentsOfHandIns(
  q: Queryable,
  handIns: readonly Files[],
): Promise<(of: Files) => HandInDocument[]> {
  const some = handIns.filter((h) => pdfOf(h).length > 0)
  const { rows } = some.length
    ? await q.query<NoteRow>(
        'select hand_in_id, file_id, version, notes from course_hand_in_note where hand_in_id = any($1::text[])',
        [some.map((h) => h.id)],
      )
    : { rows: [] }
  return (of) =>
    pdfOf(of).map((d) => {
      const said = rows.find((r) => r.hand_in_id === of.id && r.file_id === d.file)
      return { ...d, version: said?.version ?? 0, notes: said?.notes ?? [] }
    })
}
