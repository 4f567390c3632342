import { expect, it } from 'vitest'
import { isForeign, courseTextIn } from './texts.ts'

it.each([
  [
    'is in the language that is asked for, where there is a text in it',
    ['Own', '别的', 'en-US', 'zh-CN'],
    ['别的', 'zh-CN', false],
  ],
  ['else is as it was written, and says so', ['Own', ' ', 'en-US', 'zh-CN'], ['Own', 'en-US', true]],
  ['is the other where nothing else was written', ['', '别的', 'en-US', 'en-US'], ['别的', 'zh-CN', true]],
  ['of which nobody said the language, is as it was written', ['Own', '别的', '', 'zh-CN'], ['Own', '', false]],
] as const)('a text %s', (_, [own, other, language, asked], [text, is, foreign]) => {
  const shown = courseTextIn(own, other, language, asked)
  expect([shown.text, shown.language, isForeign(shown, asked)]).toEqual([text, is, foreign])
})
