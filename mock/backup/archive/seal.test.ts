/** A backup under a passphrase that is cut off, and one that changed. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { BackupProblem } from './problem.ts'
import { sealing, unseal } from './seal.ts'

const part = 64 * 1024 + 16
let dir = ''
let sealed = Buffer.alloc(0)
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'range-seal-'))
  sealed = await buffer(Readable.from([Buffer.alloc(150_000, 7)]).pipe(await sealing('correct horse battery')))
})
afterAll(() => fs.rm(dir, { recursive: true }))

async function told(bytes: Buffer): Promise<string> {
  const [from, to] = [path.join(dir, 'from'), path.join(dir, 'to')]
  await fs.writeFile(from, bytes)
  await fs.rm(to, { force: true })
  return unseal(from, to, 'correct horse battery').then(
    () => 'whole',
    (e: unknown) => (e instanceof BackupProblem ? e.code : String(e)),
  )
}

it('says that it is incomplete, wherever it was cut off, and that it is damaged where it changed', async () => {
  const head = sealed.length - Math.ceil(150_000 / 65_536) * 16 - 150_000
  expect(await told(sealed)).toBe('whole')
  // each look works the key out anew
  for (const end of env.whole ? [sealed.length - 1, head + 2 * part, head + part, head + part + 5] : [head + part])
    expect(await told(sealed.subarray(0, end)), `${end}`).toBe('backup_incomplete')
  const changed = Buffer.from(sealed)
  changed.writeUInt8((changed[head + part + 9] ?? 0) ^ 1, head + part + 9)
  expect(await told(changed)).toBe('backup_damaged')
})
