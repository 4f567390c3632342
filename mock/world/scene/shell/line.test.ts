/** What is typed at a terminal, key by key or many at once. */
import { expect, it } from 'vitest'
import { lineEditor } from './line.ts'

function typing(complete: (line: string) => string[] = () => []) {
  let screen = ''
  const editor = lineEditor((text) => void (screen += text))
  const line = editor.read('$ ', { history: ['first', 'second'], complete })
  return { editor, line, shown: () => screen, clear: () => (screen = '') }
}

it('edits as keys are pressed, and the same when they come at once', async () => {
  for (const apart of [true, false]) {
    const { editor, line, shown } = typing()
    const keys = ['c', 'a', 't', ' ', 'x', ' ', 'y', '\x17', '\x1b[D', '\x7f', 'z', '\x01', '\x04', 'b', '\x05', '!']
    if (apart) for (const key of keys) editor.feed(key)
    else editor.feed(keys.join(''))
    const last = shown().split('\r\x1b[K').at(-1) ?? ''
    expect(last.startsWith('$ bat z')).toBe(true)
    editor.feed('\r')
    expect(await line).toBe('bat z !')
  }
})

it('draws a line once for all the keys of a message, however long both are', () => {
  const { editor, shown, clear } = typing()
  editor.feed('a'.repeat(4000))
  clear()
  for (const keys of ['\x01\x05', '\x7fa', '\x1b[D\x1b[C', '\x10\x0e']) {
    editor.feed(keys.repeat(30_000))
    expect(shown().length).toBeLessThan(9000)
    clear()
  }
})

it('looks for words once in a message', () => {
  let looked = 0
  const { editor } = typing(() => {
    looked++
    return ['one', 'other']
  })
  editor.feed('\t'.repeat(30_000))
  expect(looked).toBe(1)
  editor.feed('\t')
  expect(looked).toBe(2)
})
