import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Backup } from '../../../contract/backup/backup.schema.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { BackupRestoreDialog } from './RestoreDialog.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('backup')
  await loadMessages('refusal')
})
afterEach(cleanup)

const preview = {
  taken_at: '2026-11-01T08:00:00.000Z',
  version: '1.0.0',
  schema: '',
  engine: 'pglite',
  tables: [
    { name: 'audit', was: 1, now: 9 },
    { name: 'known_device', was: 0, now: 2 },
    { name: 'org', was: 4, now: 4 },
  ],
  rows: { was: 5, now: 15 },
  files: { was: 0, now: 0 },
  under_way: { exams: 1, scenes: 2, people: 31 },
}
async function looked(fit: 'same' | 'newer', more: object = {}) {
  stage(
    <BackupRestoreDialog
      backup={{ id: 'b', encrypted: false } as Backup}
      onClose={() => undefined}
      onBegun={() => undefined}
    />,
    { 'POST /backups/:id/inspect': { ...preview, fit, ...more } },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'View content' }))
  return screen.findByRole('button', { name: 'Restore the platform' })
}

it('counts what differs once, and calls each table by its name', async () => {
  await looked('same')
  expect(screen.getByText('2 kinds of content have a different number of rows than now; 1 have the same.')).toBeTruthy()
  expect(screen.getByText('Devices that people signed in from')).toBeTruthy()
})

it('says what it would interrupt', async () => {
  await looked('same')
  expect(screen.getByText('Interrupted by it: 1 exam under way, 2 running scenes, 31 people online.')).toBeTruthy()
})

it('lists the kinds that are not among the first when they are asked for', async () => {
  const tables = Array.from({ length: 12 }, (_, n) => ({ name: `t${n}`, was: n + 1, now: 0 }))
  await looked('same', { tables })
  expect(screen.queryByText('t0')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all 12 that differ' }))
  expect(screen.getByText('t0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

it('the button that restores answers with what is still needed', async () => {
  const button = await looked('same')
  fireEvent.click(button)
  expect(screen.getByRole('alert').textContent).toContain('Your password')
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'))
})

it('says why a backup of a newer version cannot be restored', async () => {
  expect((await looked('newer')).getAttribute('title')).toContain('newer version')
})
