import { isOfKind, sectionsOf } from '#src/contract/course/outline.ts'
import { area, Fail, type Handler } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { drawingOf } from '../../topology/drawing.ts'
import { courseFor } from '../course.ts'
import { storedContent, storedOutline } from '../store.ts'
import { handInStepFlag, judgeChecks, takeStepHint, tickStep } from './checks.ts'
import { askable, labDrawing, openFlags } from './content.ts'
import {
  annotateReport,
  exportReports,
  listReports,
  markReport,
  readEvidence,
  readReport,
  readTyped,
  reopenReport,
  returnReport,
} from './marking.ts'
import { lessonFigures } from './lessonFigures.ts'
import { courseMonitor, extendScenes, stopScenes } from './monitor.ts'
import { listMarking } from './queue.ts'
import { ownReportHandlers } from './report.ts'
import { applyRubric, keepRemarks, readRemarks, reportLabs, rubricChange, similarReports } from './rubric.ts'
import { startLabScene } from './scene.ts'

/** Of what is being written: what its steps may name. */
const readDrawing: Handler<'GET /courses/:id/sections/:section/drawing'> = async (c) => {
  const { q, params } = c
  const doc = await courseFor(c, params.id, 'read')
  const section = sectionsOf((await storedOutline(q, doc.id)).draft).find((s) => s.id === params.section)
  const row = section && (await storedContent(q, doc.id, section.id))
  if (!section) throw new Fail('not_found')
  const drawn =
    row && isOfKind(row.content, 'lab')
      ? await labDrawing(q, doc.id, { id: section.id, revision: row.revision })
      : undefined
  if (!drawn) return { topology_id: null, name: '', version: 0, current: 0, nodes: [], flags: [] }
  return {
    topology_id: drawn.topology_id,
    name: drawn.name,
    version: drawn.topology_version,
    // a topology that is gone has no newer drawing
    current: (await drawingOf(q, drawn.topology_id))?.version ?? drawn.topology_version,
    nodes: askable(drawn.document),
    flags: openFlags(drawn.document),
  }
}

export const labHandlers = (drivers: Drivers) =>
  area({
    'POST /learning/courses/:id/sections/:section/scene': startLabScene(drivers),
    'POST /learning/courses/:id/sections/:section/checks': judgeChecks(drivers),
    'POST /learning/courses/:id/sections/:section/flags': handInStepFlag,
    'POST /learning/courses/:id/sections/:section/hints': takeStepHint,
    'POST /learning/courses/:id/sections/:section/ticks': tickStep,
    ...ownReportHandlers,
    'GET /courses/:id/sections/:section/drawing': readDrawing,
    'GET /course-marking': listMarking,
    'GET /course-reports': listReports,
    'GET /course-reports/export': exportReports,
    'GET /course-reports/:id': readReport,
    'GET /course-reports/:id/evidence/:n': readEvidence,
    'GET /course-reports/:id/evidence/:n/typed': readTyped,
    'PUT /course-reports/:id/documents/:file/notes': annotateReport,
    'POST /course-reports/:id/return': returnReport,
    'POST /course-reports/:id/mark': markReport,
    'POST /course-reports/:id/reopen': reopenReport,
    'GET /course-report-labs': reportLabs,
    'GET /course-report-labs/similar': similarReports,
    'GET /course-report-labs/rubric': rubricChange,
    'POST /course-report-labs/rubric': applyRubric,
    'GET /course-report-remarks': readRemarks,
    'PUT /course-report-remarks': keepRemarks,
    'GET /course-monitor': courseMonitor,
    'GET /course-monitor/lessons': lessonFigures,
    'POST /course-monitor/extend': extendScenes,
    'POST /course-monitor/stop': stopScenes,
  })
