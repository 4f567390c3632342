import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ImportRow } from '../../contract/import/import.schema.ts'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { reasonTexts } from './words.ts'

type Row = z.output<typeof ImportRow>
const said = (reason: Row['reasons'][number]): string | undefined =>
  reasonTexts({ resource: 'theory-question', reasons: [reason] } as unknown as Row)[0]

beforeAll(async () => {
  await setLocale('zh-CN')
  await Promise.all((['import', 'bank', 'refusal'] as const).map(loadMessages))
})

it('name a type of question as the page does, however a file spells it', () => {
  for (const type of ['matching', 'Matching'])
    expect(said({ path: '', rule: 'question_type', params: { type } })).toContain('匹配题')
  expect(said({ path: 'type', rule: 'one_of', params: { options: 'true-false, single' } })).toContain('判断题、单选题')
})

it('say where the first of two stands as rows say their place', () => {
  const params = { place: 'users.csv:2 #1', file: 'users.csv', line: 2 }
  expect(said({ path: '', rule: 'duplicate_in_package', params })).toBe('与 users.csv 第 2 行相同，以该条目为准。')
})
