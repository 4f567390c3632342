/** A label stays when something is typed: what stands inside an empty field is an example of its content or where to search, never its name. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../src/', import.meta.url).pathname

test('no field of a form says its name only inside itself', () => {
  const named: string[] = []
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx') || file.endsWith('.test.tsx')) continue
    const source = readFileSync(root + file, 'utf8')
    for (const [element] of source.matchAll(
      /<(?:CountedTextArea|textarea|input|WordsInput|TextField|NumberInput)\b(?:[^<]|<(?![A-Za-z/]))*?\/>/g,
    )) {
      const inside = /placeholder=\{t\('([\w.]+)'/.exec(element)?.[1]
      const said = /aria-label=\{t\('([\w.]+)'/.exec(element)?.[1]
      if (!inside || !said || element.includes('type="search"') || inside.endsWith('search')) continue
      // “feedback” inside a field that is read aloud as “feedback of option 2”
      if (inside === said || said === `${inside}_n`) named.push(`${file}: ${inside}`)
    }
  }
  expect(named).toEqual([])
})
