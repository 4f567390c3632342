import type { SceneNode } from '../../../contract/scene/scene.schema.ts'
import { useScene } from '../life/use.ts'
import type { ConsoleWanted } from './consoles.slice.ts'

/** The node of a console as it is now, and whether the server would open a console of it. */
export function useNode({ scene: id, node: of, shadow }: ConsoleWanted): {
  node: SceneNode | undefined
  opens: boolean
} {
  const { scene } = useScene(id)
  const node = scene?.nodes.find((n) => n.id === of)
  // before the first look the server is asked; a console that is looked at is somebody else's
  return { node, opens: !scene || shadow !== undefined || (node?.can.includes('console') ?? false) }
}
