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

export function syncTree(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) syncTree(file)
    else if (entry.isFile()) syncPath(file)
  }
  syncPath(dir)
}
