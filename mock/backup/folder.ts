/**
 * The data folder as a backup sees it: everything below it but the backups themselves and what a restore keeps there. Files are linked, not
 * copied, before and after the moment of the backup: a file has its content for good once it has its name, so a link is the file.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import { safePath } from '#mock/import/zip/names.ts'
import { importLimits } from '#mock/import/zip/limits.ts'
import { BackupProblem } from './archive/problem.ts'

export const backupsIn = (files: string): string => path.join(files, 'backups')
export const backupFile = (files: string, id: string): string => path.join(backupsIn(files), `${id}.backup`)
const stagingIn = (files: string): string => path.join(files, 'restore')
/** Names at the top of the data folder that no backup holds and no restore touches. */
const kept: ReadonlySet<string> = new Set(['backups', 'restore', 'lock'])
/** What is on its way has no place in a backup. */
const unfinished = /\.(?:arriving|part\.tmp)$/

async function walk(root: string, below = ''): Promise<string[]> {
  const out: string[] = []
  const entries = await fs.readdir(path.join(root, below), { withFileTypes: true }).catch(() => [])
  for (const e of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (below === '' && kept.has(e.name)) continue
    const at = below === '' ? e.name : `${below}/${e.name}`
    if (e.isDirectory()) out.push(...(await walk(root, at)))
    else if (e.isFile() && !unfinished.test(e.name)) out.push(at)
  }
  return out
}

/** Files of the data folder, as paths below it. */
export const dataFilesOf = (files: string): Promise<string[]> => walk(files)

/** Links every file into `to`; those that are there already, or that went meanwhile, are left out. */
export async function linkAll(files: string, to: string): Promise<void> {
  for (const at of await walk(files)) {
    const target = path.join(to, at)
    await fs.mkdir(path.dirname(target), { recursive: true })
    await fs.link(path.join(files, at), target).catch(async (e: NodeJS.ErrnoException) => {
      if (e.code === 'EEXIST' || e.code === 'ENOENT') return
      // a disk that knows no links
      if (e.code === 'EPERM' || e.code === 'EXDEV' || e.code === 'ENOTSUP')
        await fs.copyFile(path.join(files, at), target)
      else throw e
    })
  }
}

/** The path of a file in a backup, as it may be below the data folder. @throws BackupProblem */
export function ownPath(of: string): string {
  const at = (() => {
    try {
      return safePath(of, importLimits)
    } catch {
      throw new BackupProblem('backup_damaged', { at: 'path' })
    }
  })()
  if (at !== of || kept.has(at.split('/')[0] ?? '')) throw new BackupProblem('backup_damaged', { at: 'path' })
  return at
}

/** Where a restore lays the files of its backup down before they are in their places. */
export const stagingOf = (files: string, id: string): string => path.join(stagingIn(files), id, 'new')

/**
 * Puts the files a restore laid down in the places of those that are there. It can be ended at any moment and begun again: what is in its
 * place stays there.
 */
export async function putInPlace(files: string, id: string): Promise<void> {
  const own = path.join(stagingIn(files), id)
  const old = path.join(own, 'old')
  const cleared = path.join(own, 'cleared')
  await fs.mkdir(old, { recursive: true })
  const done = await fs.stat(cleared).then(
    () => true,
    () => false,
  )
  if (!done) {
    for (const name of await fs.readdir(files))
      if (!kept.has(name)) await fs.rename(path.join(files, name), path.join(old, name))
    await fs.writeFile(cleared, '')
  }
  for (const name of await fs.readdir(path.join(own, 'new')).catch(() => []))
    await fs.rename(path.join(own, 'new', name), path.join(files, name))
  await fs.rm(own, { recursive: true, force: true })
}

/** Forgets what restores that came to nothing laid down. */
export const dropStaging = (files: string): Promise<void> => fs.rm(stagingIn(files), { recursive: true, force: true })

/** Bytes of the disk: free, in all, and what the backups take. */
export async function diskSpaceOf(files: string): Promise<{ free: number; total: number; used: number }> {
  await fs.mkdir(backupsIn(files), { recursive: true })
  const { bavail, blocks, bsize } = await fs.statfs(files)
  let used = 0
  for (const name of await fs.readdir(backupsIn(files)))
    used += (await fs.stat(path.join(backupsIn(files), name)).catch(() => undefined))?.size ?? 0
  return { free: bavail * bsize, total: blocks * bsize, used }
}
