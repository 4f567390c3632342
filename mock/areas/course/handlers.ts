import { copyCourse, courseCrud } from './course.ts'
import { directionHandlers } from './direction.ts'
import { outlineHandlers } from './outline.ts'
import { publishHandlers } from './publish.ts'
import { visibilityHandlers } from './visibility.ts'

export const courseHandlers = {
  ...directionHandlers,
  ...courseCrud,
  'POST /courses/:id/copy': copyCourse,
  ...outlineHandlers,
  ...publishHandlers,
  ...visibilityHandlers,
}
