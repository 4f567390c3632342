import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

test('who is refused for the number of tries reads when the next may be', () => {
  expect(wordsOf('en-US').problem('too_many', { seconds: 1 })).toBe('Too many attempts. Wait 1 second.')
  expect(wordsOf('zh-CN').problem('too_many', { seconds: 40 })).toBe('尝试过于频繁，请在 40 秒后再试。')
  expect(wordsOf('en-US').problem('too_many')).toBe('Too many attempts. Wait a moment.')
})
