import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { BackupNow } from './BackupNow.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('backup')
})
afterEach(cleanup)

it('is made with a passphrase only once it was typed twice alike', async () => {
  const s = stage(<BackupNow onClose={() => undefined} />, { 'POST /backups': { id: 'b' } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Back up now' })
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  expect([button.disabled, screen.queryByLabelText('Repeat the passphrase')]).toEqual([false, null])
  type('Passphrase', 'a long enough one')
  expect(button.disabled).toBe(true)
  type('Repeat the passphrase', 'a long enough onee')
  expect(button.disabled).toBe(true)
  expect(screen.getByText('The two passphrases differ.')).toBeTruthy()
  type('Repeat the passphrase', 'a long enough one')
  fireEvent.click(button)
  await waitFor(() =>
    expect(s.of('POST /backups').map((c) => c.args.body)).toEqual([{ note: '', passphrase: 'a long enough one' }]),
  )
})
