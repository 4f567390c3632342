/** Whether this computer can run machines, and the small Linux for nodes without an image. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#config/env.ts'
import type { DriverReason } from '#src/contract/scene/driver.ts'
import { type Boot, type BootFound, findBoot } from './smallLinux.ts'

/** Looked for where the system would, and not run: a look each minute starts no process. */
async function stands(program: string): Promise<boolean> {
  for (const folder of env.searchPath.split(path.delimiter).filter(Boolean)) {
    const there = await access(path.join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (there) return true
  }
  return false
}

const programs: readonly [string, DriverReason][] = [
  ['qemu-system-x86_64', 'no_qemu'],
  ['qemu-img', 'no_qemu_img'],
  ['setpriv', 'no_tools'],
  ['prlimit', 'no_tools'],
  ['nice', 'no_tools'],
]

export interface Means {
  /** Looks again for whatever was missing. @returns why machines cannot be run, if so */
  look(): Promise<DriverReason | undefined>
  /** The small Linux as it was found last, without waiting. */
  small(): BootFound | undefined
  boot(): Promise<Boot | undefined>
}

export function qemuSupportOf(system: string): Means {
  let found: BootFound | undefined
  const find = async (): Promise<BootFound> => (found = found?.ok ? found : await findBoot(system))
  return {
    async look() {
      if (process.platform !== 'linux') return 'no_linux'
      const there = await Promise.all(programs.map(([program]) => stands(program)))
      await find()
      return programs.find((_, i) => !there[i])?.[1]
    },
    small: () => found,
    async boot() {
      const b = await find()
      return b.ok ? b.boot : undefined
    },
  }
}
