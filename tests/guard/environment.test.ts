/** What anything of ours reads of the environment stands in one list, and the documentation says the same. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { variables } from '#config/env.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Of the system, of Node and of npm: not ours to explain. */
const foreign = ['PATH', 'NODE_OPTIONS', 'npm_execpath', 'npm_lifecycle_event']
const list = 'config/env.ts'
/** Where the whole environment is handed on: the server and the CLI to their readers, and what is started to what it starts. */
const handing = ['mock/index.ts', 'cli/bin.mjs', 'cli/context.ts', 'cli/commands/build.ts']

const sources = ['src', 'mock', 'cli', 'config', 'tests'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && /\.(ts|tsx|mjs)$/.test(f.name))
    .map((f) => path.relative(root, path.join(f.parentPath, f.name)))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
)
const read = /process\.env(?:\.(\w+)|\[['"](\w+)['"]\])/g
const names = Object.keys(variables)

test('nothing reads a variable that is not in the list', () => {
  const strange = sources.flatMap(({ file, text }) =>
    [...text.matchAll(read)]
      .map((m) => m[1] ?? m[2] ?? '')
      .filter((name) => !names.includes(name) && !foreign.includes(name))
      .map((name) => `${file} reads ${name}`),
  )
  expect(strange).toEqual([])
})

test('every variable of the list is read by somebody', () => {
  const readers = sources.filter(({ file }) => file !== 'tests/guard/environment.test.ts')
  const idle = names.filter((name) => {
    const use = new RegExp(`env\\.${name}\\b|env\\[['"]${name}['"]\\]|(?:word|url|oneOf|isSet)\\(from, '${name}'`)
    return !readers.some(({ text }) => use.test(text))
  })
  expect(idle).toEqual([])
})

test('the product asks the list, and not the process', () => {
  const elsewhere = sources
    .filter(({ file }) => /^(src|mock|cli)\//.test(file) && !/\.test\.tsx?$/.test(file) && !handing.includes(file))
    .filter(({ text }) => /process\.env/.test(text))
    .map(({ file }) => file)
  expect(elsewhere).toEqual([])
  expect(sources.find(({ file }) => file === list)?.text.match(/process\.env/g)).toHaveLength(1)
})

test('the documentation has the same table', () => {
  const readme = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line))
  expect(rows).toEqual(
    Object.entries(variables).map(([name, v]) => `| \`${name}\` | ${v.by} | ${v.default} | ${v.meaning} |`),
  )
})
