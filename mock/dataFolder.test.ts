import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Plain } from './commandLine.ts'
import { openData, prepareFolder } from './dataFolder.ts'
import { filledDir } from './db/testing/targets.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'range-folder-'))
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

it('is made with those above it, and nothing stays of the trial', () => {
  const data = path.join(dir, 'a/b/c')
  prepareFolder({ data })
  prepareFolder({ data })
  expect(fs.readdirSync(data)).toEqual([])
})

it.skipIf(!fs.existsSync('/proc/self'))('is refused at once where no folder can be made, with the way out', () => {
  fs.writeFileSync(path.join(dir, 'file'), '')
  for (const data of ['/proc/nope', '/proc', path.join(dir, 'file'), path.join(dir, 'file/below')]) {
    expect(() => prepareFolder({ data })).toThrow(Plain)
    expect(() => prepareFolder({ data })).toThrow(/Choose another folder with --data\.$/)
  }
})

it.each<[string, (db: string) => void, RegExp]>([
  ['a file of it is empty', (db) => fs.truncateSync(path.join(db, 'global/pg_control')), /is damaged, or was made by/],
  ['a file of it is gone', (db) => fs.rmSync(path.join(db, 'global/pg_control')), /is damaged, or was made by/],
  ['its version is gone', (db) => fs.rmSync(path.join(db, 'PG_VERSION')), /its file PG_VERSION is missing/],
  [
    'it is somebody else’s folder',
    (db) => {
      fs.rmSync(db, { recursive: true })
      fs.mkdirSync(db)
      fs.writeFileSync(path.join(db, 'thesis.txt'), 'mine')
    },
    /its file PG_VERSION is missing/,
  ],
])('a database that does not open is told with the way out: %s', { timeout: 120_000 }, async (_, damage, why) => {
  const place = await filledDir('damaged')
  try {
    damage(path.join(place.dir, 'db'))
    const refused: unknown = await openData({ data: place.dir, databaseUrl: undefined }, () => '').catch(
      (e: unknown) => e,
    )
    expect(refused).toBeInstanceOf(Plain)
    const said = String((refused as Plain).message)
    expect(said).toMatch(why)
    expect(said).toMatch(/\nMove that folder away and start again, .*range setup.*range backup restore/)
    expect(said.split('\n')).toHaveLength(2)
  } finally {
    place.remove()
  }
})
