/** Recordings of consoles and pictures of them. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Recording } from './recording.schema.ts'

/** A terminal as asciicast v2, a desktop as webm, a picture as PNG. */
export const recordingKinds = ['terminal', 'desktop', 'screenshot'] as const
export type RecordingKind = (typeof recordingKinds)[number]
export const recordingTypes: Readonly<Record<RecordingKind, string>> = {
  terminal: 'application/x-asciicast',
  desktop: 'video/webm',
  screenshot: 'image/png',
}
/** A terminal is recorded by the server. The rest is what a user's browser sent, and may be made up. */
export const isRecordedByBrowser = (kind: RecordingKind): boolean => kind !== 'terminal'

export const recordingLimits = {
  /** Bytes of one part of a desktop's recording, of a whole one, of a terminal's, of a picture. */
  part: 8 * 1024 * 1024,
  desktop: 2 * 1024 ** 3,
  terminal: 64 * 1024 * 1024,
  screenshot: 8 * 1024 * 1024,
  /** Bytes of one person's, those of exams and those that are kept besides; his oldest go first. */
  person: 2 * 1024 ** 3,
  /** Screenshots of one person, and in one scene; those of exams besides. */
  screenshots: { person: { count: 500, bytes: 512 * 1024 ** 2 }, scene: { count: 500, bytes: 1024 ** 3 } },
  /** What one person exempts from clearing. */
  kept: { count: 200, bytes: 2 * 1024 ** 3 },
  /** What pages record in one scene of an exam, films and pictures: how many, and their bytes. */
  examined: { count: 200, bytes: 2 * 1024 ** 3 },
  /** Seconds in which parts of a film still arrive when its console has closed, and that a film may be longer than the server’s clock says. */
  late: 20,
  ahead: 5,
  /** Seconds without a part after which a recording counts as ended. */
  silent: 120,
} as const

export const recording = resource<Recording, never>()('recording', {
  area: 'scene',
  path: '/recordings',
  label: 'scene_name',
  fields: {
    ...rowFields,
    kind: field.one(recordingKinds),
    scene_id: field.ref('scene'),
    scene_name: field.text,
    node_name: field.text,
    user_id: field.ref('user'),
    user_name: field.text,
    started_at: field.time,
    seconds: field.number,
    bytes: field.size,
    keep: field.flag,
    recording: field.flag,
  },
  find: ['scene_name', 'node_name', 'user_name'],
  filter: ['kind', 'scene_id', 'user_id', 'started_at', 'keep'],
  sort: ['scene_name', 'user_name', 'started_at', 'seconds', 'bytes'],
  order: '-started_at',
  unique: [],
  verbs: ['list', 'get', 'remove'],
  read: ['scene-recording-admin'],
  write: ['scene-recording-admin'],
})
