import { area } from '#mock/http/handler.ts'
import { assess, draft, exercise, oneTry, submit } from './exercise.ts'
import { next } from './next.ts'
import { beginRun, run } from './run.ts'
import { practiceSet, practiceSets, setQuestions } from './sets.ts'

export const theoryPracticeHandlers = area({
  'GET /practice/sets': practiceSets,
  'GET /practice/sets/:id': practiceSet,
  'GET /practice/sets/:id/questions': setQuestions,
  'GET /practice/next': next,
  'POST /practice/runs': beginRun,
  'GET /practice/runs/:id': run,
  'GET /practice/questions/:id': exercise,
  'POST /practice/questions/:id/draft': draft,
  'POST /practice/questions/:id/tries': submit,
  'GET /practice/tries/:id': oneTry,
  'POST /practice/tries/:id/assess': assess,
})
