import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type ManifestFinding, buildManifestOf, validateManifest } from './manifest.ts'
import { ownTree } from './tree.ts'

const dist = mkdtempSync(path.join(os.tmpdir(), 'range-manifest-'))
mkdirSync(path.join(dist, 'client/assets'), { recursive: true })
writeFileSync(path.join(dist, 'client/index.html'), '<!doctype html>')
writeFileSync(path.join(dist, 'client/assets/app.js'), 'start()')
const made = () => buildManifestOf(path.join(dist, 'client'), ownTree())
const found = (manifest: object) => validateManifest(manifest, ownTree(), dist)
afterAll(() => rmSync(dist, { recursive: true }))

test('a manifest as it was written has nothing wrong', () => {
  expect(found(made())).toEqual([])
})

type Manifest = ReturnType<typeof made>
test.each<[string, ManifestFinding['code'], string, (m: Manifest) => unknown]>([
  ['a version nobody knows', 'manifest_version', 'version', (m) => (m.version = '9.9.9')],
  ['a base that is another', 'manifest_base', 'base', (m) => (m.base = '/elsewhere/')],
  ['no files', 'manifest_files', 'files', (m) => m.files.splice(0)],
  ['a file that is not listed', 'manifest_files', 'index.html', (m) => m.files.pop()],
  ['a file that is another', 'manifest_files', 'assets/app.js', (m) => (m.files[0]!.sha256 = '0'.repeat(64))],
  ['a total that is another', 'manifest_files', 'total', (m) => (m.total.bytes += 1)],
  ['a screen that is built or not', 'manifest_screens', '', (m) => (m.screens[0]!.built = !m.screens[0]!.built)],
  ['a screen that is gone', 'manifest_screens', '', (m) => m.screens.pop()],
  ['a screen twice', 'manifest_screens', 'screens', (m) => m.screens.push({ ...m.screens[0]! })],
  ['a field that is gone', 'manifest_unreadable', 'base', (m) => Reflect.deleteProperty(m, 'base')],
])('%s is found', (_, code, at, damage) => {
  const manifest = made()
  damage(manifest)
  expect(found(manifest)).toContainEqual({
    code,
    at: at === '' ? (expect.any(String) as string) : at,
    detail: expect.any(String) as string,
  })
})
