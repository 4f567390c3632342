import { area } from '#mock/http/handler.ts'
import { attemptHandler, beginHandler, next, stateHandler, takeOver } from './begin.ts'
import { examHandlersOfCrud } from './exam.ts'
import { handIn, receipt, verify } from './handIn.ts'
import { guide, myExams } from './mine.ts'
import { object, review } from './review.ts'
import { save } from './save.ts'
import type { Papers } from './sheet.ts'

export const examHandlers = (papers: Papers) => ({
  ...examHandlersOfCrud,
  ...area({
    'GET /my-exams': myExams(papers),
    'GET /my-exams/:id': guide(papers),
    'POST /my-exams/:id/begin': beginHandler(papers),
    'GET /exam-attempts/:id': attemptHandler(papers),
    'GET /exam-attempts/:id/state': stateHandler,
    'POST /exam-attempts/:id/save': save(papers),
    'POST /exam-attempts/:id/take-over': takeOver,
    'POST /exam-attempts/:id/next': next(papers),
    'POST /exam-attempts/:id/hand-in': handIn(papers),
    'GET /exam-attempts/:id/receipt': receipt,
    'POST /exam-receipts/verify': verify,
    'GET /exam-attempts/:id/review': review(papers),
    'POST /exam-attempts/:id/objections': object,
  }),
})
