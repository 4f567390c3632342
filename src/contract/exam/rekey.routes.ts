/** Keys changed after an exam, for whoever keeps it. */
import { z } from 'zod'
import { FreeText } from '../lib/oneLine.schema.ts'
import { LocalId } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { examLimits, markingScreens } from './exam.ts'
import { ExamQuestion, KeyChange, Rekey, RekeyPreview } from './rekey.schema.ts'

export const rekeyRoutes = routes({
  'GET /exams/:id/questions': {
    summary: 'Questions of an exam that is over, with the keys that count; and whether the caller may change them',
    screens: markingScreens,
    query: z.strictObject({ language: z.enum(textLanguages).optional() }),
    reply: z.object({ items: z.array(ExamQuestion), may: z.boolean() }),
  },
  'GET /exams/:id/rekeys': {
    summary: 'Key changes, newest first, with their progress',
    screens: markingScreens,
    reply: z.object({ items: z.array(Rekey) }),
  },
  'POST /exams/:id/rekey/preview': {
    summary: 'Preview of a key change: whose points, grade and rank would change',
    screens: ['exam-manage'],
    body: z.strictObject({ item: LocalId, change: KeyChange }),
    reply: RekeyPreview,
    problems: ['not_allowed_in_state'],
    safe: true,
  },
  'POST /exams/:id/rekey': {
    summary: 'Change a key of an exam that is over; every sheet is judged again in the background',
    screens: ['exam-manage'],
    body: z.strictObject({ item: LocalId, change: KeyChange, reason: sized(FreeText, 1, examLimits.reason) }),
    reply: Rekey,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.rekey',
  },
})
