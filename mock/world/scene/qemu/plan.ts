/** What of a drawing cannot be machines here, node by node; costs nothing. */
import type { SceneOrder } from '../driver.ts'
import { bootable, imageFor } from './disk.ts'
import { machineMemoryOf } from './machine.ts'
import { booted, room } from './power.ts'
import type { BootFound } from './smallLinux.ts'

/** Architectures that `qemu-system-x86_64` runs. */
const runs: ReadonlySet<string> = new Set(['', 'x86_64', 'i386'])

export function problemsOf(order: SceneOrder, small: BootFound | undefined): { node: string; code: string }[] {
  const problems: { node: string; code: string }[] = []
  let memory = 0
  for (const n of booted(order)) {
    const say = (code: string) => problems.push({ node: n.id, code })
    const image = imageFor(order, n)
    if (n.image_id !== null && !image) say('image_missing')
    else if (!image && small?.ok === false) say('no_small_linux')
    else if (image && !image.file) say('image_without_file')
    else if (image && !bootable(image.format)) say('image_format')
    else if (image && !runs.has(image.arch ?? '')) say('image_architecture')
    memory += machineMemoryOf(n)
    if (memory > room()) say('no_memory')
  }
  return problems
}
