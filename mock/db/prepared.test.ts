import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { program } from '#tests/support/program.ts'
import { engineVersion, preparedName, readPrepared, unpackDatabase } from './prepared.ts'
import { temporary } from './testing/targets.ts'

const after: (() => void)[] = []
afterEach(() => {
  for (const end of after.splice(0)) end()
})

test('a build has the database of its own engine, whole, and unpacks it for its owner only', async () => {
  const { dir, remove } = temporary('prepared')
  after.push(remove)
  expect(preparedName()).toContain(engineVersion())
  const image = readPrepared(path.join(path.dirname(await program('index')), preparedName()))
  const cluster = path.join(dir, 'db')
  unpackDatabase(image, cluster)
  expect(fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()).toMatch(/^\d+$/)
  // it ended in order: whoever opens it has nothing to repair
  expect(fs.existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false)
  expect(fs.statSync(cluster).mode & 0o777).toBe(0o700)
  expect(fs.statSync(path.join(cluster, 'PG_VERSION')).mode & 0o777).toBe(0o600)
})
