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
  'nodes',
] as const
export type AlarmRule = (typeof alarmRules)[number]
/** Rules with a threshold to set: a compute node works or it does not. */
export type ThresholdRule = Exclude<AlarmRule, 'nodes'>
export type AlarmUnit = 'percent' | 'ms' | 'people' | 'per_minute' | 'count'

/** What a rule's value counts; from which value on it is abnormal is a setting of the rule's name (`system/config.ts`). */
export const ruleUnits: Readonly<Record<AlarmRule, AlarmUnit>> = {
  cpu: 'percent',
  memory: 'percent',
  disk: 'percent',
  event_loop: 'ms',
  online: 'people',
  failed_sign_ins: 'per_minute',
  queue: 'count',
  services: 'count',
  nodes: 'count',
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
  page: 'system-alarm',
  actions: { acknowledge: { on: 'many' } },
})
