/** Scenes on a screen: say which are shown, read what is known, send what people want. */
import './part.ts'
import { useCallback, useEffect } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { newKey } from '../../../lib/id.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import { useNow } from '../../../ui/data/useNow.ts'
import { remainingAt } from './scenes.logic.ts'
import {
  type SceneRequest,
  type SceneRequestState,
  type SceneCommandName,
  type KnownScene,
  scenesActions,
  type WithScenes,
} from './scenes.slice.ts'

/** These scenes are shown as long as the component is. */
export function useWatched(ids: readonly string[]): void {
  const dispatch = useDispatch()
  const key = [...new Set(ids)].sort().join(' ')
  useEffect(() => {
    const all = key ? key.split(' ') : []
    if (!all.length) return undefined
    dispatch(scenesActions.watched(all))
    // after the page's other effects: what one piece leaves and the next shows is known without a gap
    return () => queueMicrotask(() => dispatch(scenesActions.unwatched(all)))
  }, [dispatch, key])
}

export interface SceneView {
  /** Undefined until the first look. */
  scene: Scene | undefined
  heard: number
  /** Not there, or no longer for this person. */
  gone: boolean
  /** What somebody wanted on this page and the server has not answered, or has refused. */
  asked: SceneRequestState | undefined
  /** Why the last look failed. */
  problem: AppProblem | null
}

/** A scene as it is now; watch it with `useWatched` as well. */
export function useScene(id: string): SceneView {
  const known = useSelector((s: WithScenes): KnownScene | undefined => s.scenes?.known[id])
  const gone = useSelector((s: WithScenes) => s.scenes?.gone[id] === true)
  const asked = useSelector((s: WithScenes) => s.scenes?.asked[id])
  const problem = useSelector((s: WithScenes) => s.scenes?.problem ?? null)
  return { scene: known?.scene, heard: known?.heard ?? 0, gone, asked, problem }
}

/** Seconds left, counted down on the page; null where a scene has no end. */
export function useRemaining(scene: Scene | undefined, heard: number): number | null {
  const now = useNow(scene?.remaining === null || scene === undefined ? 60_000 : 1000)
  return scene ? remainingAt(scene, heard, now.getTime()) : null
}

/** Sends a command. One that is on its way is not sent again. */
export function useCommand(id: string): (command: SceneCommandName, body?: SceneRequest['body']) => void {
  const dispatch = useDispatch()
  const store = useStore<WithScenes>()
  return useCallback(
    (command, body) => {
      const asked = store.getState().scenes?.asked[id]
      if (asked && !asked.problem) return
      dispatch(scenesActions.ask({ id, command, key: newKey(), ...(body ? { body } : {}) }))
    },
    [dispatch, store, id],
  )
}
