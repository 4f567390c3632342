/** Nothing typed is lost: what is written in sentences outside of forms, which keep drafts, outlives a reload and a closed window. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const src = new URL('../../src/', import.meta.url).pathname
const unkept = [
  // an activation code is no sentence, and is not left lying in the browser
  'features/license/ByCode.tsx',
  // why a picture was refused, beside a text of a form
  'parts/markdown-editor/MarkdownControl.tsx',
]

test('no text area of a page is written into state that a reload empties', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((f) =>
    /^(?:features|parts)\/.*(?<!\.test)\.tsx$/.test(f),
  )
  const written = files.filter((f) => /<(?:textarea|CountedTextArea|Reason)\b/.test(readFileSync(src + f, 'utf8')))
  expect(written.length).toBeGreaterThan(15)
  const losing = written.filter((f) => /useState(?:<string>)?\((?:''|\(\) => '')\)/.test(readFileSync(src + f, 'utf8')))
  expect(losing.filter((f) => !unkept.includes(f))).toEqual([])
})
