/** What a decision is made of: the scene as it is written down, its nodes as they are seen, and what is to be done. */
import type { NodeStatus, StatusReason } from '#src/contract/scene/node.ts'
import type { SceneMove } from '#src/contract/scene/status.ts'
import type { NodeObservation } from '#mock/world/scene/driver.ts'
import type { NodeRow, SceneRow, Task } from '../row.ts'

export type DriverOrder =
  | { do: 'plan' | 'create' | 'pause' | 'resume' | 'delete' }
  | { do: 'start'; nodes?: string[] }
  | { do: 'stop'; nodes?: string[]; hard?: boolean }
  | { do: 'snapshot' | 'restore'; name: string }

export interface SceneDecision {
  /** Asked of the driver, one after the other; when one is refused, nothing of the rest happens. */
  orders: DriverOrder[]
  move?: SceneMove
  reason?: StatusReason | null
  /** What it works on from now on. */
  task?: Task | null
  progress?: number
  /** What it took of the licence is free. */
  release?: true
  /** Its people are told that the time runs out. */
  warn?: true
  /** Nodes that people want otherwise from now on: they went off by themselves. */
  unwanted?: string[]
  /** Nodes whose reboot has begun. */
  rebooted?: string[]
  /** Seconds until the next look; null: when somebody asks for something. */
  next: number | null
}

export type DecisionScene = Pick<
  SceneRow,
  'status' | 'back' | 'task' | 'held' | 'deadline' | 'ends_at' | 'paused_at' | 'warned_at' | 'since' | 'failures'
>
export type DecisionNode = Pick<NodeRow, 'node_id' | 'name' | 'status' | 'wanted' | 'reboot_at' | 'boots'>

/** Seconds between two looks at what passes, and at what rests. */
export const sceneCheckIntervals = { passing: 1, rest: 30, off: 60 } as const
export const reason = (code: StatusReason['code'], params: StatusReason['params'] = {}): StatusReason => ({
  code,
  params,
})

export interface SeenNode {
  node: DecisionNode
  power: NodeStatus
  progress: number
  failed: string | null
}
export const see = (nodes: readonly DecisionNode[], looks: readonly NodeObservation[]): SeenNode[] =>
  nodes
    .filter((n) => n.boots)
    .map((node) => {
      const look = looks.find((l) => l.node === node.node_id)
      return { node, power: look?.power ?? 'absent', progress: look?.progress ?? 0, failed: look?.reason ?? null }
    })
