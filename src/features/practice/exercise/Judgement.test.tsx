/** What is said of an answer: its verdict in a word, a mark and a tone, whoever judged it. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { verdictOf } from '../../../contract/practice/practice.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { icons } from '../../../ui/icon/icons.ts'
import { verdictMarks } from '../verdict.ts'
import { Judgement } from './Judgement.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('practice')
})
afterEach(cleanup)

it.each([
  [1, 'Right'],
  [0.5, 'Partly right: 50% of the points'],
  [0, 'Not right'],
])('%s of the points, by a rule or by the learner, is “%s”', (share, word) => {
  for (const own of [true, false]) {
    const judged = { id: 't', share, right: share === 1, own, answer: null, key: null, closed: false }
    const exercise = { judged: own ? 'own' : 'rule', question: { id: 'q', type: 'short', options: [] } }
    stage(
      <Judgement
        exercise={exercise as never}
        judged={judged as never}
        language="en-US"
        onJudged={vi.fn()}
        onAgain={vi.fn()}
      />,
      {},
    )
    const said = screen.getByRole('status')
    const { icon, tone } = verdictMarks[verdictOf(share) ?? 'wrong']
    expect(said.textContent).toBe(word)
    expect(said.querySelector('path')?.getAttribute('d')).toBe(icons[icon])
    expect(said.parentElement?.className).toContain(`mg-tone-${tone}`)
    cleanup()
  }
})
