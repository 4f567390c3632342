import { area } from '#mock/http/request/handler.ts'
import { attendanceFile } from './attendance.ts'
import { listCards } from './cards.ts'
import { ableOptions } from '../system/ablePeople.ts'
import { classCrud, mayLead } from './class.ts'
import { classConsoleHandlers } from './consoles.ts'
import { readForecast } from './forecast.ts'
import { readGrid } from './grid.ts'
import { writeGroups } from './groups.ts'
import { hourKeepingHandlers } from './keep.ts'
import { membersFile } from './membersFile.ts'
import { mineHandlers } from './mine.ts'
import { runHandlers } from './run.ts'
import { classSceneHandlers } from './scenes.ts'
import { scheduleHandlers } from './schedule/handlers.ts'
import { timetableHandlers } from './timetable.ts'

export const classHandlers = {
  ...classCrud,
  ...area({
    ...timetableHandlers,
    ...hourKeepingHandlers,
    ...runHandlers,
    ...mineHandlers,
    'GET /class-hours/:id/grid': readGrid,
    'GET /classes/:id/attendance/file': attendanceFile,
    'GET /classes/:id/members/file': membersFile,
    'GET /class-cards': listCards,
    'GET /classes/leaders/options': ableOptions(mayLead),
    'GET /classes/:id/forecast': readForecast,
    'PUT /classes/:id/groups': writeGroups,
  }),
  ...classSceneHandlers,
  ...classConsoleHandlers,
  ...scheduleHandlers,
}
