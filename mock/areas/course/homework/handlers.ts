import { area } from '#mock/http/request/handler.ts'
import { tickForLearners } from '../learn/byTeacher.ts'
import { listDue } from './due.ts'
import { homeworkLearners, homeworkLearnersFile } from './learners.ts'
import {
  giveMark,
  handInForMarking,
  homeworkMarking,
  homeworkMarkedByMe,
  nextHomeworkAnswers,
  reopenHandIn,
  returnHandIn,
} from './mark.ts'
import { annotateHandIn } from './notes.ts'
import { coursePractice, practiceQuestions, setsToPractise, writePracticeSets } from './practice.ts'
import { readHomework } from './read.ts'
import { verifyHomeworkReceipt } from './receipt.ts'
import { courseScores, ownScore, writeWeights } from './score.ts'
import { scoresFile, weightsPreview } from './weighing.ts'
import { handInHomework, saveHomework, takeOverHomework } from './write.ts'

export const homeworkHandlers = area({
  'GET /learning/courses/:id/homework/:section': readHomework,
  'POST /learning/courses/:id/homework/:section/save': saveHomework,
  'POST /learning/courses/:id/homework/:section/take-over': takeOverHomework,
  'POST /learning/courses/:id/homework/:section/hand-in': handInHomework,
  'POST /learning/receipts/verify': verifyHomeworkReceipt,
  'GET /learning/courses/:id/score': ownScore,
  'GET /learning/courses/:id/practice': setsToPractise,
  'GET /learning/due': listDue,
  'GET /courses/:id/practice': coursePractice,
  'GET /courses/:id/practice/questions': practiceQuestions,
  'PUT /courses/:id/practice/sets': writePracticeSets,
  'GET /courses/:id/homework/:section/learners': homeworkLearners,
  'GET /courses/:id/homework/:section/learners/file': homeworkLearnersFile,
  'GET /courses/:id/homework/:section/marking': homeworkMarking,
  'GET /courses/:id/homework/:section/marking/next': nextHomeworkAnswers,
  'GET /courses/:id/homework/:section/marking/mine': homeworkMarkedByMe,
  'GET /courses/:id/hand-ins/:hand_in': handInForMarking,
  'POST /courses/:id/hand-ins/:hand_in/marks': giveMark,
  'PUT /courses/:id/hand-ins/:hand_in/documents/:file/notes': annotateHandIn,
  'POST /courses/:id/hand-ins/:hand_in/return': returnHandIn,
  'POST /courses/:id/hand-ins/:hand_in/reopen': reopenHandIn,
  'POST /courses/:id/sections/:section/said': tickForLearners,
  'GET /courses/:id/scores': courseScores,
  'GET /courses/:id/scores/preview': weightsPreview,
  'GET /courses/:id/scores/file': scoresFile,
  'PUT /courses/:id/scores/weights': writeWeights,
})
