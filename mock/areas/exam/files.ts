/** Files of an answer: its writer's own, as many and such as the question asks for; the sheet holds them from then on. */
import type { z } from 'zod'
import type { ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import type { Attached } from '#src/contract/bank/question.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { checkFiles, holdFiles } from '../bank/attachment/hold.ts'

/** Files of one answer, and what its question takes. */
export interface AnswerFiles {
  files: z.output<typeof Attached>[]
  upload: ShownQuestion['upload'] | undefined
}

/** Refuses before it holds any: a save that is refused leaves nothing. */
export async function saveAnswerFiles(
  { q, who }: { q: Queryable; who: Caller },
  sheet: { holder: string; id: string },
  answers: readonly AnswerFiles[],
): Promise<void> {
  const wrong = (rule: string, params?: Record<string, number>) =>
    new Fail('validation', { fields: [{ path: 'answers', rule, ...(params ? { params } : {}) }] })
  const named = answers.filter((a) => a.files.length)
  for (const { files, upload } of named) {
    if (!upload?.wanted) throw wrong('unknown_file')
    if (files.length > upload.files) throw wrong('too_many_files', { max: upload.files })
    // names them as they were handed over, whatever the answer calls them
    await checkFiles(q, { attachments: files }, { ...sheet, owner: who.id })
    const ends = upload.ends.map((e) => e.toLowerCase())
    if (ends.length && !files.every((f) => ends.some((e) => f.name.toLowerCase().endsWith(e)))) throw wrong('file_end')
  }
  for (const { files } of named) await holdFiles(q, { attachments: files }, sheet.holder, sheet.id)
}
