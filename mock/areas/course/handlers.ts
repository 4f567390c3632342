import { copyCourse, courseCrud } from './course.ts'
import { exportCourse } from './file/export.ts'
import { directionHandlers } from './direction.ts'
import { outlineHandlers } from './outline.ts'
import { publishHandlers } from './publish.ts'
import { takenHandlers } from './taken.ts'
import { visibilityHandlers } from './visibility.ts'

export const courseHandlers = {
  ...directionHandlers,
  ...courseCrud,
  'POST /courses/:id/copy': copyCourse,
  'GET /courses/:id/file': exportCourse,
  ...outlineHandlers,
  ...takenHandlers,
  ...publishHandlers,
  ...visibilityHandlers,
}
