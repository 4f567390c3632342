/** What is set about a section names the share it asks for by its rule. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { newSection } from './outline.logic.ts'
import { SectionForm } from './SectionForm.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('course')
})
afterEach(cleanup)

it.each([
  ['video', 'watched', 'To be watched'],
  ['quiz', 'score', 'Score needed'],
  ['lab', 'report', 'Score the report needs'],
] as const)('of a %s that is done when %s, it is “%s”', (kind, rule, label) => {
  stage(
    <SectionForm
      section={{ ...newSection('s', kind, 'One'), rule }}
      translated={false}
      disabled={false}
      onChange={() => undefined}
    />,
    {},
  )
  expect(screen.getByLabelText(label)).toBeTruthy()
})
