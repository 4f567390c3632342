/** What each call about an exam takes of it, in one table: none of its handlers asks again. */
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/handler.ts'
import type { Asking } from '#mock/crud/setting.ts'
import { mayDo } from './exam.ts'

const needs = {
  'GET /exams/:id/checklist': 'read',
  'GET /exams/:id/candidates': 'read',
  'GET /exams/:id/events': 'read',
  'GET /exams/:id/marking': 'read',
  'GET /exams/:id/marking/next': 'read',
  'GET /exams/:id/marking/mine': 'read',
  'GET /exams/:id/marking/blanks': 'read',
  'POST /exams/:id/marking/blanks': 'read',
  'GET /exams/:id/marking/matches': 'read',
  'POST /exams/:id/marking/matches': 'read',
  'GET /exams/:id/questions': 'read',
  'GET /exams/:id/rekeys': 'read',
  'GET /exams/:id/sheets': 'read',
  'GET /exams/:id/objections': 'read',
  'GET /exams/:id/results': 'read',
  'GET /exams/:id/analysis': 'read',
  'GET /exams/:id/grades': 'read',
  'GET /exams/:id/results/file': 'read',
  'GET /exams/:id/analysis/file': 'read',
  'POST /exams/:id/rekey/preview': 'run',
  'POST /exams/:id/rekey': 'run',
  'PUT /exams/:id/grades': 'run',
  'POST /exams/:id/start': 'run',
  'POST /exams/:id/pause': 'run',
  'POST /exams/:id/recover': 'run',
  'POST /exams/:id/end': 'run',
  'POST /exams/:id/extra': 'run',
  'POST /exams/:id/message': 'run',
  'POST /exam-attempts/:id/hand-in-for': 'run',
  'POST /exam-attempts/:id/reopen': 'run',
  'POST /exams/:id/publish': 'publish',
  'POST /exams/:id/withdraw': 'publish',
  // they look for themselves: a candidate prints his own sheet, and a copy reads what it copies
  'GET /exams/:id/print': undefined,
  'POST /exams/:id/copy': undefined,
} as const

async function examOfAttempt(q: Queryable, id: string): Promise<string> {
  const { rows } = await q.query<{ exam_id: string }>('select exam_id from exam_attempt where id = $1', [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0].exam_id
}

/** The handlers, each behind what it takes. */
export function kept<H extends object>(handlers: H): H {
  const out = { ...handlers } as Record<string, unknown>
  for (const key of Object.keys(out))
    if (key.includes(' /exams/:id/') && !(key in needs)) throw new Error(`what does ${key} take?`)
  for (const [key, need] of Object.entries(needs)) {
    if (!need) continue
    const run = out[key] as ((c: Asking & { params: { id: string } }) => Promise<unknown>) | undefined
    if (!run) throw new Error(`no handler of ${key}`)
    const asked = async (c: Asking & { params: { id: string } }) => {
      await mayDo(c, key.includes('/exam-attempts/') ? await examOfAttempt(c.q, c.params.id) : c.params.id, need)
      return run(c)
    }
    // what a handler says of itself (work before its transaction) stays said
    out[key] = Object.assign(asked, run)
  }
  return out as H
}
