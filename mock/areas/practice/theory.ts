import { area } from '#mock/http/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { assess, draft, exercise, oneTry, submit } from './exercise.ts'
import { startExerciseScene } from './flagScene.ts'
import { next } from './next.ts'
import { beginRun, run } from './run.ts'
import { practiceSet, practiceSets, setQuestions } from './sets.ts'

export const theoryPracticeHandlers = (drivers: Drivers) =>
  area({
    'GET /practice/sets': practiceSets,
    'GET /practice/sets/:id': practiceSet,
    'GET /practice/sets/:id/questions': setQuestions,
    'GET /practice/next': next,
    'POST /practice/runs': beginRun,
    'GET /practice/runs/:id': run,
    'GET /practice/questions/:id': exercise,
    'POST /practice/questions/:id/scene': startExerciseScene(drivers),
    'POST /practice/questions/:id/draft': draft,
    'POST /practice/questions/:id/tries': submit,
    'GET /practice/tries/:id': oneTry,
    'POST /practice/tries/:id/assess': assess,
  })
