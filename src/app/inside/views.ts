/** Every built screen's view. A screen without one does not compile. */
import type { BuiltName } from '../../contract/screens/index.ts'
import { bankViews } from '../../features/bank/views.ts'
import { classViews } from '../../features/classroom/views.ts'
import { courseViews } from '../../features/course/views.ts'
import { learningViews } from '../../features/course/learning/views.ts'
import { dashboardViews } from '../../features/dashboard/views.ts'
import { deviceViews } from '../../features/device/views.ts'
import { examViews } from '../../features/exam/views.ts'
import { contestViews } from '../../features/contest/views.ts'
import { imageViews } from '../../features/image/views.ts'
import { importViews } from '../../features/import/views.ts'
import { libraryViews } from '../../features/library/views.ts'
import { licenseViews } from '../../features/license/views.ts'
import { noticeViews } from '../../features/notice/views.ts'
import { paperViews } from '../../features/paper/views.ts'
import { personalViews } from '../../features/personal/views.ts'
import { flagPracticeViews } from '../../features/practice/flag/views.ts'
import { practiceViews } from '../../features/practice/views.ts'
import { sceneViews } from '../../features/scene/views.ts'
import { sessionViews } from '../../features/session/views.ts'
import { alarmViews } from '../../features/system/alarm/views.ts'
import { configViews } from '../../features/system/config/views.ts'
import { logViews } from '../../features/system/logs/views.ts'
import { menuViews } from '../../features/system/menu/views.ts'
import { roleViews } from '../../features/system/role/views.ts'
import { teamViews } from '../../features/system/team/views.ts'
import { userViews } from '../../features/system/users/views.ts'
import { topologyViews } from '../../features/topology/views.ts'
import type { ViewEntry } from '../../kit/views.tsx'

export const views: Record<BuiltName, ViewEntry> = {
  ...sessionViews,
  ...userViews,
  ...personalViews,
  ...noticeViews,
  ...dashboardViews,
  ...libraryViews,
  ...bankViews,
  ...courseViews,
  ...paperViews,
  ...examViews,
  ...contestViews,
  ...practiceViews,
  ...learningViews,
  ...classViews,
  ...flagPracticeViews,
  ...imageViews,
  ...deviceViews,
  ...importViews,
  ...configViews,
  ...alarmViews,
  ...roleViews,
  ...licenseViews,
  ...logViews,
  ...menuViews,
  ...teamViews,
  ...sceneViews,
  ...topologyViews,
}
