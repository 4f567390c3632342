/** Alarms: what is watched, when it is too much, and the rows that tell of it. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Alarm } from './alarm.schema.ts'

/** What is watched, in the order it is shown. */
export const alarmRules = [
  'cpu',
  'memory',
  'disk',
  'event_loop',
  'online',
  'failed_sign_ins',
  'queue',
  'services',
] as const
export type AlarmRule = (typeof alarmRules)[number]
export type AlarmUnit = 'percent' | 'ms' | 'people' | 'per_minute' | 'count'

/** From which value on a rule is abnormal until somebody configures another, and the setting that says so. */
export const ruleFacts: Readonly<Record<AlarmRule, { unit: AlarmUnit; setting: string; default: number }>> = {
  cpu: { unit: 'percent', setting: 'alarm.cpu', default: 90 },
  memory: { unit: 'percent', setting: 'alarm.memory', default: 90 },
  disk: { unit: 'percent', setting: 'alarm.disk', default: 85 },
  event_loop: { unit: 'ms', setting: 'alarm.event_loop', default: 250 },
  online: { unit: 'people', setting: 'alarm.online', default: 1000 },
  failed_sign_ins: { unit: 'per_minute', setting: 'alarm.failed_sign_ins', default: 30 },
  queue: { unit: 'count', setting: 'alarm.queue', default: 50 },
  services: { unit: 'count', setting: 'alarm.services', default: 1 },
}

export const alarmLevels = ['warning', 'critical'] as const
export type AlarmLevel = (typeof alarmLevels)[number]
export const alarmStatuses = ['open', 'acknowledged', 'cleared'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]

/** What somebody may do to an alarm; that it clears is the measured value's doing. */
export const alarmMachine: Readonly<Record<AlarmStatus, Partial<Record<string, AlarmStatus>>>> = {
  open: { acknowledge: 'acknowledged' },
  acknowledged: {},
  cleared: {},
}

export const alarm = resource<Alarm, never>()('alarm', {
  area: 'operation',
  path: '/alarms',
  label: 'subject',
  fields: {
    ...rowFields,
    rule: field.one(alarmRules),
    subject: field.text,
    level: field.one(alarmLevels),
    status: field.one(alarmStatuses),
    value: field.number,
    peak: field.number,
    threshold: field.number,
    opened_at: field.time,
    cleared_at: field.time,
    acknowledged_at: field.time,
    acknowledged_by: field.text,
    note: field.longText,
  },
  find: ['subject', 'note'],
  filter: ['rule', 'level', 'status', 'opened_at'],
  sort: ['opened_at', 'cleared_at', 'level', 'status', 'rule'],
  order: '-opened_at',
  unique: [],
  verbs: ['list', 'get', 'export'],
  read: ['system-alarm', 'operation-alarm'],
  write: ['system-alarm', 'operation-alarm'],
  actions: { acknowledge: { on: 'many' } },
})
