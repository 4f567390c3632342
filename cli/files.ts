/** Files that people name: what cannot be read or written is a sentence and not the system's own error. */
import { accessSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Io } from './context.ts'
import { CliError, exits, usage } from './errors.ts'

const reasons: Record<string, string> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a folder',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  ENOSPC: 'does not fit on the disk',
}
function tried<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (e) {
    const { code = '', message } = e as NodeJS.ErrnoException
    throw new CliError('no_file', `${file} ${reasons[code] ?? `cannot be used: ${message}`}.`, exits.usage)
  }
}

/** `-` is standard input. @throws CliError usage */
export const readText = (io: Io, name: string): string => {
  const file = name === '-' ? 'Standard input' : path.resolve(io.cwd, name)
  return tried(file, () => readFileSync(name === '-' ? 0 : file, 'utf8'))
}
/** @throws CliError usage */
export const readBytes = (io: Io, name: string): Buffer => tried(name, () => readFileSync(path.resolve(io.cwd, name)))
/** @throws CliError usage also when it is not JSON */
export function readJson(io: Io, name: string): unknown {
  const text = readText(io, name)
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(
      'bad_json',
      `${name === '-' ? 'Standard input' : path.resolve(io.cwd, name)} is not readable JSON.`,
      exits.usage,
    )
  }
}
/** @returns where it was written @throws CliError usage */
export function writeFile(io: Io, name: string, content: string | Uint8Array): string {
  const file = path.resolve(io.cwd, name)
  tried(path.dirname(file), () => accessSync(path.dirname(file)))
  tried(file, () => writeFileSync(file, content))
  return file
}
const there = (io: Io, name: string, otherwise: string): string => {
  const file = path.resolve(io.cwd, name)
  if (existsSync(file)) throw usage(`${file} is there already. ${otherwise}`)
  if (!existsSync(path.dirname(file))) throw usage(`${path.dirname(file)} is not there.`)
  return file
}
/** A file that is worth too much to be written over. @returns where it will be @throws CliError usage */
export const newFile = (io: Io, name: string): string => there(io, name, 'Choose another with --out.')
/** A new file, or with `force` any. @param option that names it @returns where it will be @throws CliError usage */
export const outFile = (io: Io, name: string, force = false, option = '--out'): string =>
  force ? name : there(io, name, `Choose another with ${option}, or write over it with --force.`)
