/** The whole interface: bespoke routes and those of every resource. The app imports its type only. */
import { paperRoutes } from './bank/paper.routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { depositRoutes, usbRoutes } from './device/routes.ts'
import { imageRoutes } from './image/routes.ts'
import { importRoutes } from './import/routes.ts'
import { licenseRoutes } from './license/routes.ts'
import { crudRoutes } from './lib/crud.ts'
import { analysisRoutes } from './exam/analysis.routes.ts'
import { markingRoutes } from './exam/marking.routes.ts'
import { rekeyRoutes } from './exam/rekey.routes.ts'
import { runRoutes } from './exam/run.routes.ts'
import { sitRoutes } from './exam/sit.routes.ts'
import type { ResourceLine } from './lib/resource.ts'
import type { Routes } from './lib/route.ts'
import { noticeRoutes } from './notice/routes.ts'
import { operationRoutes } from './operation/routes.ts'
import { personalRoutes } from './personal/routes.ts'
import { practiceRecordRoutes } from './practice/record.routes.ts'
import { volumePracticeRoutes } from './practice/volume.routes.ts'
import { theoryPracticeRoutes } from './practice/theory.routes.ts'
import { pictureRoutes } from './picture/routes.ts'
import { resources } from './resources.ts'
import { consoleRoutes } from './scene/console.routes.ts'
import { fileRoutes } from './scene/file.routes.ts'
import { recordingRoutes } from './scene/recording.routes.ts'
import { sceneRoutes } from './scene/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { roleRoutes } from './system/role.routes.ts'
import { configRoutes } from './system/config.routes.ts'
import { systemRoutes, userRoutes } from './system/routes.ts'
import { stampRoutes } from './topology/stamp.routes.ts'
import { topologyRoutes } from './topology/routes.ts'
import { clearingRoutes } from './system/clearing.routes.ts'
import { networkRoutes } from './system/network.routes.ts'
import { attachmentRoutes } from './bank/attachment.routes.ts'
import { flagPracticeRoutes } from './practice/flag.routes.ts'
import { keepRoutes } from './practice/keep.routes.ts'
import { questionFileRoutes } from './bank/file.routes.ts'
import { browserRoutes } from './system/browser.routes.ts'
import { logRoutes } from './system/logRoutes.ts'

const { user, role, team, tool, dork, announcement, comment, alarm, image, service, topology } = resources
const { exam, exercise, paper } = resources
const category = resources['tool-category']
const usb = resources['usb-device']
const physical = resources['physical-device']
const node = resources['compute-node']
const theory = resources['theory-question']
const flag = resources['flag-challenge']
const theorySet = resources['theory-set']
const exerciseSet = resources['exercise-set']
const flagSet = resources['flag-set']
const paperSet = resources['paper-set']

export const api = {
  ...questionFileRoutes,
  ...attachmentRoutes,
  ...keepRoutes,
  ...flagPracticeRoutes,
  ...crudRoutes(exam.line, exam.schema),
  ...sitRoutes,
  ...rekeyRoutes,
  ...theoryPracticeRoutes,
  ...volumePracticeRoutes,
  ...practiceRecordRoutes,
  ...runRoutes,
  ...analysisRoutes,
  ...markingRoutes,
  ...sessionRoutes,
  ...personalRoutes,
  ...noticeRoutes,
  ...dashboardRoutes,
  ...systemRoutes,
  ...roleRoutes,
  ...configRoutes,
  ...networkRoutes,
  ...clearingRoutes,
  ...importRoutes,
  ...logRoutes,
  ...browserRoutes,
  ...pictureRoutes,
  ...backupRoutes,
  ...operationRoutes,
  ...crudRoutes(alarm.line, alarm.schema),
  ...sceneRoutes,
  ...fileRoutes,
  ...consoleRoutes,
  ...recordingRoutes,
  ...licenseRoutes,
  ...crudRoutes(user.line, user.schema),
  ...userRoutes,
  ...crudRoutes(role.line, role.schema),
  ...crudRoutes(team.line, team.schema),
  ...crudRoutes(tool.line, tool.schema),
  ...crudRoutes(category.line, category.schema),
  ...crudRoutes(dork.line, dork.schema),
  ...crudRoutes(node.line, node.schema),
  ...crudRoutes(topology.line, topology.schema),
  ...topologyRoutes,
  ...stampRoutes,
  ...crudRoutes(announcement.line, announcement.schema),
  ...depositRoutes,
  ...usbRoutes,
  ...imageRoutes,
  ...crudRoutes(service.line, service.schema),
  ...crudRoutes(usb.line, usb.schema),
  ...crudRoutes(physical.line, physical.schema),
  ...crudRoutes(image.line, image.schema),
  ...crudRoutes(comment.line, comment.schema),
  ...bankRoutes,
  ...paperRoutes,
  ...crudRoutes(theory.line, theory.schema),
  ...crudRoutes(exercise.line, exercise.schema),
  ...crudRoutes(flag.line, flag.schema),
  ...crudRoutes(paper.line, paper.schema),
  ...crudRoutes(theorySet.line, theorySet.schema),
  ...crudRoutes(exerciseSet.line, exerciseSet.schema),
  ...crudRoutes(flagSet.line, flagSet.schema),
  ...crudRoutes(paperSet.line, paperSet.schema),
} satisfies Routes

// Where a row points at another, or is shown to chosen people, whoever writes it picks those by name: its form and its filters ask for them.
const lines = Object.values(resources).map((r): ResourceLine & { name: string } => r.line)
const all: Routes = api
for (const { fields, audience, write } of lines) {
  const named = Object.values(fields).flatMap((f) => ('to' in f ? [f.to] : []))
  for (const target of lines) {
    const route = all[`GET ${target.path}/options`]
    if (!route || typeof route.screens === 'string') continue
    if (named.includes(target.name) || (audience && ['user', 'role', 'team'].includes(target.name)))
      Object.assign(route, { screens: [...new Set([...route.screens, ...write])] })
  }
}
export type Api = typeof api
export type ApiRoute = keyof Api & string
