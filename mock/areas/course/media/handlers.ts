import { area } from '#mock/http/request/handler.ts'
import { courseFileHandlers } from './files.ts'
import { downloadLessonFile, readCaptions } from './lessonFiles.ts'
import { noteHandlers } from './notes.ts'
import { issueMediaTicket } from './ticket.ts'
import { reportWatched } from './watch.ts'

export const mediaHandlers = {
  ...courseFileHandlers,
  ...noteHandlers,
  ...area({
    'GET /learning/courses/:id/files/:file': downloadLessonFile,
    'GET /learning/courses/:id/sections/:section/captions/:file': readCaptions,
    'POST /learning/courses/:id/sections/:section/ticket': issueMediaTicket,
    'POST /learning/courses/:id/sections/:section/watched': reportWatched,
  }),
}
