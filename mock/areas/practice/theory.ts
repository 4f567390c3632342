import { area } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { assess, savePracticeDraft, readPracticeQuestion, oneTry, submitExerciseAnswer } from './exercise.ts'
import { startExerciseScene } from './flagScene.ts'
import { nextPractice } from './next.ts'
import { beginPracticeRun, run } from './run.ts'
import { practiceSet, practiceSets, setQuestions } from './sets.ts'

export const theoryPracticeHandlers = (drivers: Drivers) =>
  area({
    'GET /practice/sets': practiceSets,
    'GET /practice/sets/:id': practiceSet,
    'GET /practice/sets/:id/questions': setQuestions,
    'GET /practice/next': nextPractice,
    'POST /practice/runs': beginPracticeRun,
    'GET /practice/runs/:id': run,
    'GET /practice/questions/:id': readPracticeQuestion,
    'POST /practice/questions/:id/scene': startExerciseScene(drivers),
    'POST /practice/questions/:id/draft': savePracticeDraft,
    'POST /practice/questions/:id/tries': submitExerciseAnswer,
    'GET /practice/tries/:id': oneTry,
    'POST /practice/tries/:id/assess': assess,
  })
