import { ableOptions } from '../system/ablePeople.ts'
import { maySetMarks } from './markedBy.ts'
import { area } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { analysis } from './analysis/analysis.ts'
import { analysisFile, resultsFile } from './analysis/files.ts'
import { examGrades, moveGrades } from './analysis/grades.ts'
import { attemptHandler, nextQuestion, stateHandler, takeOver } from './begin.ts'
import { candidates, turnout } from './candidates.ts'
import { checklist } from './checklist.ts'
import { copyExam, examHandlersOfCrud } from './exam.ts'
import { handIn, receipt, verifyReceipt } from './handIn.ts'
import { guardedHandlers } from './kept.ts'
import { resolveList } from './list.ts'
import { listExamEvents, invigilation } from './invigilate.ts'
import { guide, myExams } from './mine.ts'
import { sheetForMarking, sheets } from './marking.ts'
import { blanks, markItem, markBlanks, markMatches, matchingAnswers, unmarkMatches } from './give.ts'
import { markedByMe, nextToMark } from './next.ts'
import { rekey, rekeys } from './rekey.ts'
import { regradableQuestions, rekeyPreview } from './rekeyPreview.ts'
import { answerObjection, objections } from './objections.ts'
import { markingState } from './progress.ts'
import { publishResults, examResults, withdrawResults } from './results.ts'
import { printableSheets } from './print.ts'
import { raiseObjection, review } from './review.ts'
import { saveAnswers } from './save.ts'
import { sheetRecording, sheetRecordings, sheetTyped } from './scene/recordings.ts'
import { examScenes, startExamScene } from './scene/start.ts'
import { beginHandler } from './start.ts'
import type { Papers } from './sheet.ts'

export const examHandlers = (papers: Papers, drivers: Drivers) => ({
  ...examHandlersOfCrud,
  ...guardedHandlers(
    area({
      'POST /exams/:id/copy': copyExam,
      'GET /exams/:id/checklist': checklist(papers),
      'GET /exams/:id/turnout': turnout,
      'GET /exams/:id/candidates': candidates,
      'POST /exams/resolve': resolveList,
      'GET /exams/:id/events': listExamEvents,
      ...invigilation(papers),
      'GET /exams/:id/marking': markingState(papers),
      'GET /exams/:id/marking/next': nextToMark(papers),
      'GET /exams/:id/marking/mine': markedByMe(papers),
      'GET /exams/:id/marking/blanks': blanks(papers),
      'POST /exams/:id/marking/blanks': markBlanks(papers),
      'GET /exams/:id/marking/matches': matchingAnswers(papers),
      'POST /exams/:id/marking/matches': markMatches(papers),
      'POST /exams/:id/marking/matches/undo': unmarkMatches(papers),
      'GET /exams/:id/questions': regradableQuestions(papers),
      'GET /exams/:id/rekeys': rekeys,
      'POST /exams/:id/rekey/preview': rekeyPreview(papers),
      'POST /exams/:id/rekey': rekey(papers),
      'GET /exams/:id/sheets': sheets,
      'GET /exam-sheets/:id': sheetForMarking(papers),
      'GET /exam-sheets/:id/recordings': sheetRecordings,
      'GET /exam-sheets/:id/recording': sheetRecording,
      'GET /exam-sheets/:id/typed': sheetTyped,
      'POST /exam-sheets/:id/marks': markItem(papers),
      'GET /exams/:id/objections': objections(papers),
      'POST /exam-sheets/:id/reply': answerObjection(papers),
      'GET /exams/markers/options': ableOptions(maySetMarks),
      'GET /exams/:id/results': examResults,
      'POST /exams/:id/publish': publishResults,
      'POST /exams/:id/withdraw': withdrawResults,
      'GET /exams/:id/analysis': analysis(papers),
      'GET /exams/:id/grades': examGrades,
      'PUT /exams/:id/grades': moveGrades,
      'GET /exams/:id/results/file': resultsFile,
      'GET /exams/:id/analysis/file': analysisFile(papers),
      'GET /exams/:id/print': printableSheets(papers),
      'GET /my-exams': myExams,
      'GET /my-exams/:id': guide(papers),
      'POST /my-exams/:id/begin': beginHandler(papers),
      'GET /exam-attempts/:id': attemptHandler(papers),
      'GET /exam-attempts/:id/state': stateHandler,
      'POST /exam-attempts/:id/save': saveAnswers(papers),
      'POST /exam-attempts/:id/take-over': takeOver,
      'POST /exam-attempts/:id/next': nextQuestion(papers),
      'GET /exam-attempts/:id/scenes': examScenes,
      'POST /exam-attempts/:id/scene': startExamScene(papers, drivers),
      'POST /exam-attempts/:id/hand-in': handIn(papers),
      'GET /exam-attempts/:id/receipt': receipt,
      'POST /exam-receipts/verify': verifyReceipt,
      'GET /exam-attempts/:id/review': review(papers),
      'POST /exam-attempts/:id/objections': raiseObjection(papers),
    }),
  ),
})
