/**
 * What the product promises of reliability and security, check by check: each is named at the head of the file that holds it, and in the
 * title of a test where one does. A promise that nobody keeps fails here, and so does a name of none. This file holds H7.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Group → how many checks it has. A session, B permissions, C injection, D uploads, E exams, F flags, G scenes, H the micro-app, I the wire, J data. */
const groups = { A: 8, B: 8, C: 10, D: 8, E: 10, F: 7, G: 9, H: 7, I: 8, J: 14 }
const all = Object.entries(groups).flatMap(([g, n]) => Array.from({ length: n }, (_, i) => `${g}${i + 1}`))

/** What cannot be held yet, and why. */
const notYet: Record<string, string> = {}

const files = ['src', 'mock', 'cli', 'config', 'tests'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && (/\.test\.tsx?$/.test(f.name) || f.parentPath.endsWith('config/lint')))
    .map((f) => path.relative(root, path.join(f.parentPath, f.name))),
)

/** The first comment of a file, and the titles of its tests. */
function heads(text: string): string {
  const comment = /^(?:\/\/.*\n|\s)*\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? ''
  const titles = [...text.matchAll(/\b(?:describe|it|test)\b[^'"`\n]*[('"`,]\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)]
  return [comment, ...titles.map((t) => t[2])].join('\n')
}
const name = /(?<![\w-])([A-J])(\d{1,2})(?![\w-])/g
/** A title alone is not found by whoever looks where a check is held. */
const headed = new Set(
  files.flatMap((file) => {
    const comment = /^(?:\/\/.*\n|\s)*\/\*\*[\s\S]*?\*\//.exec(readFileSync(path.join(root, file), 'utf8'))?.[0] ?? ''
    return [...comment.matchAll(name)].map(([id]) => id)
  }),
)
const held = new Map<string, string[]>()
for (const file of files)
  for (const [id] of heads(readFileSync(path.join(root, file), 'utf8')).matchAll(name))
    held.set(id, [...(held.get(id) ?? []), file])

test('every check is named by a test that holds it, or it is said why none can', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(all.filter((id) => !held.has(id) && !(id in notYet))).toEqual([])
})

test('every check stands at the head of a file', () => {
  expect(all.filter((id) => !headed.has(id) && !(id in notYet))).toEqual([])
})

test('no reason outlives what it waited for', () => {
  expect(Object.keys(notYet).filter((id) => held.has(id) || !all.includes(id))).toEqual([])
})

test('nothing calls itself by the name of a check there is not', () => {
  const strange = [...held].filter(([id]) => !all.includes(id)).map(([id, where]) => `${id} in ${where.join(', ')}`)
  expect(strange).toEqual([])
})

test('H7: nothing listens to messages of other windows, so there is none to be taken from a stranger', () => {
  const listening = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && /\.tsx?$/.test(f.name) && !/\.test\.tsx?$/.test(f.name))
    .map((f) => path.join(f.parentPath, f.name))
    .filter((file) =>
      /(?:window|globalThis|self)\s*\.\s*(?:addEventListener\(\s*['"`]message['"`]|onmessage)|parent\.postMessage/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(listening).toEqual([])
})
