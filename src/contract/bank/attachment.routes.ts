/**
 * Files beside questions: a file is announced here, comes by the tus protocol (`POST /deposits` of kind `attachment`), and belongs to the
 * question whose body names it. One that nothing names is let go after a day.
 */
import { z } from 'zod'
import { withoutHidden } from '../lib/oneLine.ts'
import { routes } from '../lib/route.ts'
import { limits } from '../limits.ts'
import { attachmentReaders, attachmentScreens } from './attachment.ts'
import { AttachedName } from './question.schema.ts'

const Announced = z.strictObject({
  name: z.string().overwrite(withoutHidden).pipe(AttachedName),
  size: z.number().int().min(1).max(limits.upload),
})

export const attachmentRoutes = routes({
  'POST /attachments': {
    summary: 'Announce a file for a question, 50 MB at most; its bytes are uploaded as the deposit of this id',
    screens: attachmentScreens,
    body: Announced,
    reply: z.object({ file: z.string(), name: z.string(), size: z.number().int() }),
    rate: 'upload',
    problems: ['quota_full'],
    audit: 'attachment.create',
  },
  'GET /attachments/:id': {
    summary:
      'The file itself, for those who may see or practise a question that has it; a write-up for those who keep the question, or solved it where that opens it; of an answer for its candidate and his markers',
    screens: attachmentReaders,
    reply: z.unknown(),
    stream: 'download',
    audit: 'attachment.download',
  },
})
