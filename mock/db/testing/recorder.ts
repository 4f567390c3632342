/**
 * A process that writes rows and keeps a journal of everything the database asks of the file system, for `power.test.ts`: what was written
 * where, which names came and went, what was synced, and in between which row was acknowledged.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import type { Step } from './disk.ts'

const [cluster = '', journal = '', count = '200'] = process.argv.slice(2)
const own = { ...fs }
const out = own.openSync(journal, 'w')
const names = new Map<number, string>()
const inside = (file: string): boolean => file.startsWith(`${cluster}/`)

function note(step: Step, bytes: Uint8Array = new Uint8Array()): void {
  const head = Buffer.from(JSON.stringify({ ...step, bytes: bytes.length }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  own.writeSync(out, Buffer.concat([size, head, bytes]))
}

const real = (file: unknown): string => path.resolve(String(file))
/** Only what PGlite and our own sync call: a call that is not listed here would be missing from the journal, so it ends the process. */
Object.assign(fs, {
  openSync(file: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode) {
    const name = real(file)
    const there = own.existsSync(name)
    const fd = own.openSync(file, flags, mode)
    if (!inside(name)) return fd
    names.set(fd, name)
    const emptied = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w')
    if (!there) note({ op: 'create', file: name })
    else if (emptied) note({ op: 'size', file: name, to: 0 })
    return fd
  },
  closeSync(fd: number) {
    names.delete(fd)
    own.closeSync(fd)
  },
  writeSync(fd: number, data: Uint8Array, offset = 0, length = data.length - offset, position?: number | null) {
    const file = names.get(fd)
    if (file === undefined) return own.writeSync(fd, data, offset, length, position)
    if (typeof position !== 'number') throw new Error('a write without its place')
    const written = own.writeSync(fd, data, offset, length, position)
    // the engine hands in its memory as signed bytes
    note({ op: 'write', file, at: position }, new Uint8Array(data.buffer, data.byteOffset + offset, written))
    return written
  },
  ftruncateSync(fd: number, to = 0) {
    own.ftruncateSync(fd, to)
    const file = names.get(fd)
    if (file !== undefined) note({ op: 'size', file, to })
  },
  truncateSync(file: string, to = 0) {
    own.truncateSync(file, to)
    if (inside(real(file))) note({ op: 'size', file: real(file), to })
  },
  fsyncSync(fd: number) {
    own.fsyncSync(fd)
    const file = names.get(fd)
    if (file !== undefined) note({ op: 'sync', file })
  },
  renameSync(from: string, to: string) {
    own.renameSync(from, to)
    if (inside(real(from))) note({ op: 'rename', file: real(from), to: real(to) })
  },
  unlinkSync(file: string) {
    own.unlinkSync(file)
    if (inside(real(file))) note({ op: 'remove', file: real(file) })
  },
  mkdirSync(file: string, options?: fs.MakeDirectoryOptions) {
    const made = own.mkdirSync(file, options)
    if (inside(real(file))) note({ op: 'folder', file: real(file) })
    return made
  },
  rmdirSync(file: string) {
    own.rmdirSync(file)
    if (inside(real(file))) note({ op: 'remove', file: real(file) })
  },
  ...Object.fromEntries(
    ['writevSync', 'linkSync', 'symlinkSync', 'copyFileSync', 'appendFileSync', 'fdatasyncSync'].map((name) => [
      name,
      () => {
        throw new Error(`the journal does not know ${name}`)
      },
    ]),
  ),
})
syncBuiltinESMExports()

const { startPglite } = await import('../pglite-core.ts')
const db = await startPglite(cluster)
await db.exec(
  'create table if not exists kept (id int primary key, text text); create table if not exists kept_twin (id int)',
)
for (let id = 1; id <= Number(count); id++) {
  await db.transaction(async (q) => {
    await q.query('insert into kept values ($1, $2)', [id, `${id}:`.repeat(1 + ((id * 37) % 400))])
    await q.query('insert into kept_twin values ($1)', [id])
    if (id > 10 && id % 3 === 0) await q.query('update kept set text = text || $2 where id = $1', [id - 10, '+'])
  })
  note({ op: 'acknowledged', file: '', to: id })
  // what a server does meanwhile: pages are written back, tables and indexes made anew
  if (id % 41 === 0) await db.exec('checkpoint')
  if (id % 67 === 0) for (const sql of ['reindex table kept', 'vacuum full kept_twin']) await db.exec(sql)
}
process.exit(0)
