import { area } from '#mock/http/request/handler.ts'
import { assessItem, paperRun } from './paperResult.ts'
import { beginPracticePaper, handInRun, saveRun } from './paperRun.ts'
import { practicePaper, practicePapers } from './papers.ts'

export const volumePracticeHandlers = area({
  'GET /practice/papers': practicePapers,
  'GET /practice/papers/:id': practicePaper,
  'POST /practice/papers/:id/begin': beginPracticePaper,
  'GET /practice/paper-runs/:id': paperRun,
  'POST /practice/paper-runs/:id/save': saveRun,
  'POST /practice/paper-runs/:id/hand-in': handInRun,
  'POST /practice/paper-runs/:id/assess': assessItem,
})
