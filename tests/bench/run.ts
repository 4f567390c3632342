/** `npm run bench`: every figure of the product's budgets in one table. `--only guard|api|audit|pages|host|list|lists|users|drawing|topology|backup|scenes|sockets|exams|contest|course|seek|catalogue|classroom|analysis|restart|readers|imports` measures a part. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, startServed } from '../support/served.ts'
import { analysisFigures } from './analysis.ts'
import { apiFigures } from './api.ts'
import { auditFigures } from './audit.ts'
import { backupFigures } from './backup.ts'
import { classroomFigures } from './classroom.ts'
import { contestFigures } from './contest.ts'
import { courseFigures } from './course.ts'
import { catalogueFigures } from './courseCatalogue.ts'
import { drawingFigures } from './drawing.ts'
import { examFigures } from './exams.ts'
import { guardFigures } from './guard.ts'
import { hostFigures } from './host.ts'
import { importFigures } from './imported.ts'
import { listFigures } from './list.ts'
import { listsFigures } from './lists.ts'
import { pageFigures } from './pages.ts'
import { benchServer } from './benchServer.ts'
import { readerFigures } from './readers.ts'
import { restartFigures } from './restart.ts'
import { sceneFigures } from './scenes.ts'
import { seekFigures } from './seek.ts'
import { socketFigures } from './sockets.ts'
import { type Figure, tableOf } from './table.ts'
import { topologyFigures } from './topology.ts'
import { userFigures } from './users.ts'

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
/** `--lists users`: lists whose routes hold this text only. */
const lists = process.argv.includes('--lists') ? process.argv[process.argv.indexOf('--lists') + 1] : undefined
/** `--halls 1000,4000`: exam halls of these sizes only. */
const halls = process.argv.includes('--halls') ? process.argv[process.argv.indexOf('--halls') + 1] : undefined
/** `--entries 100`: a contest of so many entries. */
const entries = process.argv.includes('--entries') ? process.argv[process.argv.indexOf('--entries') + 1] : undefined
/** `--files questions.gift,qti.xml`: these files of the readers only. */
const files = process.argv.includes('--files')
  ? process.argv[process.argv.indexOf('--files') + 1]?.split(',')
  : undefined
const wants = (part: string) => only === undefined || only === part

const figures: Figure[] = []
if (wants('guard')) figures.push(...guardFigures())
if (wants('api') || wants('list')) {
  const bench = await benchServer()
  try {
    if (wants('api')) figures.push(...(await apiFigures(bench)))
    if (wants('list')) figures.push(...(await listFigures(bench)))
  } finally {
    await bench.stop()
  }
}
if (wants('audit')) figures.push(...(await auditFigures()))
if (wants('drawing')) figures.push(...drawingFigures())
if (wants('backup')) figures.push(...(await backupFigures()))
if (wants('scenes')) figures.push(...(await sceneFigures()))
if (wants('exams')) figures.push(...(await examFigures(halls?.split(',').map(Number))))
if (wants('contest')) figures.push(...(await contestFigures(entries === undefined ? undefined : Number(entries))))
if (wants('course')) figures.push(...(await courseFigures()))
if (wants('seek')) figures.push(...(await seekFigures()))
if (wants('catalogue')) figures.push(...(await catalogueFigures()))
if (wants('classroom')) figures.push(...(await classroomFigures()))
if (wants('analysis')) figures.push(...(await analysisFigures()))
if (wants('sockets')) figures.push(...(await socketFigures()))
if (wants('restart')) figures.push(...(await restartFigures()))
if (wants('readers')) figures.push(...(await readerFigures(files)))
if (wants('imports')) figures.push(...(await importFigures()))
if (wants('lists')) figures.push(...(await listsFigures(lists)))
if (wants('users')) figures.push(...(await userFigures()))
if (wants('pages') || wants('host') || wants('topology')) {
  const served = await startServed()
  try {
    if (wants('pages')) figures.push(...(await pageFigures(served)))
    if (wants('host')) figures.push(...(await hostFigures(served)))
    if (wants('topology')) figures.push(...(await topologyFigures(served)))
  } finally {
    await served.stop()
  }
}
const table = tableOf(figures)
console.log(table)
writeFileSync(path.join(root, 'test-results-bench.json'), `${JSON.stringify(figures, null, 2)}\n`)
if (figures.some((f) => f.held === false)) process.exitCode = 1
