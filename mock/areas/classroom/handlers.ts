import { area } from '#mock/http/request/handler.ts'
import { attendanceFile } from './attendance.ts'
import { listCards } from './cards.ts'
import { classCrud } from './class.ts'
import { readGrid } from './grid.ts'
import { hourKeepingHandlers } from './keep.ts'
import { mineHandlers } from './mine.ts'
import { runHandlers } from './run.ts'
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
    'GET /class-cards': listCards,
  }),
  ...scheduleHandlers,
}
