import { describe, expect, it } from 'vitest'
import { addWords } from './words.logic.ts'

describe('words', () => {
  it('are taken apart where a list is pasted, Chinese marks included', () => {
    expect(addWords(['a'], ' b, c；d、e\n\nf ')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
  it('keep their own spaces', () => {
    expect(addWords([], 'port scan')).toEqual(['port scan'])
  })
  it('stand once', () => {
    const words = ['a', 'b']
    expect(addWords(words, 'b')).toBe(words)
    expect(addWords(words, '  ')).toBe(words)
  })
})
