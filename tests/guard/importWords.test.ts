/** Whatever can be wrong with a file or a zip has its sentence in both languages, and no sentence stands for nothing. */
import { describe, expect, test } from 'vitest'
import { fileCodes } from '#mock/import/formats/found.ts'
import { exerciseImportFormats, questionImportFormats } from '#mock/import/formats/question/formats.ts'
import { courseFormats } from '#mock/import/formats/course/detect.ts'
import { importableNames } from '#mock/import/plan/importables.ts'
import { packageCodes } from '#mock/import/plan/package.ts'
import { zipCodes } from '#mock/import/zip/problem.ts'
import en from '#src/i18n/en-US/import.ts'
import zh from '#src/i18n/zh-CN/import.ts'
import { readingProblem } from '#src/contract/import/reading.ts'

// a code that a file and a whole import share is one
const codes = [...new Set([...fileCodes, ...zipCodes, ...packageCodes])].toSorted()
const prefix = 'import.problem.'

describe.each([
  ['en-US', en],
  ['zh-CN', zh],
])('reading problems in %s', (_, words: Record<string, string>) => {
  const keys = Object.keys(words).filter((k) => k.startsWith(prefix))

  test('have a sentence each, and each sentence is some problem’s', () => {
    expect(keys.map((k) => k.slice(prefix.length)).toSorted()).toEqual(codes)
  })

  test('come with a word for everything that is imported, and for every format of questions', () => {
    const ids = [...questionImportFormats, ...exerciseImportFormats, ...courseFormats].map(
      (f) => `import.format.${f.id}`,
    )
    const missing = [...importableNames.map((n) => `import.resource.${n}`), ...ids].filter((key) => !words[key])
    expect(missing).toEqual([])
  })

  test('are whole sentences, and no two are the same', () => {
    for (const key of keys) expect(words[key], key).toMatch(/^[^\s].{4,}[.。]$/u)
    expect(new Set(keys.map((k) => words[k])).size).toBe(keys.length)
  })

  test('name the file and the place where they are known', () => {
    const said = readingProblem(
      'file_too_large',
      { limit: 3, entry: 'a/b.json', line: 7, column: 9, more: { of: 'no use' } },
      {
        say: (key, values) => words[key]?.replace(/\{(\w+)[^{}]*\}/g, (_all, name: string) => String(values[name])),
        size: (bytes) => `<${bytes} bytes>`,
      },
    )
    expect(said).toMatch(/<3 bytes>.*a\/b\.json.*7.*9/)
    expect(said).not.toMatch(/undefined|[{}]/)
  })
})
