/** What runs the nodes of scenes, why one cannot on a server, and why it refuses a drawing or an order. */
export const sceneDrivers = ['simulated', 'qemu'] as const
export type SceneDriverName = (typeof sceneDrivers)[number]

/** Why a driver cannot run machines on this server. */
export const driverReasons = [
  /** The server was started without a place for machines. */
  'not_set_up',
  'no_linux',
  'no_qemu',
  'no_qemu_img',
  /** `setpriv`, `prlimit` and `nice`, with which machines are bound to their server. */
  'no_tools',
  'no_kernel',
  'no_busybox',
  'no_modules',
  /** Its machines are on another server of the platform, which does not answer. */
  'elsewhere',
  /** A driver this version does not have. */
  'unknown',
] as const
export type DriverReason = (typeof driverReasons)[number]

/** Why a driver will not, beside the reasons a single node fails for. */
const refusals = [
  'image_missing',
  'image_format',
  'image_without_file',
  'image_architecture',
  /** No image is drawn, and the Linux that stands in is not there. */
  'no_small_linux',
  'no_memory',
  'no_space',
  'no_snapshot',
  'no_answer',
  'unknown_scene',
  'driver_failed',
] as const
export type DriverRefusalCode = (typeof refusals)[number]

export interface DriverStanding {
  name: SceneDriverName
  ok: boolean
  /** Why it cannot; of one that can, why nodes without an image cannot be run. */
  reason: DriverReason | null
}
