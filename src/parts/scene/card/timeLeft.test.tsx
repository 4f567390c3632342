import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import type { SceneStatus } from '../../../contract/scene/status.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { TimeLeft } from './TimeLeft.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('scene')
})
afterEach(cleanup)

/** What stands there two minutes after the server said that twenty are left. */
const shown = (status: SceneStatus): string | null => {
  const scene = { status, minutes: 60, remaining: 1200, ends_at: '2026-01-01T00:00:00Z' } as Scene
  render(<TimeLeft scene={scene} heard={Date.now() - 120_000} />)
  return screen.getByTitle('Time left').textContent
}

it.each([
  ['running', '18:00'],
  ['paused', '20:00 (paused)'],
  ['hang', '18:00 (runs on)'],
] as const)('of a scene that is %s it says “%s”', (status, says) => expect(shown(status)).toBe(says))
