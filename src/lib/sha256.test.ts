import { afterEach, expect, test, vi } from 'vitest'
import { sha256OfFile } from './sha256.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the digest of a file is the one that `sha256sum` prints', async () => {
  // the test vector of FIPS 180-2, appendix B.1
  expect(await sha256OfFile(new Blob(['abc']))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a page without a secure connection has none, and says so instead of failing', async () => {
  vi.stubGlobal('crypto', { getRandomValues: () => {} })
  expect(await sha256OfFile(new Blob(['abc']))).toBeUndefined()
})
