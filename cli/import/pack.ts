/** A folder to be imported: its files as one zip, the same bytes each time, so that an upload that broke off goes on. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { zipSync } from 'fflate'
import { limits } from '#src/contract/limits.ts'
import { CliError, exits } from '../errors.ts'

/** What tools leave in folders, and nobody means. */
const aside = (name: string): boolean => name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
const began = new Date(1980, 0, 2)

const tooLarge = (folder: string): CliError =>
  new CliError('too_large', `${folder} is larger than ${limits.importZip / 1024 / 1024} MiB as a zip.`, exits.usage)

/** Regular files below a folder, by their path in it; what is linked lies elsewhere and is not packed. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !aside(name))
    .sort()
}

const isZip = (name: string): boolean => /\.zip$/i.test(name)

/**
 * @param archives what is imported may hand out archives; else those of the folder stay behind, as a zip that holds another is refused whole
 * @returns the zip, what of the folder is not in it, and what removes it again
 */
export function packFolder(folder: string, archives: boolean): { file: string; left: string[]; drop: () => void } {
  const all = filesIn(folder)
  const names = archives ? all : all.filter((name) => !isZip(name))
  const left = all.filter((name) => !names.includes(name))
  if (left.length && !names.length)
    throw new CliError('empty', `${folder} has nothing but zips. Import them one by one.`, exits.usage)
  if (!names.length) throw new CliError('empty', `${folder} has no files.`, exits.usage)
  const most = 4 * limits.importZip
  if (names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0) > most) throw tooLarge(folder)
  const entries = names.map((name) => [name, new Uint8Array(readFileSync(path.join(folder, name)))] as const)
  const zip = zipSync(Object.fromEntries(entries), { mtime: began })
  if (zip.length > limits.importZip) throw tooLarge(folder)
  const place = mkdtempSync(path.join(os.tmpdir(), 'range-import-'))
  const file = path.join(place, `${path.basename(folder)}.zip`)
  writeFileSync(file, zip, { mode: 0o600 })
  return { file, left, drop: () => rmSync(place, { recursive: true, force: true }) }
}
