import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cpio, file } from './cpio.ts'

test('an archive has every folder before what lies in it, and ends with its trailer at a whole block', () => {
  const bytes = cpio([file('a/b/c.txt', 'hello', 0o640), file('a/d', 'x')])
  const text = bytes.toString('latin1')
  const at = ['a/b\0', 'a/b/c.txt\0', 'a/d\0', 'TRAILER!!!\0'].map((name) => text.indexOf(name))
  expect(at).toEqual([...at].sort((x, y) => x - y))
  expect(at.every((n) => n > 0)).toBe(true)
  expect(bytes.length % 512).toBe(0)
})

const program = ['/usr/bin/cpio', '/bin/cpio'].find((p) => fs.existsSync(p))
test.skipIf(!program)('cpio unpacks it with content and permissions', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'range-cpio-'))
  execFileSync(program ?? '', ['-idm', '--quiet'], { cwd: folder, input: cpio([file('a/b.sh', 'hello\n', 0o750)]) })
  expect(fs.readFileSync(path.join(folder, 'a/b.sh'), 'utf8')).toBe('hello\n')
  expect(fs.statSync(path.join(folder, 'a/b.sh')).mode & 0o777).toBe(0o750)
  fs.rmSync(folder, { recursive: true })
})
