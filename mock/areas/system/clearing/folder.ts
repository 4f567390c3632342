/** Files of one folder of the data folder: those that are too old, and of what is left the oldest that are too much. */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Bounds } from '#src/contract/system/clearing.ts'
import type { Category } from './category.ts'

interface Found {
  path: string
  size: number
  at: number
}

async function* walk(folder: string): AsyncGenerator<Found> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return []
    throw e
  })
  for (const e of entries) {
    const at = path.join(folder, e.name)
    // a link leads out of the folder
    if (e.isDirectory()) yield* walk(at)
    else if (e.isFile()) {
      const s = await fs.stat(at).catch(() => undefined)
      if (s) yield { path: at, size: s.size, at: s.mtimeMs }
    }
  }
}

/** Which files go, oldest first. */
export function going(files: readonly Found[], { before, most }: Bounds): Found[] {
  const sorted = files.toSorted((a, b) => a.at - b.at || (a.path < b.path ? -1 : 1))
  const old = sorted.filter((f) => before !== null && f.at < before.getTime())
  if (most === null) return old
  const out = [...old]
  let left = sorted.reduce((n, f) => n + f.size, 0) - old.reduce((n, f) => n + f.size, 0)
  for (const f of sorted.slice(old.length)) {
    if (left <= most) break
    out.push(f)
    left -= f.size
  }
  return out
}

/** Files of one piece. */
const piece = 100

export function folderCategoryOf(name: string): Category {
  const find = async (root: string, bounds: Bounds): Promise<Found[]> => {
    if (bounds.before === null && bounds.most === null) return []
    const all: Found[] = []
    for await (const f of walk(path.join(root, name))) all.push(f)
    return going(all, bounds)
  }
  const amount = (files: readonly Found[]) => ({
    count: files.length,
    bytes: files.reduce((n, f) => n + f.size, 0),
  })
  return {
    look: async ({ files }, bounds) => amount(await find(files, bounds)),
    async take({ files }, bounds) {
      const some = (await find(files, bounds)).slice(0, piece)
      for (const f of some) await fs.rm(f.path, { force: true })
      return amount(some)
    },
  }
}
