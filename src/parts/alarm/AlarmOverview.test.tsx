import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { AlarmOverviewPanel } from './AlarmOverview.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('operation')
})
afterEach(cleanup)

const at = '2026-11-22T10:00:00.000Z'
const rule = (name: string, subject: string) => ({
  rule: name,
  subject,
  status: 'normal',
  value: 0,
  threshold: 1,
  since: at,
  measured_at: at,
  raised_by: null as number | null,
  clears_below: 0.9,
  trend: [],
})

describe('what is watched', () => {
  it('is not called normal while it stands at its threshold, and no alarm before there is one', async () => {
    const full = { ...rule('cpu', 'vm'), value: 100, threshold: 90 }
    stage(<AlarmOverviewPanel />, {
      'GET /alarms/overview': {
        rules: [
          full,
          { ...full, subject: 'db', value: 89.9 },
          { ...full, subject: 'web', status: 'abnormal', value: 61.8, raised_by: 97.4, clears_below: 81 },
        ],
        open: { warning: 0, critical: 0, unacknowledged: 0 },
        days: [],
        server_time: at,
      },
    })
    const tiles = within(await screen.findByRole('list', { name: 'What is watched' })).getAllByRole('listitem')
    const said = ['Above threshold', 'Normal', 'Abnormal']
    expect(tiles.map((tile) => said.filter((s) => tile.textContent?.includes(s)))).toEqual(said.map((s) => [s]))
    expect(tiles[0]?.textContent).toContain('An alarm if it lasts')
    // below its threshold and still an alarm: what raised it and when it ends
    expect(tiles[2]?.textContent).toMatch(/Began .* at 97.4 %\. Clears after two measurements below 81 %\./)
  })
  it('says of which machine each figure is: no two of them read alike', async () => {
    stage(<AlarmOverviewPanel />, {
      'GET /alarms/overview': {
        rules: [rule('online', ''), rule('nodes', 'hv-01'), rule('nodes', 'hv-02')],
        open: { warning: 0, critical: 0, unacknowledged: 0 },
        days: [],
        server_time: at,
      },
    })
    const tiles = within(await screen.findByRole('list', { name: 'What is watched' })).getAllByRole('listitem')
    const read = tiles.map((tile) => tile.textContent)
    expect(new Set(read).size).toBe(tiles.length)
    expect(read[1]).toContain('Compute nodes down · hv-01')
    expect(read[0]).not.toContain(' · ')
  })
})
