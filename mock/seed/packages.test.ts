import { expect, it } from 'vitest'
import { agrees, recognise } from '#src/contract/image/header/recognise.ts'
import { imageEntries } from './images.ts'
import { containerOf } from './packages.ts'

it.each(imageEntries.flatMap((e) => (e.snapshots ? [e.name] : [])))(
  'the file of %s is what an upload has to be',
  async (name) => {
    const { bytes, facts } = containerOf(name, [['etc/motd', '缓存服务\n']])
    const found = await recognise(async (at, n) => new Uint8Array(bytes.subarray(at, at + n)), bytes.length)
    if (!found.ok) throw new Error(found.reason)
    expect(agrees(found, { name, type: 'container', format: 'docker' }, facts.file_name).ok).toBe(true)
  },
)
