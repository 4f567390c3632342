import { area } from '#mock/http/request/handler.ts'
import { listCatalogue, listDirections, listMine } from './catalogue.ts'
import { join, leave, readCourse } from './course.ts'
import { keepCaptions, keepPlace, readLesson, readToEnd } from './lesson.ts'
import { handInQuiz, saveQuizDraft } from './quiz.ts'
import { requestHandlers } from './request.ts'

export const learnHandlers = area({
  ...requestHandlers,
  'GET /learning/courses': listCatalogue,
  'GET /learning/directions': listDirections,
  'GET /learning/mine': listMine,
  'GET /learning/courses/:id': readCourse,
  'POST /learning/courses/:id/join': join,
  'POST /learning/courses/:id/leave': leave,
  'GET /learning/courses/:id/lessons/:lesson': readLesson,
  'PUT /learning/captions': keepCaptions,
  'POST /learning/courses/:id/sections/:section/place': keepPlace,
  'POST /learning/courses/:id/sections/:section/done': readToEnd,
  'POST /learning/courses/:id/sections/:section/draft': saveQuizDraft,
  'POST /learning/courses/:id/sections/:section/tries': handInQuiz,
})
