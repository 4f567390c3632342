/** What a node boots from: its own layer over its image, or the small Linux with an empty disk. The image itself is only read. */
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Node } from '#src/contract/topology/document.ts'
import type { ImageFacts, SceneOrder } from '../driver.ts'
import { cpio } from './cpio.ts'
import { cloudSeed, layer } from './inside.ts'
import type { MachineFiles } from './machine.ts'
import { isThere, type ScenePaths } from './place.ts'
import { driverRefusalOf } from './refusal.ts'
import type { Boot } from './smallLinux.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

const run = promisify(execFile)
/** A disk image of a stranger is looked into for so long only. */
const imageTime = { timeout: 60_000, maxBuffer: 1024 * 1024 }
export const qemuImg = async (...args: string[]): Promise<string> => (await run('qemu-img', args, imageTime)).stdout

/** What QEMU calls the formats it boots from as they are. */
const drivers: Readonly<Record<string, string>> = {
  qcow2: 'qcow2',
  raw: 'raw',
  vmdk: 'vmdk',
  vdi: 'vdi',
  vhdx: 'vhdx',
  vhd: 'vpc',
}
/** Milliseconds that writing a whole disk may take. */
const writeTime = 1_800_000
const disc = 'iso'
export const bootable = (format: string): boolean => format in drivers || format === disc

/** The image of the node, where it has one. */
export const imageFor = (order: SceneOrder, node: Node): ImageFacts | undefined =>
  node.image_id === null ? undefined : order.images[node.image_id]
/** It boots a disc that a system is installed from. */
export const fromDisc = (image: ImageFacts | undefined): boolean => image?.format === disc

const GiB = 1024 ** 3
/** Stays free whatever is made. */
const watermark = GiB

async function room(folder: string): Promise<void> {
  const { bavail, bsize } = await fs.statfs(folder)
  if (bavail * bsize < watermark) throw driverRefusalOf('no_space')
}

/** The image under a name of the node’s own: what the store does to it later does not pull the ground from under the layer. */
async function base(image: ImageFacts, f: MachineFiles, node: Node): Promise<void> {
  try {
    await fs.link(image.file, f.base)
  } catch (e) {
    const code = codeOf(e)
    if (code === 'EEXIST') return
    if (code === 'ENOENT') throw driverRefusalOf('image_missing', node.name)
    // a store on another file system
    await fs.symlink(path.resolve(image.file), f.base)
  }
}

async function sizeOf(node: Node, f: MachineFiles, format: string | undefined): Promise<string> {
  const drawn = Math.max(1, node.disk) * GiB
  if (format === undefined) return String(drawn)
  const info: { 'virtual-size': number } = JSON.parse(await qemuImg('info', '--output=json', '-f', format, f.base))
  // a layer smaller than its image would cut it off
  return String(Math.max(drawn, info['virtual-size']))
}

/** Disk and start files of a node that has none yet. */
export async function prepare(
  p: ScenePaths,
  order: SceneOrder,
  node: Node,
  f: MachineFiles,
  boot: () => Promise<Boot>,
): Promise<void> {
  await fs.mkdir(p.node(node.id), { recursive: true, mode: 0o700 })
  const image = imageFor(order, node)
  if (image) await base(image, f, node)
  if (!(await isThere(f.disk))) {
    await room(p.folder)
    const next = `${f.disk}.next`
    const format = image && drivers[image.format]
    const from = format === undefined ? [] : ['-b', path.basename(f.base), '-F', format]
    await qemuImg('create', '-q', '-f', 'qcow2', ...from, next, await sizeOf(node, f, format))
    await fs.rename(next, f.disk)
  }
  if (!image) return fs.writeFile(f.initrd, Buffer.concat([(await boot()).system, cpio(layer(order, node))]))
  await fs.mkdir(f.seed, { recursive: true })
  for (const [name, text] of Object.entries(cloudSeed(order, node))) await fs.writeFile(path.join(f.seed, name), text)
}

/** The disk as a whole, its image included, in the format of the image. */
export async function writeDisk(image: ImageFacts | undefined, f: MachineFiles, to: string): Promise<void> {
  const format = image && drivers[image.format]
  if (!format) throw driverRefusalOf('image_format')
  await run('qemu-img', ['convert', '-O', format, f.disk, to], { timeout: writeTime })
}
