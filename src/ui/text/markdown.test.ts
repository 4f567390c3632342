/** C10: whatever somebody wrote, those who look at it see a page. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownToHtml } from './markdown.ts'
import { some } from '../../../tests/support/some.ts'

it('shows a text that nests thousands deep as its words', () => {
  for (const text of ['>'.repeat(some(20_000)), '- '.repeat(some(10_000)), '1. '.repeat(some(6000))]) {
    const html = markdownToHtml(`${text}<b>`)
    expect(html).toContain('&#60;b&#62;')
    expect(html).not.toContain('<b>')
  }
})

it('makes markup of any text, and none of what is markup in it', () => {
  const parts = fc.constantFrom(
    '>',
    '- ',
    '*',
    '_',
    '`',
    '[',
    '](',
    '![',
    '<b>',
    '<!--',
    '&',
    '|',
    '#',
    '\\',
    '\n',
    ' ',
    'a',
    '~~',
    '1. ',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 200 }), (all) => {
      expect(markdownToHtml(all.join(''))).not.toMatch(/<b>|<!--/)
    }),
  )
})
