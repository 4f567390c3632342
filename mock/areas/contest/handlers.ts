import { area } from '#mock/http/request/handler.ts'
import { ableOptions } from '../system/ablePeople.ts'
import { checklist } from './checklist.ts'
import { entryHandlers } from './entries.ts'
import { flagContestCrud, mayRun } from './flagContest.ts'
import { playHandlers } from './play.ts'
import { runHandlers } from './run.ts'
import { submit } from './submit.ts'

export const contestHandlers = {
  ...flagContestCrud,
  ...area({
    ...entryHandlers,
    ...playHandlers,
    ...runHandlers,
    'POST /contest-items/:id/submit': submit,
    'GET /flag-contests/:id/checklist': checklist,
    'GET /flag-contests/staff/options': ableOptions(mayRun),
  }),
}
