/** The file system of a simulated node: what its image has, made from the drawing, and over it what was written since. */
import path from 'node:path'

type FileKind = 'file' | 'folder' | 'link'
export interface DiskEntry {
  kind: FileKind
  mode: number
  owner: string
  size: number
  /** Of a link: where it leads, as text. Undefined of a folder. */
  body?: Uint8Array
  changed: Date
}
/** A change that is kept; `gone` hides what the image has. */
export interface DiskChange extends DiskEntry {
  path: string
  gone: boolean
}

const text = new TextEncoder()
export const bytesOf = (s: string): Uint8Array => text.encode(s)
export const diskText = (b: Uint8Array | undefined): string => (b ? Buffer.from(b).toString('utf8') : '')

export class FileError extends Error {
  constructor(
    readonly code: 'ENOENT' | 'EACCES' | 'EISDIR' | 'ENOTDIR' | 'EEXIST' | 'ENOTEMPTY' | 'ENOSPC' | 'EROFS',
    readonly at: string,
  ) {
    super(code)
  }
}
export const fileWords = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  EEXIST: 'File exists',
  ENOTEMPTY: 'Directory not empty',
  ENOSPC: 'No space left on device',
  EROFS: 'Read-only file system',
} as const

/** Largest single file a shell writes, and all of a node together. */
const diskLimits = { file: 1024 * 1024, all: 16 * 1024 * 1024 } as const

export interface Disk {
  stat(at: string): DiskEntry | undefined
  list(at: string): string[]
  read(at: string, user: string): Uint8Array
  /** Whether a file may be written or made there. */
  writable(at: string, user: string): boolean
  write(at: string, body: Uint8Array, user: string, mode?: number): void
  folder(at: string, user: string): void
  remove(at: string, user: string): void
  chmod(at: string, mode: number, owner: string | undefined, user: string): void
  /** What was changed since the last time this was asked. */
  taken(): DiskChange[]
}

const may = (e: DiskEntry, user: string, bit: 4 | 2 | 1): boolean =>
  user === 'root' || user === 'Administrator' || ((e.mode >> (e.owner === user ? 6 : 0)) & bit) !== 0

/** @param dynamic files that are written when they are read, as those of /proc */
export function makeDisk(
  image: ReadonlyMap<string, DiskEntry>,
  changes: readonly DiskChange[],
  now: () => Date,
  dynamic: Readonly<Record<string, () => string>> = {},
): Disk {
  const all = new Map<string, DiskEntry>(image)
  const dirty = new Map<string, DiskChange>()
  let used = 0
  for (const { path: at, gone, ...e } of changes)
    if (gone) all.delete(at)
    else {
      all.set(at, e)
      used += e.body?.length ?? 0
    }
  const parent = (at: string) => path.posix.dirname(at)
  const put = (at: string, e: DiskEntry) => {
    all.set(at, e)
    dirty.set(at, { path: at, gone: false, ...e })
  }
  /** Every folder on the way lets him through. */
  const through = (at: string, user: string): void => {
    for (let up = parent(at); ; up = parent(up)) {
      const e = all.get(up)
      if (e && !may(e, user, 1)) throw new FileError('EACCES', at)
      if (up === '/') return
    }
  }
  const folderFor = (at: string, user: string): void => {
    through(at, user)
    const up = all.get(parent(at))
    if (!up) throw new FileError('ENOENT', at)
    if (up.kind !== 'folder') throw new FileError('ENOTDIR', at)
    if (!may(up, user, 2)) throw new FileError('EACCES', at)
  }
  const list = (at: string): string[] => {
    const prefix = at === '/' ? '/' : `${at}/`
    const out: string[] = []
    for (const p of all.keys())
      if (p !== '/' && p.startsWith(prefix) && !p.slice(prefix.length).includes('/')) out.push(p.slice(prefix.length))
    return out.sort()
  }
  const follow = (at: string): string => {
    const e = all.get(at)
    return e?.kind === 'link' ? path.posix.resolve(parent(at), diskText(e.body)) : at
  }
  /** The file that would be written, if there is one. */
  const writing = (asked: string, user: string): { at: string; had: DiskEntry | undefined } => {
    const at = follow(asked)
    const had = all.get(at)
    if (at.startsWith('/proc/')) throw new FileError('EROFS', asked)
    if (had?.kind === 'folder') throw new FileError('EISDIR', asked)
    through(at, user)
    if (had ? !may(had, user, 2) : (folderFor(at, user), false)) throw new FileError('EACCES', asked)
    return { at, had }
  }
  return {
    stat(at) {
      const e = all.get(at)
      const made = dynamic[at]
      return e && made ? { ...e, size: Buffer.byteLength(made()) } : e
    },
    list,
    read(asked, user) {
      const at = follow(asked)
      const e = all.get(at)
      if (!e) throw new FileError('ENOENT', asked)
      if (e.kind === 'folder') throw new FileError('EISDIR', asked)
      through(at, user)
      if (!may(e, user, 4)) throw new FileError('EACCES', asked)
      const made = dynamic[at]
      return made ? bytesOf(made()) : (e.body ?? new Uint8Array())
    },
    writable(asked, user) {
      try {
        writing(asked, user)
        return true
      } catch (e) {
        if (!(e instanceof FileError)) throw e
        return false
      }
    },
    write(asked, body, user, mode) {
      const { at, had } = writing(asked, user)
      const all = used + body.length - (had?.body?.length ?? 0)
      if (body.length > diskLimits.file || all > diskLimits.all) throw new FileError('ENOSPC', asked)
      used = all
      put(at, {
        kind: 'file',
        mode: mode ?? had?.mode ?? 0o644,
        owner: had?.owner ?? user,
        size: body.length,
        body,
        changed: now(),
      })
    },
    folder(at, user) {
      if (all.has(at)) throw new FileError('EEXIST', at)
      folderFor(at, user)
      put(at, { kind: 'folder', mode: 0o755, owner: user, size: 4096, changed: now() })
    },
    remove(at, user) {
      const had = all.get(at)
      if (!had) throw new FileError('ENOENT', at)
      if (had.kind === 'folder' && list(at).length) throw new FileError('ENOTEMPTY', at)
      if (at.startsWith('/proc')) throw new FileError('EROFS', at)
      folderFor(at, user)
      used -= had.body?.length ?? 0
      all.delete(at)
      const { body: _body, ...rest } = had
      dirty.set(at, { path: at, gone: true, ...rest, changed: now() })
    },
    chmod(at, mode, owner, user) {
      const had = all.get(at)
      if (!had) throw new FileError('ENOENT', at)
      if (user !== 'root' && had.owner !== user) throw new FileError('EACCES', at)
      put(at, { ...had, mode: mode & 0o7777, owner: owner ?? had.owner, changed: now() })
    },
    taken() {
      const out = [...dirty.values()]
      dirty.clear()
      return out
    },
  }
}
