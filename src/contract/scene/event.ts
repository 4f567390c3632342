/** What is written down of a scene: who did what, what became of it, what its nodes said. The app has the sentences. */
export const sceneEventLevels = ['info', 'warn', 'error'] as const
export type SceneEventLevel = (typeof sceneEventLevels)[number]

/** Code of an entry and what its sentence names. */
const sceneEventCodes = {
  /** Somebody asked: `event`. */
  asked: ['event'],
  /** From status to status. */
  moved: ['from', 'to'],
  extended: ['minutes', 'used', 'most'],
  /** Less than 15 minutes are left. */
  ending: ['minutes'],
  node_booted: ['seconds'],
  node_stopped: [],
  node_failed: ['code'],
  node_asked: ['event'],
  node_removed: [],
  console_opened: ['kind'],
  console_closed: ['kind', 'seconds'],
  shadow_began: ['who'],
  shadow_ended: ['who'],
  /** A teacher has the keys of the console of `who`, who agreed; or did not, for `reason`. */
  takeover_agreed: ['who'],
  takeover_began: ['who', 'reason'],
  takeover_ended: ['who'],
  frozen: [],
  thawed: [],
  file_injected: ['path', 'bytes'],
  file_failed: ['path', 'code'],
  usb_plugged: ['name'],
  usb_unplugged: ['name'],
  usb_failed: ['name', 'code'],
  snapshot_taken: ['name', 'bytes'],
  snapshot_restored: ['name'],
  snapshot_removed: ['name'],
  taken_over: ['fence'],
  reconciled: ['code'],
  driver: ['code'],
} as const satisfies Record<string, readonly string[]>
export type SceneEventCode = keyof typeof sceneEventCodes
