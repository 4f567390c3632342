import { area } from '#mock/http/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { analysis } from './analysis/analysis.ts'
import { analysisFile, resultsFile } from './analysis/files.ts'
import { grades, moveGrades } from './analysis/grades.ts'
import { attemptHandler, next, stateHandler, takeOver } from './begin.ts'
import { candidates, turnout } from './candidates.ts'
import { checklist } from './checklist.ts'
import { copyExam, examHandlersOfCrud } from './exam.ts'
import { handIn, receipt, verify } from './handIn.ts'
import { kept } from './kept.ts'
import { resolveList } from './list.ts'
import { events, invigilation } from './invigilate.ts'
import { guide, myExams } from './mine.ts'
import { sheetForMarking, sheets } from './marking.ts'
import { blanks, mark, markBlanks, markMatches, matches } from './give.ts'
import { markedByMe, nextToMark } from './next.ts'
import { rekey, rekeys } from './rekey.ts'
import { questions, rekeyPreview } from './rekeyPreview.ts'
import { answerObjection, objections } from './objections.ts'
import { markingState } from './progress.ts'
import { publishResults, results, withdrawResults } from './results.ts'
import { print } from './print.ts'
import { object, review } from './review.ts'
import { save } from './save.ts'
import { sheetRecording, sheetRecordings, sheetTyped } from './scene/recordings.ts'
import { examScenes, startExamScene } from './scene/start.ts'
import { beginHandler } from './start.ts'
import type { Papers } from './sheet.ts'

export const examHandlers = (papers: Papers, drivers: Drivers) => ({
  ...examHandlersOfCrud,
  ...kept(
    area({
      'POST /exams/:id/copy': copyExam,
      'GET /exams/:id/checklist': checklist(papers),
      'GET /exams/:id/turnout': turnout,
      'GET /exams/:id/candidates': candidates,
      'POST /exams/resolve': resolveList,
      'GET /exams/:id/events': events,
      ...invigilation(papers),
      'GET /exams/:id/marking': markingState(papers),
      'GET /exams/:id/marking/next': nextToMark(papers),
      'GET /exams/:id/marking/mine': markedByMe(papers),
      'GET /exams/:id/marking/blanks': blanks(papers),
      'POST /exams/:id/marking/blanks': markBlanks(papers),
      'GET /exams/:id/marking/matches': matches(papers),
      'POST /exams/:id/marking/matches': markMatches(papers),
      'GET /exams/:id/questions': questions(papers),
      'GET /exams/:id/rekeys': rekeys,
      'POST /exams/:id/rekey/preview': rekeyPreview(papers),
      'POST /exams/:id/rekey': rekey(papers),
      'GET /exams/:id/sheets': sheets,
      'GET /exam-sheets/:id': sheetForMarking(papers),
      'GET /exam-sheets/:id/recordings': sheetRecordings,
      'GET /exam-sheets/:id/recording': sheetRecording,
      'GET /exam-sheets/:id/typed': sheetTyped,
      'POST /exam-sheets/:id/marks': mark(papers),
      'GET /exams/:id/objections': objections(papers),
      'POST /exam-sheets/:id/reply': answerObjection(papers),
      'GET /exams/:id/results': results,
      'POST /exams/:id/publish': publishResults,
      'POST /exams/:id/withdraw': withdrawResults,
      'GET /exams/:id/analysis': analysis(papers),
      'GET /exams/:id/grades': grades,
      'PUT /exams/:id/grades': moveGrades,
      'GET /exams/:id/results/file': resultsFile,
      'GET /exams/:id/analysis/file': analysisFile(papers),
      'GET /exams/:id/print': print(papers),
      'GET /my-exams': myExams,
      'GET /my-exams/:id': guide(papers),
      'POST /my-exams/:id/begin': beginHandler(papers),
      'GET /exam-attempts/:id': attemptHandler(papers),
      'GET /exam-attempts/:id/state': stateHandler,
      'POST /exam-attempts/:id/save': save(papers),
      'POST /exam-attempts/:id/take-over': takeOver,
      'POST /exam-attempts/:id/next': next(papers),
      'GET /exam-attempts/:id/scenes': examScenes,
      'POST /exam-attempts/:id/scene': startExamScene(papers, drivers),
      'POST /exam-attempts/:id/hand-in': handIn(papers),
      'GET /exam-attempts/:id/receipt': receipt,
      'POST /exam-receipts/verify': verify,
      'GET /exam-attempts/:id/review': review(papers),
      'POST /exam-attempts/:id/objections': object(papers),
    }),
  ),
})
