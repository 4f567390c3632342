/** What the nodes of a scene are doing, and the figures around a scene. */
import { osFamilies, type OsFamily } from '../image/image.ts'

export const nodeStatuses = ['absent', 'off', 'booting', 'on', 'suspended', 'crashed'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

export const consoleKinds = ['terminal', 'desktop'] as const
export type ConsoleKind = (typeof consoleKinds)[number]

export const nodeEvents = ['start', 'stop', 'reboot'] as const
export type NodeEvent = (typeof nodeEvents)[number]

/** Families of systems: which shell a terminal speaks. */
export const systems = osFamilies
export type System = OsFamily

export const fileStatuses = ['injecting', 'success', 'failure', 'hang'] as const
export type FileStatus = (typeof fileStatuses)[number]
export const fileMachine: Readonly<Record<FileStatus, Partial<Record<'retry', FileStatus>>>> = {
  injecting: {},
  success: {},
  failure: { retry: 'injecting' },
  hang: { retry: 'injecting' },
}
/** The place of a file that is put at a path, or under its own name into the folder that a slash at the end stands for. */
export const wholePath = (path: string, name: string): string => (/[\\/]$/.test(path) ? path + name : path)

/** Why a file did not arrive. */
export const fileReasons = [
  'node_off',
  'no_space',
  'no_folder',
  'read_only',
  'bad_path',
  'no_agent',
  'lost',
  'driver',
  'scene_closed',
] as const
export type FileReason = (typeof fileReasons)[number]
/** Another try would come to the same: the bytes are not kept for one. */
export const finalFileReasons: ReadonlySet<FileReason> = new Set(['bad_path', 'lost', 'scene_closed'])

/** Why a node is not what it should be. */
export const nodeReasons = [
  'boot_failed',
  'disk_failed',
  'out_of_memory',
  'kernel_panic',
  'host_lost',
  'process_ended',
  'guest_panicked',
  'internal_error',
  'io_error',
  'driver',
] as const
export type NodeReason = (typeof nodeReasons)[number]

/** Why a scene is where it is, with what its sentence names. */
export const sceneReasons = {
  /** The scenes or the instances of the licence are used up. */
  licence_full: ['limit'],
  /** It did not get further within its time. */
  deadline: ['status', 'seconds'],
  /** What runs the nodes refused, or is not there. */
  driver_refused: ['code'],
  driver_unavailable: ['driver', 'code'],
  image_missing: ['node'],
  node_failed: ['node', 'code'],
  /** What runs the nodes knows nothing of it any more. */
  lost: [],
  snapshot_failed: ['name'],
  /** It was abnormal and nobody did anything. */
  neglected: ['minutes'],
} as const satisfies Record<string, readonly string[]>
type SceneReason = keyof typeof sceneReasons
export interface StatusReason {
  code: SceneReason
  params: Record<string, string | number>
}

export const sceneLimits = {
  name: { min: 4, max: 40 },
  /** How long it runs, minutes; null never ends. */
  minutes: { min: 10, max: 30 * 24 * 60, default: 120 },
  members: 200,
  teams: 20,
  leaders: 20,
  /** Seconds left from which it counts as ending. */
  ending: 15 * 60,
  snapshots: 10,
  snapshotName: { min: 1, max: 40 },
  /** Bytes of an injected file. */
  file: 50 * 1024 * 1024,
  files: 200,
  /** Files that one person has injected into all scenes there are. */
  filesOfPerson: 1000,
  /** Bytes kept of files that have not arrived: of one scene, of one person in all scenes; and seconds since the last try for which they are kept. */
  waiting: { scene: 1024 ** 3, person: 512 * 1024 ** 2, seconds: 3600 },
  /** Scenes one call may watch. */
  watched: 200,
  /** How far back figures are kept, seconds, and how far apart they are. */
  metrics: { span: 1800, step: 30 },
} as const

/** Milliseconds after which a watcher asks again: something passes, it stands in the queue, nothing happens. */
export const watchPace = { passing: 1000, queue: 3000, rest: 15_000 } as const
