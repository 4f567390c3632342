import { href } from '../../contract/screens/index.ts'
import type { ConsoleLink } from './card/NodeList.tsx'

const outside = { course_id: '-', lesson_id: '-' }

/** Where the consoles lead back to, if not to the scene. */
export type From = { exam: string }

/** The console of a scene outside any course. */
export const consoleLink: ConsoleLink = (scene, node, kind) => consoleLinkFrom()(scene, node, kind)
export const consoleLinkFrom =
  (from?: From): ConsoleLink =>
  (scene, node, kind) =>
    href('course-scene-console', { id: scene, ...outside }, { node, kind, ...from })

/** The same without a node that is opened at once. */
export const deskLink = (id: string, from?: From): string =>
  href('course-scene-console', { id, ...outside }, { ...from })
