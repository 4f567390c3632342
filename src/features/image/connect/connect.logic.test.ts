import { describe, expect, it } from 'vitest'
import { mayKeep, phaseOf } from './connect.logic.ts'

const bench = { scene_id: 's', state: 'open', reason: null, by_id: 'ada', by_name: 'Ada', at: '' } as const
const plain = { type: 'machine', status: 'to-edit', bench: null, can: ['connect'] } as const

describe('the page of an image that is worked on', () => {
  it.each([
    ['is the desk of whoever has the machine', { ...plain, bench }, 'ada', 'working'],
    ['says to others who has it', { ...plain, bench, can: [] }, 'bob', 'taken'],
    ['waits while its disk is kept', { ...plain, bench: { ...bench, state: 'saving' as const } }, 'ada', 'saving'],
    ['waits while the image is looked through', { ...plain, status: 'saving' as const, can: [] }, 'ada', 'saving'],
    ['offers a machine of a saved image', { ...plain, status: 'saved' as const }, 'ada', 'ready'],
    ['offers none of a disc', { ...plain, type: 'installer' as const, can: ['update'] }, 'ada', 'unfit'],
    ['offers none to whoever may do nothing to it', { ...plain, can: [] }, 'ada', 'barred'],
    ['offers none before a file has come', { ...plain, status: 'creating' as const, can: ['update'] }, 'ada', 'unfit'],
  ] as const)('%s', (_what, row, me, phase) => {
    expect(phaseOf({ ...row, can: [...row.can] }, me)).toBe(phase)
  })

  it('keeps the disk of a machine that runs or stands still, and of no other', () => {
    expect((['running', 'not-running'] as const).every(mayKeep)).toBe(true)
    expect([undefined, 'start', 'stop', 'hang', 'error', 'abnormal'].some((s) => mayKeep(s as 'start'))).toBe(false)
  })
})
