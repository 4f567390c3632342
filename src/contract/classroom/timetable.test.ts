import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantIn, isTimeZone, wallIn } from '../lib/zone.ts'
import { TimetablePlan } from './timetable.schema.ts'
import { overlappingSlots, plannedHours, type StandingHour, timetableChange, weekdays } from './timetable.ts'

/** Zones whose clocks change on different days, by an hour or half of one, or never. */
const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC']
const two = (n: number) => String(n).padStart(2, '0')
const clock = fc
  .tuple(fc.integer({ min: 0, max: 22 }), fc.constantFrom(0, 15, 30, 45))
  .map(([h, m]) => `${two(h)}:${two(m)}`)
const date = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 86_400_000, max: Date.UTC(2030, 0, 1) / 86_400_000 })
  .map((d) => new Date(d * 86_400_000).toISOString().slice(0, 10))

describe('times of day in a zone', () => {
  it('are shown by its clocks at the instants they come to, unless the clocks jump over them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), date, clock, (zone, day, at) => {
        const instant = instantIn(zone, day, at)
        const shown = wallIn(zone, instant.getTime())
        if (shown.clock === at) expect(shown.date).toBe(day)
        else {
          // nothing shows it on that day: it is within a jump, which is never longer than an hour
          for (let m = -120; m <= 120; m += 15)
            expect(wallIn(zone, instant.getTime() + m * 60_000)).not.toEqual({ date: day, clock: at })
          expect(shown.clock > at).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('that come twice are the first, that do not come are as much later as the clocks jump', () => {
    expect(instantIn('Europe/Berlin', '2026-10-25', '02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(instantIn('Europe/Berlin', '2026-03-29', '02:30').toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(instantIn('Asia/Shanghai', '2026-11-27', '09:00').toISOString()).toBe('2026-11-27T01:00:00.000Z')
  })

  it('are of zones there are', () => {
    expect(isTimeZone('Asia/Shanghai')).toBe(true)
    expect(isTimeZone('Asia/Nowhere')).toBe(false)
  })
})

const plan = (more: object = {}) =>
  TimetablePlan.parse({
    from: '2026-10-19',
    until: '2026-11-01',
    slots: [
      { id: 'a', day: 1, from: '09:00', to: '10:30' },
      { id: 'b', day: 3, from: '14:00', to: '15:30', room: 'Lab 2' },
    ],
    ...more,
  })

describe('a weekly timetable', () => {
  it('keeps its local times across every change of the clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        date,
        fc.integer({ min: 0, max: 380 }),
        fc.uniqueArray(fc.record({ day: fc.constantFrom(...weekdays), from: clock }), {
          selector: (s) => s.day,
          minLength: 1,
          maxLength: 7,
        }),
        (zone, from, days, slots) => {
          const until = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
          const p = plan({
            from,
            until,
            slots: slots.map((s, n) => ({
              ...s,
              id: `s${n}`,
              to: `${two(Number(s.from.slice(0, 2)) + 1)}:${s.from.slice(3)}`,
            })),
          })
          const hours = plannedHours(p, zone)
          const expected = Array.from(
            { length: days + 1 },
            (_, d) => new Date(Date.parse(from) + d * 86_400_000),
          ).flatMap((d) => slots.filter((s) => s.day === (d.getUTCDay() || 7)))
          expect(hours).toHaveLength(expected.length)
          expect(new Set(hours.map((h) => h.key)).size).toBe(hours.length)
          for (const h of hours) {
            const [id, on] = h.key.split(' ')
            const slot = p.slots.find((s) => s.id === id)
            const shown = wallIn(zone, h.starts_at.getTime())
            expect(h.ends_at.getTime() - h.starts_at.getTime()).toBe(3_600_000)
            // a time that the clocks jump over is later, on the same day
            if (shown.clock !== slot?.from) expect(shown.clock > (slot?.from ?? '')).toBe(true)
            expect(shown.date).toBe(on)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('leaves out the days without class, and orders what is left', () => {
    const hours = plannedHours(plan({ exceptions: [{ on: '2026-10-21' }] }), 'Europe/Berlin')
    expect(hours.map((h) => [h.key, h.starts_at.toISOString(), h.room])).toEqual([
      ['a 2026-10-19', '2026-10-19T07:00:00.000Z', ''],
      // the clocks went back on the 25th
      ['a 2026-10-26', '2026-10-26T08:00:00.000Z', ''],
      ['b 2026-10-28', '2026-10-28T13:00:00.000Z', 'Lab 2'],
    ])
  })

  it('refuses slots that overlap or end before they begin, and dates the wrong way round or too far apart', () => {
    const wrong = (more: object) =>
      TimetablePlan.safeParse({ ...plan(), ...more }).error?.issues.map((i) =>
        'params' in i ? i.params?.['rule'] : i.code,
      )
    expect(wrong({ until: '2026-10-18' })).toEqual(['after_start'])
    expect(wrong({ until: '2028-10-18' })).toEqual(['timetable_span'])
    expect(wrong({ slots: [{ id: 'a', day: 1, from: '10:00', to: '09:00' }] })).toEqual(['after_start'])
    const slots = [
      { id: 'a', day: 1, from: '09:00', to: '10:30' },
      { id: 'b', day: 1, from: '10:00', to: '11:00' },
      { id: 'c', day: 1, from: '11:00', to: '12:00' },
    ]
    expect(wrong({ slots })).toEqual(['slots_overlap'])
    expect(overlappingSlots(plan({ slots: [slots[0], slots[2]] }).slots)).toEqual([])
  })
})

describe('a timetable that is written anew', () => {
  const zone = 'UTC'
  const now = Date.parse('2026-10-20T00:00Z')
  const standing = (more: Partial<StandingHour> & { id: string }): StandingHour => ({
    key: null,
    starts_at: '2026-10-26T09:00:00Z',
    ends_at: '2026-10-26T10:30:00Z',
    room: '',
    changed: false,
    settled: false,
    ...more,
  })
  it('adds what is to come, moves what has another time, and takes away what is in it no more', () => {
    const change = timetableChange(
      plannedHours(plan(), zone),
      [
        standing({ id: 'same', key: 'a 2026-10-26' }),
        standing({
          id: 'moved',
          key: 'b 2026-10-21',
          starts_at: '2026-10-21T08:00:00Z',
          ends_at: '2026-10-21T09:00:00Z',
        }),
        standing({ id: 'gone', key: 'z 2026-10-27' }),
      ],
      now,
    )
    // the 19th is past
    expect(change.added.map((p) => p.key)).toEqual(['b 2026-10-28'])
    expect(change.moved.map((m) => [m.id, m.to.starts_at.toISOString()])).toEqual([
      ['moved', '2026-10-21T14:00:00.000Z'],
    ])
    expect(change.removed).toEqual(['gone'])
    expect(change.kept).toEqual([])
  })
  it('leaves alone what was changed by hand, added by itself, or is settled', () => {
    const change = timetableChange(
      plannedHours(plan({ slots: [] }), zone),
      [
        standing({ id: 'single' }),
        standing({ id: 'changed', key: 'a 2026-10-26', changed: true }),
        standing({ id: 'past', key: 'a 2026-10-19', settled: true }),
      ],
      now,
    )
    expect(change).toEqual({ added: [], moved: [], removed: [], kept: ['single', 'changed', 'past'] })
  })
})
