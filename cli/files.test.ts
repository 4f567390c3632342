import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Io } from './context.ts'
import { CliError, exits } from './errors.ts'
import { formatFor, newFile, outFile, readFileBytes } from './files.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'range-files-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const io = { cwd: dir } as Io
const exitOf = (work: () => unknown): number => {
  try {
    work()
    return exits.ok
  } catch (e) {
    return e instanceof CliError ? e.exit : -1
  }
}

const tables = [
  ['csv', ['csv']],
  ['xlsx', ['xlsx']],
] as const
const drawings = [
  ['package', ['topology.zip', 'zip']],
  ['text', ['topology.yml', 'yml']],
  ['containerlab', ['clab.yml', 'yml']],
] as const

test('the ending of a file says its format where nothing else does', () => {
  expect(formatFor(undefined, 'people.XLSX', tables)).toBe('xlsx')
  expect(formatFor(undefined, 'people', tables)).toBe('csv')
  expect(formatFor(undefined, undefined, tables)).toBe('csv')
  expect(formatFor('xlsx', 'people', tables)).toBe('xlsx')
  expect(formatFor(undefined, 'a.clab.yml', drawings)).toBe('containerlab')
  expect(formatFor(undefined, 'a.yml', drawings)).toBe('text')
  expect(formatFor('containerlab', 'a.yml', drawings)).toBe('containerlab')
})

test('an ending that says otherwise, or that no format has, is a mistake of usage', () => {
  expect(exitOf(() => formatFor('csv', 'people.xlsx', tables))).toBe(exits.usage)
  expect(exitOf(() => formatFor(undefined, 'people.xml', tables))).toBe(exits.usage)
})

test('a file that is there already is a conflict, one that is not there is not found', () => {
  writeFileSync(path.join(dir, 'one'), '')
  expect(exitOf(() => newFile(io, 'one'))).toBe(exits.conflict)
  expect(exitOf(() => outFile(io, 'one'))).toBe(exits.conflict)
  expect(exitOf(() => outFile(io, 'one', true))).toBe(exits.ok)
  expect(exitOf(() => readFileBytes(io, 'two'))).toBe(exits.notFound)
  expect(exitOf(() => outFile(io, 'nowhere/one'))).toBe(exits.notFound)
  expect(exitOf(() => readFileBytes(io, '.'))).toBe(exits.usage)
})
