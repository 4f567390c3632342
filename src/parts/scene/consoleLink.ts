import { href } from '../../contract/screens/index.ts'
import type { ConsoleLink } from './card/NodeList.tsx'

const outside = { course_id: '-', lesson_id: '-' }

/** The console of a scene outside any course. */
export const consoleLink: ConsoleLink = (scene, node, kind) =>
  href('course-scene-console', { id: scene, ...outside }, { node, kind })

/** The same without a node that is opened at once. */
export const deskLink = (id: string): string => href('course-scene-console', { id, ...outside })
