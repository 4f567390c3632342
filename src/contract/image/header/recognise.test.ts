import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { dockerOf, isoOf, ociOf, ovaOf, qcow2Of, rawOf, tarOf, vdiOf, vhdOf, vmdkOf } from '#tests/support/images.ts'
import type { ReadBytesAt } from './found.ts'
import { agrees, recognise } from './recognise.ts'
import { some } from '../../../../tests/support/some.ts'

const reader =
  (b: Uint8Array): ReadBytesAt =>
  async (at, length) =>
    at >= 0 && at < b.length ? b.subarray(at, at + length) : new Uint8Array()
const look = (b: Uint8Array) => recognise(reader(b), b.length)
const reasonOf = async (b: Uint8Array) => {
  const v = await look(b)
  return v.ok ? v.format : v.reason
}

const good: Record<string, Buffer> = {
  qcow2: qcow2Of(),
  vmdk: vmdkOf(),
  vdi: vdiOf(),
  vhd: vhdOf(),
  raw: rawOf(),
  iso: isoOf(),
  docker: dockerOf(),
  oci: ociOf(),
  ova: ovaOf(),
}

describe('a file of an image', () => {
  it.each(Object.entries(good))('is recognised as %s by its content', async (format, bytes) => {
    expect(await look(bytes)).toMatchObject({ ok: true, format })
  })

  it.each([
    ['a qcow2 that rests on another file', qcow2Of({ backing: 512 }), 'backing_file'],
    ['a qcow2 that keeps its data elsewhere', qcow2Of({ flags: 4 }), 'external_data'],
    ['a qcow2 that names a data file', qcow2Of({ dataFile: true }), 'external_data'],
    ['an encrypted qcow2', qcow2Of({ crypt: 2 }), 'encrypted'],
    ['a qcow2 marked corrupt', qcow2Of({ flags: 2 }), 'damaged'],
    ['a qcow2 of four exabytes', qcow2Of({ size: 2 ** 62 }), 'virtual_size'],
    ['a qcow2 of no bytes', qcow2Of({ size: 0 }), 'virtual_size'],
    ['a qcow2 of a million snapshots', qcow2Of({ snapshots: 1_000_000 }), 'too_many_snapshots'],
    ['a vmdk with a parent', vmdkOf({ parent: '1a2b3c4d' }), 'backing_file'],
    ['a vmdk in pieces', vmdkOf({ extents: 2 }), 'external_data'],
    ['the words of a vmdk alone', Buffer.from('# Disk DescriptorFile\nRW 1 FLAT "/etc/passwd" 0'), 'external_data'],
    ['a vdi of differences', vdiOf(4), 'backing_file'],
    ['a vhd of differences', vhdOf(4), 'backing_file'],
    [
      'a vhd with a wrong sum',
      Buffer.concat([vhdOf().subarray(0, 4107), Buffer.of(9), vhdOf().subarray(4108)]),
      'damaged',
    ],
    ['a disc that ends too early', isoOf({ blocks: 400 }), 'truncated'],
    ['a container without one of its layers', dockerOf(['a:1'], ['layer.tar', 'gone.tar']), 'truncated'],
    ['a tar that climbs out', tarOf({ '../../etc/passwd': 'x', 'manifest.json': '[]' }), 'damaged'],
    ['a tar of anything', tarOf({ 'readme.txt': 'hello' }), 'unknown_content'],
    ['a text', Buffer.from('#!/bin/sh\nrm -rf /\n'.repeat(200)), 'unknown_content'],
    ['nothing', Buffer.alloc(0), 'unknown_content'],
  ])('is refused when it is %s', async (_what, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason)
  })

  it('a disc of UDF alone is a disc', async () => {
    expect(await look(isoOf({ udf: true }))).toMatchObject({ ok: true, format: 'iso' })
  })

  it('never makes the reader fail, however it is cut or damaged, and never passes a pointer to another file', async () => {
    const all = Object.values(good)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(all.length - 1),
        fc.nat(1_000_000),
        fc.array(fc.tuple(fc.nat(1200), fc.nat(255)), { maxLength: 6 }),
        async (which, cut, edits) => {
          const bytes = Buffer.from(all[which] ?? Buffer.alloc(0)).subarray(0, cut % ((all[which]?.length ?? 0) + 1))
          for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value
          const v = await look(bytes)
          if (v.ok && v.format === 'qcow2') expect(bytes.readBigUInt64BE(8)).toBe(0n)
          if (v.ok) expect(v.virtual_size).toBeGreaterThan(0)
        },
      ),
      { numRuns: some(400) },
    )
  })

  it('a disk that a guest has written another format over is not the disk it is called', async () => {
    const v = agrees(await look(qcow2Of({ backing: 1 })), { name: 'Disk one', type: 'machine', format: 'raw' }, 'a.raw')
    expect(v).toMatchObject({ ok: false, reason: 'backing_file' })
    const plain = agrees(await look(qcow2Of()), { name: 'Disk one', type: 'machine', format: 'raw' }, 'a.img')
    expect(plain).toMatchObject({ ok: false, reason: 'format_differs' })
  })

  it.each([
    ['nginx', true],
    ['nginx-1.27', true],
    ['nginx_1.27', true],
    ['nginx-1.26', false],
    ['library', false],
  ])('a container may be kept as %s: %s', async (name, may) => {
    const v = agrees(await look(dockerOf()), { name, type: 'container', format: 'docker' }, 'nginx.tar')
    expect(v.ok || v.reason).toBe(may || 'store_name')
  })
})

const tool = (() => {
  try {
    return execFileSync('qemu-img', ['--version']).length > 0
  } catch {
    return false
  }
})()
describe.skipIf(!tool)('a disk made by qemu-img (skipped where it is not installed)', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'range-disks-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  it.each([
    ['qcow2', 'qcow2'],
    ['vmdk', 'vmdk'],
    ['vdi', 'vdi'],
    ['vpc', 'vhd'],
    ['vhdx', 'vhdx'],
  ])('as %s is recognised as %s, with its size', async (of, format) => {
    const file = path.join(folder, `disk.${of}`)
    execFileSync('qemu-img', ['create', '-q', '-f', of, file, '8M'])
    const v = await look(readFileSync(file))
    expect(v).toMatchObject({ ok: true, format })
    // a virtual PC's disk is rounded up to whole cylinders
    if (v.ok) expect(Math.abs(v.virtual_size - 8 * 2 ** 20)).toBeLessThan(2 ** 20)
  })
  it('that rests on another is refused', async () => {
    const [base, top] = [path.join(folder, 'base.qcow2'), path.join(folder, 'top.qcow2')]
    execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', base, '8M'])
    execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', '-b', base, '-F', 'qcow2', top])
    expect(await reasonOf(readFileSync(top))).toBe('backing_file')
  })
})
