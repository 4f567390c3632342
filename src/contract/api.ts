/** The whole interface: bespoke routes and those of every resource. The app imports its type only. */
import { paperRoutes } from './bank/paper.routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { classRoutes } from './classroom/class.routes.ts'
import { classRunRoutes } from './classroom/run.routes.ts'
import { classSceneRoutes } from './classroom/scene.routes.ts'
import { scheduleRoutes } from './classroom/schedule.routes.ts'
import { arenaRoutes } from './contest/arena.routes.ts'
import { entryRoutes } from './contest/entry.routes.ts'
import { contestRunningRoutes } from './contest/running.routes.ts'
import { contestRoutes } from './contest/routes.ts'
import { contestDisplayRoutes } from './contest/display.routes.ts'
import { courseRoutes } from './course/course.routes.ts'
import { takenRoutes } from './course/taken.routes.ts'
import { labRoutes } from './course/lab.routes.ts'
import { homeworkRoutes } from './course/homework.routes.ts'
import { learnRoutes } from './course/learn.routes.ts'
import { certificateRoutes } from './record/certificate.routes.ts'
import { recordRoutes } from './record/record.routes.ts'
import { statisticsRoutes } from './record/statistics.routes.ts'
import { mediaRoutes } from './course/media.routes.ts'
import { monitorRoutes } from './course/monitor.routes.ts'
import { reportRoutes } from './course/report.routes.ts'
import { requestRoutes } from './course/request.routes.ts'
import { peopleListRoutes } from './system/peopleList.routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { depositRoutes, usbRoutes } from './device/routes.ts'
import { imageRoutes } from './image/routes.ts'
import { importRoutes } from './import/routes.ts'
import { licenseRoutes } from './license/routes.ts'
import { type CrudRoutes, crudRoutes } from './lib/crud.ts'
import { analysisRoutes } from './exam/analysis.routes.ts'
import { markingRoutes } from './exam/marking.routes.ts'
import { rekeyRoutes } from './exam/rekey.routes.ts'
import { runRoutes } from './exam/run.routes.ts'
import { sitRoutes } from './exam/sit.routes.ts'
import type { BodyOf, Resource, ResourceSpec, RowBase, RowOf } from './lib/resource.ts'
import { type Route, type Routes, routesAs } from './lib/route.ts'
import { noticeRoutes } from './notice/routes.ts'
import { operationRoutes } from './operation/routes.ts'
import { personalRoutes } from './personal/routes.ts'
import { practiceRecordRoutes } from './practice/record.routes.ts'
import { volumePracticeRoutes } from './practice/volume.routes.ts'
import { theoryPracticeRoutes } from './practice/theory.routes.ts'
import { pictureRoutes } from './picture/routes.ts'
import { resourceSpecs } from './lines.ts'
import { type ResourceName, resources } from './resources.ts'
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

type UnionToIntersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never
type CrudOf<N extends ResourceName> = N extends unknown
  ? CrudRoutes<(typeof resourceSpecs)[N], RowOf<(typeof resourceSpecs)[N]> & RowBase, BodyOf<(typeof resourceSpecs)[N]>>
  : never
const made: Record<string, Route> = Object.assign(
  {},
  ...Object.values(resources).map(({ line, schema }) => crudRoutes(line as Resource, schema)),
)
/** The routes of every resource, as its declaration says. */
const ofResources = routesAs<UnionToIntersection<CrudOf<ResourceName>>>(made)

export const api = {
  // an area may say one of them anew
  ...ofResources,
  ...questionFileRoutes,
  ...attachmentRoutes,
  ...keepRoutes,
  ...flagPracticeRoutes,
  ...sitRoutes,
  ...rekeyRoutes,
  ...theoryPracticeRoutes,
  ...volumePracticeRoutes,
  ...practiceRecordRoutes,
  ...runRoutes,
  ...contestRoutes,
  ...contestDisplayRoutes,
  ...entryRoutes,
  ...arenaRoutes,
  ...contestRunningRoutes,
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
  ...sceneRoutes,
  ...fileRoutes,
  ...consoleRoutes,
  ...recordingRoutes,
  ...licenseRoutes,
  ...userRoutes,
  ...topologyRoutes,
  ...stampRoutes,
  ...depositRoutes,
  ...usbRoutes,
  ...imageRoutes,
  ...bankRoutes,
  ...paperRoutes,
  ...courseRoutes,
  ...takenRoutes,
  ...homeworkRoutes,
  ...learnRoutes,
  ...requestRoutes,
  ...recordRoutes,
  ...statisticsRoutes,
  ...classRoutes,
  ...peopleListRoutes,
  ...classRunRoutes,
  ...classSceneRoutes,
  ...scheduleRoutes,
  ...mediaRoutes,
  ...labRoutes,
  ...reportRoutes,
  ...monitorRoutes,
  ...certificateRoutes,
} satisfies Routes

// Where a row points at another, or is shown to chosen people, whoever writes it picks those by name: its form and its filters ask for them.
const declared = Object.values(resourceSpecs).map((line): ResourceSpec & { name: string } => line)
const all: Routes = api
for (const { fields, audience, write } of declared) {
  const named = Object.values(fields).flatMap((f) => ('to' in f ? [f.to] : []))
  for (const target of declared) {
    const route = all[`GET ${target.path}/options`]
    if (!route || typeof route.screens === 'string') continue
    if (named.includes(target.name) || (audience && ['user', 'role', 'team'].includes(target.name)))
      Object.assign(route, { screens: [...new Set([...route.screens, ...write])] })
  }
}
export type Api = typeof api
export type ApiRoute = keyof Api & string
