import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { RecordingKind } from '../../../contract/scene/recording.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import Replay from './Replay.tsx'
import type { RecordingSource } from './source.ts'

beforeAll(async () => {
  await words()
  await loadMessages('scene')
})
afterEach(cleanup)

const shown = (kind: RecordingKind, source: RecordingSource) => {
  // what it plays is on its way for as long as the test lasts
  const coming = () => new Promise(() => undefined)
  stage(<Replay kind={kind} source={source} seconds={1} bytes={1} name="pc" />, {
    'GET /recordings/:id/content': coming,
    'GET /exam-sheets/:id/items/:item/recordings/:n/content': coming,
  })
  return screen.queryByText(/not recorded by the server/)?.textContent.trim()
}

it.each([
  ['terminal', undefined, undefined],
  ['desktop', 'candidate', 'user'],
  ['screenshot', 'candidate', 'user'],
] as const)('of a %s it says who made it where that was not the server', (kind, marked, own) => {
  const said = (who?: string) => who && `Made by the ${who}’s browser, not recorded by the server.`
  expect(shown(kind, { sheet: 's', item: 'i0', n: 1 })).toBe(said(marked))
  cleanup()
  expect(shown(kind, { recording: 'r' })).toBe(said(own))
})
