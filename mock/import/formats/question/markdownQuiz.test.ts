/** Quizzes as people type them without a template. */
import { describe, expect, it } from 'vitest'
import { findInTexts } from '#tests/support/found.ts'

const read = async (text: string, name = 'quiz.md') => {
  const { rows, bad, files } = await findInTexts({ [name]: text })
  expect([bad, files]).toEqual([[], []])
  return rows.map(({ data }) => {
    const options = data['options'] as { text: string; correct: boolean }[]
    return [data['title'], data['type'], options.map((o) => (o.correct ? `*${o.text}` : o.text)), data['explanation']]
  })
}
const wanted = [
  ['Which is encrypted?', 'single', ['Telnet', '*SSH'], 'Telnet is not.'],
  ['Which are hashes?', 'multiple', ['*MD5', 'AES', '*SHA-1'], ''],
]

describe('a quiz of plain numbers', () => {
  it('with ticks below them', async () => {
    const text = `# Week 7

1. Which is encrypted?
- [ ] Telnet
- [x] SSH

Explanation: Telnet is not.

2. Which are hashes?
   - [x] MD5
   - [ ] AES
   - [x] SHA-1
`
    expect(await read(text)).toEqual(wanted)
    expect(await read(text.replaceAll('\n', '\r\n'))).toEqual(wanted)
  })
  it('with letters and the answer below them', async () => {
    const text = `1. Which is encrypted?

a) Telnet
b) SSH

Answer: b

Telnet is not.

**2. Which are hashes?**
   a. MD5
   b. AES
   c. SHA-1

**Answer:** A and C
`
    expect(await read(text)).toEqual(wanted)
    expect(
      await read(text.replace('1. ', '## 1. ').replace('**2. Which are hashes?**', '## 2. Which are hashes?')),
    ).toEqual(wanted)
    expect(await read('1. 哪个加密？\nA、Telnet\nB、SSH\n正确答案：B\n')).toEqual([
      ['哪个加密？', 'single', ['Telnet', '*SSH'], ''],
    ])
  })
  it('keeps the numbers of lists in a text, and is not looked for in what is there for readers', async () => {
    const text = '1. Which?\n- [x] A\n- [ ] B\n\nBecause:\n\n7. seven\n8. eight\n\n2. And?\n- [x] C\n- [ ] D\n'
    expect((await read(text)).map(([title]) => title)).toEqual(['Which?', 'And?'])
    const found = await findInTexts({ 'README.md': text, 'notes.md': '1. Buy bread\n2. Sleep\n' })
    expect([found.rows, found.files.map((f) => f.problem.code)]).toEqual([[], ['left_aside', 'format_unknown']])
  })
})
