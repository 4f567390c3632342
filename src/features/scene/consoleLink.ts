import { href } from '../../contract/screens/index.ts'
import type { ConsoleLink } from '../../parts/scene/card/NodeList.tsx'

/** The console of a scene outside any course. */
export const consoleLink: ConsoleLink = (scene, node, kind) =>
  href('course-scene-console', { id: scene, course_id: '-', lesson_id: '-' }, { node, kind })
