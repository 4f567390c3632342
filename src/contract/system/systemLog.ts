/** What the platform itself did and suffered, as a log: its events by code, each with the part of the platform it comes from. */
import { field, type Resource, type ResourceSpec } from '../lib/resource.ts'
import type { LogRow } from './audit.ts'
import type { SystemLogLine } from './systemLog.schema.ts'
import { keysOf } from '../lib/typed.ts'

export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]
const logSources = ['server', 'database', 'calls', 'background', 'schedule', 'browser', 'import', 'log'] as const
export type LogSource = (typeof logSources)[number]

/** Every event and its source. Its sentence in both languages is `log.code.<event>`; whoever logs names the event and its figures. */
export const systemEvents = {
  'server-started': 'server',
  'server-stopped': 'server',
  'server-uncaught': 'server',
  'migration-applied': 'database',
  'housekeeping-done': 'server',
  'applications-removed': 'server',
  'log-dropped': 'log',
  'log-other': 'log',
  'forwarded-ignored': 'server',
  'call-slow': 'calls',
  'call-failed': 'calls',
  'call-unaudited': 'calls',
  'work-failed': 'background',
  'audit-checked': 'background',
  'audit-broken': 'background',
  'job-gave-up': 'schedule',
  'import-interrupted': 'import',
  'import-failed': 'import',
  'import-discarded': 'import',
  'upload-cleared': 'import',
  'browser-policy': 'browser',
  'browser-error': 'browser',
  'backup-made': 'background',
  'backup-failed': 'background',
  'restore-done': 'background',
  'restore-failed': 'background',
  'alarm-opened': 'server',
  'image-failed': 'background',
  'scene-driver-failed': 'background',
  'scene-driver-silent': 'background',
  'scene-step-failed': 'background',
  'scene-orphan': 'background',
} as const satisfies Record<string, LogSource>
export type SystemEvent = keyof typeof systemEvents

const line = {
  name: 'log',
  area: 'system',
  path: '/system-log',
  label: 'at',
  fields: {
    at: field.time,
    level: field.one(logLevels),
    source: field.one(logSources),
    code: field.one(keysOf(systemEvents)),
    request_id: field.id,
    host: field.text,
  },
  find: ['code'],
  filter: ['level', 'source', 'code', 'request_id', 'host', 'at'],
  sort: [],
  log: true,
  order: '-at',
  unique: [],
  verbs: ['list', 'get', 'export'],
  read: ['system-log'],
  write: ['system-log'],
} as const satisfies ResourceSpec & { name: string }
export const systemLog = line as typeof line & Resource<LogRow<SystemLogLine>, never, typeof line>
