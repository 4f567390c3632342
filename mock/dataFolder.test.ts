import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Plain } from './commandLine.ts'
import { prepareFolder } from './dataFolder.ts'

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
