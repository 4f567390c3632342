/** What the page knows of scenes, who looks at them, and what people asked for. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import type { AskedEvent } from '../../../contract/scene/status.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import { newer } from './scenes.logic.ts'

export type SceneCommandName = AskedEvent | 'extend'
export interface SceneRequestState {
  command: SceneCommandName
  problem: AppProblem | null
}
export interface KnownScene {
  scene: Scene
  /** When its remaining time was told, milliseconds of this machine. */
  heard: number
}
interface ScenesState {
  known: Readonly<Record<string, KnownScene>>
  /** How many pieces of the page show it. */
  watchers: Readonly<Record<string, number>>
  /** Asked for, and neither there nor this person's any more. */
  gone: Readonly<Record<string, true>>
  asked: Readonly<Record<string, SceneRequestState>>
  /** Why the last look failed; null when it did not. */
  problem: AppProblem | null
}
/** Where the app's store holds it, once a screen with scenes is there. */
export interface WithScenes {
  scenes?: ScenesState
}

const initialState: ScenesState = { known: {}, watchers: {}, gone: {}, asked: {}, problem: null }

export interface SceneRequest {
  id: string
  command: SceneCommandName
  /** Of a snapshot its name, of a restore the snapshot. */
  body?: { name?: string; snapshot_id?: string }
  /** One per wish of a person: the same key is the same wish. */
  key: string
}

const without = <T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> => {
  const { [id]: _, ...rest } = all
  return rest
}

export const scenesSlice = createSlice({
  name: 'scenes',
  initialState,
  reducers: {
    watched(s, { payload: ids }: PayloadAction<readonly string[]>) {
      for (const id of ids) s.watchers[id] = (s.watchers[id] ?? 0) + 1
    },
    unwatched(s, { payload: ids }: PayloadAction<readonly string[]>) {
      for (const id of ids) {
        const left = (s.watchers[id] ?? 0) - 1
        if (left > 0) s.watchers[id] = left
        else {
          s.watchers = without(s.watchers, id)
          s.known = without(s.known, id)
          s.gone = without(s.gone, id)
          s.asked = without(s.asked, id)
        }
      }
    },
    /** Scenes as the server has just told them, by a look, a list or a command's answer. */
    heard(s, { payload: { scenes, at } }: PayloadAction<{ scenes: readonly Scene[]; at: number }>) {
      for (const came of scenes) {
        if (!s.watchers[came.id]) continue
        const known = s.known[came.id]
        const scene = newer(known?.scene, came)
        if (scene !== known?.scene) s.known[came.id] = { scene, heard: at }
        s.gone = without(s.gone, came.id)
      }
    },
    looked(s, { payload: gone }: PayloadAction<readonly string[]>) {
      s.problem = null
      for (const id of gone) if (s.watchers[id]) s.gone[id] = true
    },
    failed(s, { payload }: PayloadAction<AppProblem>) {
      s.problem = payload
    },
    ask(s, { payload: { id, command } }: PayloadAction<SceneRequest>) {
      s.asked[id] = { command, problem: null }
    },
    answered(s, { payload: { id, problem } }: PayloadAction<{ id: string; problem: AppProblem | null }>) {
      const asked = s.asked[id]
      if (!asked) return
      if (problem) asked.problem = problem
      else s.asked = without(s.asked, id)
    },
    /** Somebody has read why it was refused. */
    dismissed(s, { payload: id }: PayloadAction<string>) {
      s.asked = without(s.asked, id)
    },
    /** The next person must not see what this one knew. */
    forgotten: (s) => ({ ...initialState, watchers: s.watchers }),
  },
})
export const scenesActions = scenesSlice.actions
