/** Files that people name: what cannot be read or written is a sentence and not the system's own error. */
import { accessSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Io } from './context.ts'
import { CliError, type Exit, exits, usageError } from './errors.ts'
import { codeOf, messageOf } from '#src/contract/lib/typed.ts'

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  ENOSPC: 'does not fit on the disk',
}
const absent: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])
/** @param where it is, resolved */
export const notThere = (where: string, more = ''): CliError =>
  new CliError('no_file', `${where} does not exist.${more}`, exits.notFound)
function tried<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (e) {
    const code = codeOf(e) ?? ''
    const exit: Exit = absent.has(code) ? exits.notFound : exits.usage
    throw new CliError('no_file', `${file} ${reasons[code] ?? `cannot be used: ${messageOf(e)}`}.`, exit)
  }
}

/** `-` is standard input. @throws CliError not found, or usage */
export const readTextFile = (io: Io, name: string): string => {
  const file = name === '-' ? 'Standard input' : path.resolve(io.cwd, name)
  return tried(file, () => readFileSync(name === '-' ? 0 : file, 'utf8'))
}
/** @throws CliError not found, or usage */
export const readFileBytes = (io: Io, name: string): Buffer =>
  tried(name, () => readFileSync(path.resolve(io.cwd, name)))
/** @throws CliError not found, or usage, also when it is not JSON */
export function readJsonFile(io: Io, name: string): unknown {
  const text = readTextFile(io, name)
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
/** @returns where it was written @throws CliError not found, or usage */
export function writeFile(io: Io, name: string, content: string | Uint8Array): string {
  const file = path.resolve(io.cwd, name)
  tried(path.dirname(file), () => accessSync(path.dirname(file)))
  tried(file, () => writeFileSync(file, content))
  return file
}
const there = (io: Io, name: string, otherwise: string): string => {
  const file = path.resolve(io.cwd, name)
  if (existsSync(file)) throw new CliError('file_exists', `${file} already exists. ${otherwise}`, exits.conflict)
  if (!existsSync(path.dirname(file))) throw notThere(path.dirname(file))
  return file
}
/** A file that is worth too much to be written over. @returns where it will be @throws CliError conflict, or not found */
export const newFile = (io: Io, name: string): string => there(io, name, 'Choose another with --out.')
/** A new file, or with `force` any. @param option that names it @returns where it will be @throws CliError conflict, or not found */
export const outFile = (io: Io, name: string, force = false, option = '--out'): string =>
  force ? name : there(io, name, `Choose another with ${option}, or overwrite it with --force.`)

/** Endings that say what is in a file. */
const telling = /\.(?:csv|xlsx|xml|gift|zip|imscc|ya?ml|mmd|json)$/i
/**
 * The format of a file that is to be written: what was said, else what the file's ending says, else the usual one.
 * @param endings of each format, the usual format first; the longer of two that fit counts
 * @throws CliError usage when both are said and differ, or no format has such an ending
 */
export function formatFor<F extends string>(
  said: F | undefined,
  out: string | undefined,
  endings: readonly (readonly [F, readonly string[]])[],
): F {
  const name = (out ?? '').toLowerCase()
  const fits = endings
    .map(([format, all]) => ({
      format,
      length: Math.max(0, ...all.flatMap((e) => (name.endsWith(`.${e}`) ? e.length : []))),
    }))
    .filter((f) => f.length > 0)
    .toSorted((a, b) => b.length - a.length)
  const formats = endings.map(([format]) => format).join(', ')
  if (said !== undefined && (fits.some((f) => f.format === said) || !telling.test(name))) return said
  if (said !== undefined) throw usageError(`--format says ${said}, and the ending of ${out} says otherwise.`)
  if (fits[0]) return fits[0].format
  const [usual] = endings[0] ?? []
  if (usual === undefined || telling.test(name))
    throw usageError(`No format of this export ends as ${out} does. Choose one with --format: ${formats}.`)
  return usual
}
