import { href } from '../../contract/screens/index.ts'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import type { ConsoleKind } from '../../contract/scene/node.ts'
import type { ConsoleLink } from './card/NodeList.tsx'
import { onlyPlace } from './console/desk.logic.ts'

const outside = { course_id: '-', lesson_id: '-' }

/** The task a scene is for: its consoles open in the page of the task, beside it. An address keeps what it says, such as the list the task is of. */
export type From = { exam: string; item: string } | { page: string }

const beside = (from: From, lab: string, node?: string, kind?: ConsoleKind): string => {
  const query = { lab, ...(node ? { node } : {}), ...(kind ? { kind } : {}) }
  if ('page' in from) return `${from.page}${from.page.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
  return href('exam-session', { exam_id: from.exam }, { ...query, item: from.item })
}

/** The console of a scene outside any course. */
export const consoleLink: ConsoleLink = (scene, node, kind) => consoleLinkFrom()(scene, node, kind)
export const consoleLinkFrom =
  (from?: From): ConsoleLink =>
  (scene, node, kind) =>
    from ? beside(from, scene, node, kind) : href('course-scene-console', { id: scene, ...outside }, { node, kind })

/** All consoles of a scene; where one node alone is opened, its first console is opened at once. */
export function deskLink({ id, nodes }: Pick<Scene, 'id' | 'nodes'>, from?: From): string {
  const only = onlyPlace(nodes)
  if (only) return consoleLinkFrom(from)(id, only.node, only.kind)
  return from ? beside(from, id) : href('course-scene-console', { id, ...outside })
}
