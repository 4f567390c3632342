/** What each call about an exam takes of it, in one table: none of its handlers asks again. */
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { attemptCalled } from './anonymous.ts'
import { mayDo } from './exam.ts'
import { entriesOf } from '#src/contract/lib/typed.ts'

const needs = {
  'GET /exams/:id/checklist': 'follow',
  'GET /exams/:id/turnout': 'follow',
  'GET /exams/:id/candidates': 'follow',
  'GET /exams/:id/events': 'follow',
  'GET /exams/:id/marking': 'mark',
  'GET /exams/:id/marking/next': 'mark',
  'GET /exams/:id/marking/mine': 'mark',
  'GET /exams/:id/marking/blanks': 'mark',
  'POST /exams/:id/marking/blanks': 'give',
  'GET /exams/:id/marking/matches': 'mark',
  'POST /exams/:id/marking/matches': 'give',
  'POST /exams/:id/marking/matches/undo': 'give',
  'GET /exams/:id/questions': 'keys',
  'GET /exams/:id/rekeys': 'keys',
  'GET /exams/:id/sheets': 'mark',
  'GET /exams/:id/results': 'follow',
  'GET /exams/:id/analysis': 'analyse',
  'GET /exams/:id/grades': 'follow',
  'GET /exams/:id/results/file': 'follow',
  'GET /exams/:id/analysis/file': 'follow',
  'POST /exams/:id/rekey/preview': 'run',
  'POST /exams/:id/rekey': 'run',
  'PUT /exams/:id/grades': 'run',
  'POST /exams/:id/start': 'start',
  'POST /exams/:id/pause': 'pause',
  'POST /exams/:id/recover': 'recover',
  'POST /exams/:id/end': 'end',
  'POST /exams/:id/extra': 'run',
  'POST /exams/:id/message': 'run',
  'POST /exam-attempts/:id/hand-in-for': 'run',
  'POST /exam-attempts/:id/reopen': 'run',
  'POST /exams/:id/publish': 'publish',
  'POST /exams/:id/withdraw': 'withdraw',
  'GET /exam-sheets/:id': 'mark',
  'GET /exam-sheets/:id/recordings': 'mark',
  'GET /exam-sheets/:id/recording': 'mark',
  'GET /exam-sheets/:id/typed': 'mark',
  'POST /exam-sheets/:id/marks': 'give',
  'POST /exam-sheets/:id/reply': 'give',
  // they look for themselves: a candidate prints their own sheet, a copy reads what it copies, and objections are for who marks or keeps
  'GET /exams/:id/objections': undefined,
  'GET /exams/:id/print': undefined,
  'POST /exams/:id/copy': undefined,
} as const

async function examOfAttempt(q: Queryable, id: string): Promise<string> {
  const { rows } = await q.query<{ exam_id: string }>('select exam_id from exam_attempt where id = $1', [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0].exam_id
}

type Asked = CallerContext & { params: { id: string } }
const isHandler = (value: unknown): value is (c: Asked) => Promise<unknown> => typeof value === 'function'

/** The exam that a call is about. Whoever marks without names calls sheets otherwise than attempts are called. */
async function examIn({ q, platform, params }: Asked, key: string): Promise<string> {
  if (key.includes('/exam-sheets/')) return examOfAttempt(q, await attemptCalled({ q, platform }, params.id))
  return key.includes('/exam-attempts/') ? examOfAttempt(q, params.id) : params.id
}

/** The handlers, each behind what it takes. */
export function guardedHandlers<H extends object>(handlers: H): H {
  const out = { ...handlers }
  for (const key of Object.keys(out))
    if (/ \/exam(s|-sheets)\/:id/.test(key) && !(key in needs)) throw new Error(`what does ${key} take?`)
  for (const [key, need] of entriesOf(needs)) {
    if (!need) continue
    const run: unknown = Reflect.get(out, key)
    if (!isHandler(run)) throw new Error(`no handler of ${key}`)
    const asked = async (c: Asked) => {
      await mayDo(c, await examIn(c, key), need)
      return run(c)
    }
    // what a handler says of itself (work before its transaction) stays said
    Reflect.set(out, key, Object.assign(asked, run))
  }
  return out
}
