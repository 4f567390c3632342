import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Puts one file or directory on the disk. Windows cannot open a directory and needs no such call for one. */
export function syncPath(file: string): void {
  if (process.platform === 'win32' && fs.statSync(file).isDirectory()) return
  const fd = fs.openSync(file, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

function syncTree(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) syncTree(file)
    else if (entry.isFile()) syncPath(file)
  }
  syncPath(dir)
}

/** Puts the whole file system of a directory on the disk with one call, `syncfs(2)`. @returns false where there is none */
export const syncFileSystem = (dir: string): boolean =>
  process.platform === 'linux' && spawnSync('sync', ['-f', dir], { stdio: 'ignore' }).status === 0

/** Puts everything in a directory on the disk. File by file each waits for the disk: seconds for the thousands of a database. */
export function syncAll(dir: string): void {
  if (!syncFileSystem(dir)) syncTree(dir)
}
