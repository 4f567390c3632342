/** Disks of machines. Sources: QEMU docs/interop/qcow2.txt; VMware Virtual Disk Format 5.0; VirtualBox VDICore.h; Microsoft VHD 1.0 and MS-VHDX. */
import { BinaryFields, recognisedImage, type ReadBytesAt, type FormatReader, refusedImage } from './found.ts'

const sector = 512

const qcowDataFile = 0x44415441
/** More than this QEMU itself does not open. */
const mostSnapshots = 65_536

export const qcow2: FormatReader = async (read, size) => {
  const h = new BinaryFields(await read(0, 4096), false)
  if (h.length < 4 || h.text(0, 4) !== 'QFI\xfb') return undefined
  if (h.length < 72) return refusedImage('truncated')
  const version = h.u32(4)
  if (version !== 2 && version !== 3) return refusedImage('unknown_content')
  if (version === 3 && h.length < 104) return refusedImage('truncated')
  if (h.u64(8) !== 0 || h.u32(16) !== 0) return refusedImage('backing_file')
  if (h.u32(32) !== 0) return refusedImage('encrypted')
  const clusterBits = h.u32(20)
  if (clusterBits < 9 || clusterBits > 21) return refusedImage('damaged')
  if (version === 3) {
    // bits of the second word: 1 corrupt, 2 data in another file
    const flags = h.u32(76)
    if (flags & 2) return refusedImage('damaged')
    if (flags & 4) return refusedImage('external_data')
    const length = h.u32(100)
    if (length < 104 || length > h.length) return refusedImage('damaged')
    for (let at = length; at + 8 <= h.length; ) {
      const [type, bytes] = [h.u32(at), h.u32(at + 4)]
      if (type === 0) break
      if (type === qcowDataFile) return refusedImage('external_data')
      at += 8 + Math.ceil(bytes / 8) * 8
    }
  }
  const snapshots = h.u32(60)
  if (snapshots > mostSnapshots) return refusedImage('too_many_snapshots', { n: snapshots })
  const cluster = 2 ** clusterBits
  const [table, counts] = [h.u64(40), h.u64(48)]
  if (table % cluster || counts % cluster) return refusedImage('damaged')
  if (table >= size || counts >= size) return refusedImage('truncated')
  return recognisedImage('qcow2', h.u64(24), { version: version === 3 ? '1.1' : '0.10', snapshots })
}

export const vmdk: FormatReader = async (read, size) => {
  const h = new BinaryFields(await read(0, sector), true)
  if (h.text(0, Math.min(h.length, 21)).startsWith('# Disk DescriptorFile')) return refusedImage('external_data')
  if (h.length < 4 || h.text(0, 4) !== 'KDMV') return undefined
  if (h.length < sector) return refusedImage('truncated')
  const version = h.u32(4)
  if (version < 1 || version > 3) return refusedImage('unknown_content')
  const virtual = h.u64(12) * sector
  const [place, sectors] = [h.u64(28), h.u64(36)]
  // -1 says that the directory of grains stands in the footer of a stream-optimised disk
  const directory = h.view.getBigInt64(56, true)
  if (directory !== -1n && (directory < 0n || directory * BigInt(sector) >= BigInt(size)))
    return refusedImage('truncated')
  if (place > 0) {
    if (!(place * sector < size) || !(sectors <= 2048)) return refusedImage('damaged')
    const text = new BinaryFields(await read(place * sector, sectors * sector), true)
    const words = text.text(0, text.length)
    const parent = /^\s*parentCID\s*=\s*([0-9a-f]{1,8})/im.exec(words)?.[1]
    if ((parent && parent.toLowerCase() !== 'ffffffff') || /^\s*parentFileNameHint\s*=/im.test(words))
      return refusedImage('backing_file')
    if ((words.match(/^\s*(?:RW|RDONLY|NOACCESS)\s+\d+/gim) ?? []).length > 1) return refusedImage('external_data')
  }
  return recognisedImage('vmdk', virtual, { version: String(version) })
}

export const vdi: FormatReader = async (read) => {
  const h = new BinaryFields(await read(0, sector), true)
  if (h.length < 68 || h.u32(64) !== 0xbeda107f) return undefined
  if (h.length < 0x178) return refusedImage('truncated')
  const version = h.u32(68)
  if (version >>> 16 !== 1) return refusedImage('unknown_content')
  const kind = h.u32(0x4c)
  if (kind === 3 || kind === 4) return refusedImage('backing_file')
  if (kind !== 1 && kind !== 2) return refusedImage('damaged')
  return recognisedImage('vdi', h.u64(0x170), { version: `${version >>> 16}.${version & 0xffff}` })
}

/** Its description stands at the end; one that grows has a copy at the beginning. */
export const vhd: FormatReader = async (read, size) => {
  const first = new BinaryFields(await read(0, sector), false)
  const last = size > sector ? new BinaryFields(await read(size - sector, sector), false) : first
  const [begins, ends] = [first, last].map((f) => f.length >= 8 && f.text(0, 8) === 'conectix')
  if (!begins && !ends) return undefined
  if (!ends || last.length < sector) return refusedImage('truncated')
  let sum = 0
  last.bytes.forEach((b, at) => {
    if (at < 64 || at >= 68) sum += b
  })
  if (~sum >>> 0 !== last.u32(64)) return refusedImage('damaged')
  const kind = last.u32(60)
  if (kind === 4) return refusedImage('backing_file')
  if (kind !== 2 && kind !== 3) return refusedImage('damaged')
  const virtual = last.u64(48)
  if (kind === 2 && size - sector < virtual) return refusedImage('truncated')
  return recognisedImage('vhd', virtual, { version: `${last.u16(12)}.${last.u16(14)}` })
}

const guid = (text: string): string => {
  const [a = '', b = '', c = '', ...rest] = text.toLowerCase().split('-')
  const turned = (part: string) => (part.match(/../g) ?? []).toReversed().join('')
  return [a, b, c].map(turned).join('') + rest.join('')
}
const metadataRegion = guid('8B7CA206-4790-4B9A-B8FE-575F050F886E')
const fileParameters = guid('CAA16737-FA36-4D43-B3B6-33F0AA44E76B')
const diskSize = guid('2FA54224-CD1B-4876-B211-5DBED83BF4B8')
const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')

/** Where an entry of a table of the file says its thing stands. */
async function regionOf(read: ReadBytesAt): Promise<number | undefined> {
  const t = new BinaryFields(await read(196_608, 65_536), true)
  if (t.length < 16 || t.text(0, 4) !== 'regi') return undefined
  const count = Math.min(t.u32(8), 2047)
  for (let n = 0, at = 16; n < count && at + 32 <= t.length; n++, at += 32)
    if (hex(t.bytes.subarray(at, at + 16)) === metadataRegion) return t.u64(at + 16)
  return undefined
}

export const vhdx: FormatReader = async (read, size) => {
  const h = new BinaryFields(await read(0, 8), true)
  if (h.length < 8 || h.text(0, 8) !== 'vhdxfile') return undefined
  const region = await regionOf(read)
  if (region === undefined || !(region < size)) return refusedImage('truncated')
  const t = new BinaryFields(await read(region, 65_536), true)
  if (t.length < 32 || t.text(0, 8) !== 'metadata') return refusedImage('damaged')
  const count = Math.min(t.u16(10), 2047)
  let virtual = 0
  for (let n = 0, at = 32; n < count && at + 32 <= t.length; n++, at += 32) {
    const [item, place] = [hex(t.bytes.subarray(at, at + 16)), region + t.u32(at + 16)]
    if (item !== fileParameters && item !== diskSize) continue
    const value = new BinaryFields(await read(place, 8), true)
    if (value.length < 8) return refusedImage('truncated')
    if (item === diskSize) virtual = value.u64(0)
    else if (value.u32(4) & 2) return refusedImage('backing_file')
  }
  return recognisedImage('vhdx', virtual, { version: '1' })
}

/** A disk byte for byte: a table of partitions or a file system at its beginning. */
export const rawDisk: FormatReader = async (read, size) => {
  const h = new BinaryFields(await read(0, 2048), true)
  if (h.length < sector) return undefined
  const bootable = h.u16(510) === 0xaa55
  const ext = h.length >= 1082 && h.u16(1080) === 0xef53
  const named = ['hsqs', 'XFSB'].includes(h.text(0, 4)) || (h.length >= 520 && h.text(512, 8) === 'EFI PART')
  return bootable || ext || named ? recognisedImage('raw', size) : undefined
}
