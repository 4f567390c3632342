/** An exported name has one meaning: who reads it in any file knows what it is. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { resourceSpecs } from '#src/contract/lines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const declaration =
  /^export (?:declare )?(?:abstract )?(?:interface|type|class|function\*?|async function\*?|const|let|enum) (\w+)/gm

/** On each of its sides (contract, server, importer) a resource goes by its own name. */
const own = new Set(
  Object.keys(resourceSpecs).map((name) => name.replaceAll(/-(\w)/g, (_, c: string) => c.toUpperCase())),
)
/** A type that is kept apart from its schema, so that a page that needs the type alone does not load the schema. */
const plain = (file: string): string => file.replace(/\.schema(?=\.ts$)/, '')

const files = ['src', 'mock', 'cli', 'config']
  .flatMap((top) =>
    readdirSync(`${root}/${top}`, { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))

test('an exported name has one meaning', () => {
  const where = new Map<string, Set<string>>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(`${root}/${file}`, 'utf8').matchAll(declaration))
      where.set(name, (where.get(name) ?? new Set()).add(plain(file)))
  expect(where.size).toBeGreaterThan(3000)
  const double = [...where].filter(([name, at]) => at.size > 1 && !own.has(name))
  expect(double.map(([name, at]) => `${name}: ${[...at].join(', ')}`)).toEqual([])
})
