/** Files of images as small as they can be, made byte by byte from the formats' own descriptions. */
export const qcow2Of = (
  o: {
    size?: number
    version?: number
    backing?: number
    crypt?: number
    flags?: number
    snapshots?: number
    dataFile?: boolean
  } = {},
): Buffer => {
  const b = Buffer.alloc(4 * 65_536)
  b.write('QFI\xfb', 0, 'latin1')
  b.writeUInt32BE(o.version ?? 3, 4)
  b.writeBigUInt64BE(BigInt(o.backing ?? 0), 8)
  b.writeUInt32BE(16, 20)
  b.writeBigUInt64BE(BigInt(o.size ?? 1_073_741_824), 24)
  b.writeUInt32BE(o.crypt ?? 0, 32)
  b.writeUInt32BE(2, 36)
  b.writeBigUInt64BE(196_608n, 40)
  b.writeBigUInt64BE(65_536n, 48)
  b.writeUInt32BE(1, 56)
  b.writeUInt32BE(o.snapshots ?? 0, 60)
  b.writeBigUInt64BE(BigInt(o.flags ?? 0), 72)
  b.writeUInt32BE(4, 96)
  b.writeUInt32BE(104, 100)
  if (o.dataFile) {
    b.writeUInt32BE(0x44415441, 104)
    b.writeUInt32BE(8, 108)
  }
  return b
}

export const vmdkOf = (o: { sectors?: number; parent?: string; extents?: number } = {}): Buffer => {
  const b = Buffer.alloc(64 * 512)
  b.write('KDMV', 0, 'latin1')
  b.writeUInt32LE(1, 4)
  b.writeBigUInt64LE(BigInt(o.sectors ?? 2048), 12)
  b.writeBigUInt64LE(128n, 20)
  b.writeBigUInt64LE(1n, 28)
  b.writeBigUInt64LE(20n, 36)
  b.writeUInt32LE(512, 44)
  b.writeBigInt64LE(21n, 56)
  const lines = [
    '# Disk DescriptorFile',
    'version=1',
    `parentCID=${o.parent ?? 'ffffffff'}`,
    'createType="monolithicSparse"',
  ]
  for (let n = 0; n < (o.extents ?? 1); n++) lines.push(`RW 2048 SPARSE "disk${n}.vmdk"`)
  b.write(lines.join('\n'), 512, 'latin1')
  return b
}

export const vdiOf = (kind = 1): Buffer => {
  const b = Buffer.alloc(1024)
  b.write('<<< Oracle VM VirtualBox Disk Image >>>\n', 0, 'latin1')
  b.writeUInt32LE(0xbeda107f, 64)
  b.writeUInt32LE(0x00010001, 68)
  b.writeUInt32LE(kind, 0x4c)
  b.writeBigUInt64LE(5_242_880n, 0x170)
  return b
}

export const vhdOf = (kind = 2): Buffer => {
  const disk = Buffer.alloc(4096)
  const f = Buffer.alloc(512)
  f.write('conectix', 0, 'latin1')
  f.writeUInt32BE(0x00010000, 12)
  f.writeBigUInt64BE(4096n, 48)
  f.writeUInt32BE(kind, 60)
  let sum = 0
  f.forEach((v) => (sum += v))
  f.writeUInt32BE(~sum >>> 0, 64)
  return Buffer.concat([disk, f])
}

export const isoOf = (o: { blocks?: number; udf?: boolean } = {}): Buffer => {
  const b = Buffer.alloc(40 * 2048)
  const at = 16 * 2048
  if (o.udf) {
    b.write('BEA01', at + 1, 'latin1')
    b.write('NSR03', at + 2048 + 1, 'latin1')
    return b
  }
  b[at] = 1
  b.write('CD001', at + 1, 'latin1')
  b.write('DEBIAN_12'.padEnd(32), at + 40, 'latin1')
  b.writeUInt32LE(o.blocks ?? 40, at + 80)
  b.writeUInt16LE(2048, at + 128)
  return b
}

export const rawOf = (): Buffer => {
  const b = Buffer.alloc(8192)
  b.writeUInt16LE(0xaa55, 510)
  return b
}

export function tarOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const body = Buffer.from(content)
    const h = Buffer.alloc(512)
    h.write(name, 0, 100)
    h.write('0000644\0', 100)
    h.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    h.write('        ', 148)
    h.write('0', 156)
    h.write('ustar\0' + '00', 257)
    let sum = 0
    h.forEach((v) => (sum += v))
    h.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [h, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

export const dockerOf = (
  tags: readonly string[] = ['library/nginx:1.27'],
  layers: readonly string[] = ['layer.tar'],
): Buffer =>
  tarOf({
    'config.json': '{}',
    'layer.tar': 'layer',
    'manifest.json': JSON.stringify([{ Config: 'config.json', RepoTags: tags, Layers: layers }]),
  })
export const ociOf = (name = 'docker.io/library/redis:7.4'): Buffer =>
  tarOf({
    'oci-layout': '{"imageLayoutVersion":"1.0.0"}',
    'index.json': JSON.stringify({
      manifests: [{ digest: 'sha256:x', annotations: { 'io.containerd.image.name': name } }],
    }),
  })
export const ovaOf = (): Buffer => tarOf({ 'box.ovf': '<Envelope/>', 'box-disk1.vmdk': vmdkOf() })
