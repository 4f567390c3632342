/** Scores and submissions of contests are read through a view and nowhere else: a query beside it could tell what the view keeps back. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
/** Files that name the tables, and why. */
const allowed: Readonly<Record<string, string>> = {
  'mock/areas/contest/view.ts': 'reads them, as far as a view goes',
  'mock/areas/contest/write.ts': 'adds to them, under the lock of the contest',
  'mock/areas/system/usedPeople.ts': 'who handed in something has used their account',
}
/** The whole ledger, whoever asks: for who writes it. */
const ofWriters: ReadonlySet<string> = new Set([
  'mock/areas/contest/view.ts',
  'mock/areas/contest/write.ts',
  // what a season came to, which its digest stands for
  'mock/areas/contest/standing.ts',
])

const files = ['mock', 'src', 'cli'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' })
    .map((name) => `${dir}/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.includes('/i18n/')),
)
const naming = (what: RegExp) => files.filter((name) => what.test(readFileSync(path.join(root, name), 'utf8')))

test('the ledger and the submissions of contests are named by the files that may', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(naming(/\bcontest_(?:ledger|submission)\b/).toSorted()).toEqual(Object.keys(allowed).toSorted())
})

test('the whole ledger is read by nobody else, and no view is made beside the one that decides', () => {
  expect(naming(/\bwholeLedger\b/).filter((name) => !ofWriters.has(name))).toEqual([])
  expect(naming(/\bas ContestView\b/)).toEqual(['mock/areas/contest/view.ts'])
})

test('how far a reveal was shown is read by the file that decides what of it is told', () => {
  expect(naming(/\bcontest_reveal\b/)).toEqual(['mock/areas/contest/reveal.ts'])
})
