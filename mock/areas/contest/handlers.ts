import { area } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { ableOptions } from '../system/ablePeople.ts'
import { arenaCrud } from './arena.ts'
import { arenaPlayHandlers } from './arenaPlay.ts'
import { contestCertificateHandlers } from './certificates.ts'
import { contestChecklist } from './checklist.ts'
import { displayHandlers } from './display.ts'
import { entryHandlers } from './entries.ts'
import { evidenceHandlers } from './evidence.ts'
import { contestFileHandlers } from './exports.ts'
import { flagContestCrud, mayRun } from './flagContest.ts'
import { takeHint } from './hints.ts'
import { ownTeamHandlers } from './ownTeams.ts'
import { playHandlers } from './play.ts'
import { rescored } from './rescore.ts'
import { revealHandlers } from './reveal.ts'
import { askedHandlers } from './asked.ts'
import { judgingHandlers } from './judging.ts'
import { contestNoticeHandlers } from './notices.ts'
import { rejudgeHandlers } from './rejudge.ts'
import { ruleChangeHandlers } from './ruleChange.ts'
import { contestRunHandlers } from './run.ts'
import { startContestScene } from './startScene.ts'
import { rulings } from './rulings.ts'
import { submit } from './submit.ts'
import { teamEntryHandlers } from './teamEntries.ts'
import { writeUpHandlers } from './writeUps.ts'

export const contestHandlers = {
  ...flagContestCrud,
  ...arenaCrud,
  ...area({
    ...entryHandlers,
    ...teamEntryHandlers,
    ...ownTeamHandlers,
    ...arenaPlayHandlers,
    ...playHandlers,
    ...contestRunHandlers,
    ...displayHandlers,
    ...revealHandlers,
    ...contestCertificateHandlers,
    'GET /flag-contests/:id/rescore': rescored,
    ...contestNoticeHandlers,
    ...askedHandlers,
    ...judgingHandlers,
    ...rejudgeHandlers,
    ...ruleChangeHandlers,
    ...contestFileHandlers,
    ...writeUpHandlers,
    ...evidenceHandlers,
    'GET /flag-contests/:id/rulings': rulings,
    'POST /contest-items/:id/submit': submit,
    'POST /contest-items/:id/hints': takeHint,
    'GET /flag-contests/:id/checklist': contestChecklist,
    'GET /flag-contests/staff/options': ableOptions(mayRun),
  }),
}

export const contestSceneHandlers = (drivers: Drivers) =>
  area({ 'POST /contest-items/:id/scene': startContestScene(drivers) })
