/** A scene as it is now, looked at as long as the caller is on the page. */
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { NodeEvent } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { scenesActions } from '../life/scenes.slice.ts'
import { type SceneView, useScene, useWatched } from '../life/use.ts'

export function useLive(id: string): SceneView {
  useWatched([id])
  return useScene(id)
}

/** The newer of what a list read and what is known since. */
export function useRowNow(row: Scene): Scene {
  const { scene } = useScene(row.id)
  return scene && scene.revision > row.revision ? scene : row
}

/** Starts, stops or reboots nodes of a scene; the answer is shown at once. Rejects with an AppProblem. */
export function useNodeAct(id: string): (event: NodeEvent, nodes: readonly string[]) => Promise<void> {
  const write = useWriteTo()
  const dispatch = useDispatch()
  return useCallback(
    async (event, nodes) => {
      const scene = await write<Scene>(`POST /scenes/:id/nodes/${event}`, { params: { id }, body: { nodes } })
      dispatch(scenesActions.heard({ scenes: [scene], at: Date.now() }))
    },
    [dispatch, write, id],
  )
}
