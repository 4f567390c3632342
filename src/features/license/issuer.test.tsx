import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { LicenceOverview } from '../../contract/license/routes.ts'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { offeredModules } from './license.logic.ts'
import { TestIssuer } from './TestIssuer.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('license')
})

it('a test licence offers modules that have a page, and no others', async () => {
  const data = { licence: null, request: null, server_time: '2026-11-27T00:00:00.000Z', limits: {} }
  stage(<TestIssuer data={data as unknown as LicenceOverview} />, {})
  await screen.findByRole('group', { name: 'Modules' })
  expect(screen.getAllByRole('checkbox')).toHaveLength(offeredModules.length)
  expect(screen.getByRole('checkbox', { name: 'Contests' })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Dynamic effects' })).toBeNull()
})
