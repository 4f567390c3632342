import { expect, test } from 'vitest'
import { alarmLevelOf, type AlarmState, nextAlarmState } from './rule.ts'

function walk(values: readonly number[], threshold = 90): string[] {
  let state: AlarmState = { status: 'normal', against: 0 }
  return values.map((v) => {
    const { event, ...next } = nextAlarmState(state, v, threshold)
    state = next
    return event ?? state.status
  })
}

test.each([
  ['one spike is no alarm', [95, 10, 95, 10], ['normal', 'normal', 'normal', 'normal']],
  ['two looks in a row are one', [90, 90, 99], ['normal', 'open', 'abnormal']],
  [
    'just below the threshold ends nothing',
    [90, 90, 89, 85, 81, 82],
    ['normal', 'open', 'abnormal', 'abnormal', 'abnormal', 'abnormal'],
  ],
  ['calm for two looks ends it', [90, 90, 80, 80, 80], ['normal', 'open', 'abnormal', 'clear', 'normal']],
  [
    'a value on the edge does not flap',
    [91, 92, 80, 91, 80, 91, 80, 91],
    ['normal', 'open', 'abnormal', 'abnormal', 'abnormal', 'abnormal', 'abnormal', 'abnormal'],
  ],
])('%s', (_, values, wanted) => {
  expect(walk(values)).toEqual(wanted)
})

test('a count of one is an alarm, and none ends it', () => {
  expect(walk([1, 1, 1, 0, 0], 1)).toEqual(['normal', 'open', 'abnormal', 'abnormal', 'clear'])
})

test.each([
  [91, 90, 'percent', 'warning'],
  [95, 90, 'percent', 'critical'],
  [59, 30, 'per_minute', 'warning'],
  [60, 30, 'per_minute', 'critical'],
] as const)('%d over %d %s is %s', (value, threshold, unit, level) => {
  expect(alarmLevelOf(value, threshold, unit)).toBe(level)
})
