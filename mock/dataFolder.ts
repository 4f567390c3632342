/** Whether the folder of the data can be made and written, said so that the reader can mend it. */
import fs from 'node:fs'
import path from 'node:path'
import { Plain, type StartOptions } from './commandLine.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

const reasons: Record<string, string> = {
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'is on a disk that is full',
  ENOTDIR: 'is no folder, or is below something that is none',
}

/** One folder at a time: Node's own `recursive` never comes back where the system denies a folder that is there, as in /proc. */
function make(dir: string): void {
  if (fs.existsSync(dir)) return
  make(path.dirname(dir))
  try {
    fs.mkdirSync(dir)
  } catch (e) {
    // another start was quicker
    if (codeOf(e) !== 'EEXIST') throw e
  }
}

/** Before anything is opened. @throws Plain */
export function prepareFolder({ data }: Pick<StartOptions, 'data'>): void {
  try {
    make(data)
    // what may be written according to its mode may still be a place like /proc
    fs.rmdirSync(fs.mkdtempSync(path.join(data, '.try-')))
  } catch (e) {
    const code = codeOf(e) ?? ''
    const why = reasons[code] ?? `cannot be used: no folder can be made there (${code})`
    throw new Plain(`${data} ${why}. Choose another folder with --data.`)
  }
}
