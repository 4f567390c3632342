import { expect, test } from 'vitest'
import { format, loadMessages, setLocale } from '../../../i18n/index.ts'
import { isDate, readDate } from '../../../contract/lib/typedDate.ts'
import { dateWrong } from './words.ts'

const local = (...at: [number, number, number, number, number]) => new Date(...at).toISOString()
const evening = local(2026, 10, 22, 21, 20)

test.each([
  ['2026-11-22 21:20', evening],
  ['22.11.2026 21:20', evening],
  ['22.11.2026, 21:20', evening],
  ['22/11/2026 21:20', evening],
  ['11/22/2026 21:20', evening],
  ['22-11-2026 21:20', evening],
  ['2026/11/22 21:20', evening],
  ['2026年11月22日 21:20', evening],
  ['2026年11月22日21:20', evening],
  ['2026年11月22日 下午9点20分', evening],
  ['２０２６－１１－２２　２１：２０', evening],
  ['11/22/2026 9:20 PM', evening],
  [evening, evening],
  ['2026.1.3 18：30', local(2026, 0, 3, 18, 30)],
  ['3.1.2026 18:30', local(2026, 0, 3, 18, 30)],
  ['7/7/2026 12:05 am', local(2026, 6, 7, 0, 5)],
  [' 2026-11-23T09:00:00 ', local(2026, 10, 23, 9, 0)],
])('a time typed as “%s” is read as %s', (text, value) => expect(readDate(text, 'time')).toEqual({ value }))

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026/1/3', '2026-01-03'],
  ['3.1.2026', '2026-01-03'],
  ['23/11/2026', '2026-11-23'],
  ['2026年1月3日', '2026-01-03'],
])('a day typed as “%s” is read as %s', (text, value) => {
  expect(readDate(text, 'day')).toEqual({ value })
  expect(readDate(text, 'either')).toEqual({ value })
})

test.each([
  ['tomorrow', 'time', 'no_date'],
  ['2026-11/23 09:00', 'time', 'no_date'],
  ['2026-11-23 09:60', 'time', 'no_date'],
  ['2026-11-23 24:30', 'time', 'no_date'],
  ['2026-11-23 13:30 pm', 'time', 'no_date'],
  ['2026-11-23 09:00 sharp', 'time', 'no_date'],
  ['05/11/2026 09:00', 'time', 'two_ways'],
  ['5-11-2026', 'day', 'two_ways'],
  ['2026-04-31 09:00', 'time', 'no_such_day'],
  ['31.4.2026', 'day', 'no_such_day'],
  ['2026-02-29', 'day', 'no_such_day'],
  ['2026-11-23', 'time', 'no_time'],
  ['2026-11-23 09:00', 'day', 'day_only'],
] as const)('“%s” for a %s is refused as %s', (text, wants, why) =>
  expect(readDate(text, wants)).toMatchObject({ why }),
)

test.each([
  ['05/11/2026 21:20', 'time', 'This could be either of two dates. Write 2026-11-05 21:20 or 2026-05-11 21:20.'],
  ['05/11/2026', 'time', 'This could be either of two dates. Write 2026-11-05 09:00 or 2026-05-11 09:00.'],
  ['5-11-2026', 'day', 'This could be either of two dates. Write 2026-11-05 or 2026-05-11.'],
  ['27/11/2026', 'time', 'The time of day is missing. Write it like 2026-11-27 09:00.'],
  ['27/11/2026 21:20', 'day', 'A date without a time, like 2026-11-27.'],
  ['tomorrow', 'day', 'This is not a date. Write it like 2026-11-22.'],
] as const)('“%s” for a %s is refused with what may be meant', async (text, wants, said) => {
  await setLocale('en-US')
  await loadMessages('kit')
  expect(dateWrong(text, wants)).toBe(said)
  for (const written of said.match(/\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g) ?? [])
    expect(readDate(written, wants)).toHaveProperty('value')
})

test('what nobody could read is told from what a picker gives', () => {
  expect([evening, '2026-11-22'].every(isDate)).toBe(true)
  expect(['22.11.2026', 'soon', ''].some(isDate)).toBe(false)
})

test('dates are shown as they are typed, in every language: what is copied from a page is read again', async () => {
  for (const locale of ['en-US', 'zh-CN'] as const) {
    await setLocale(locale)
    expect(format.dateTime(evening)).toBe('2026-11-22 21:20')
    expect(readDate(format.dateTime(evening), 'time')).toEqual({ value: evening })
    expect(format.date(evening)).toBe('2026-11-22')
    expect(readDate(format.day('2026-01-03'), 'day')).toEqual({ value: '2026-01-03' })
    expect(format.dateTimeSeconds(evening)).toBe('2026-11-22 21:20:00')
  }
})
