/** A file laid onto a simulated node, as a hypervisor’s agent would. */
import path from 'node:path'
import type { Db } from '#mock/db/db.ts'
import { DriverRefusal, type InjectedFile } from '../driver.ts'
import { diskOf, keep, simOf } from './node.ts'

/** Bytes a simulated disk takes as one file, and in all: they lie in the database. */
const room = { file: 8 * 1024 * 1024, all: 32 * 1024 * 1024 } as const

export async function injectFile(
  db: Db,
  now: () => Date,
  scene: string,
  node: string,
  file: InjectedFile,
): Promise<void> {
  const sim = await simOf(db, scene, now())
  const host = sim?.hosts.get(node)
  if (!host || !sim?.ground.on.has(node)) throw new DriverRefusal('node_off')
  const at = path.posix.resolve('/', file.path.replace(/^[cC]:/, '').replaceAll('\\', '/'))
  if (!file.path.startsWith('/') && !/^[cC]:/.test(file.path)) throw new DriverRefusal('bad_path')
  if (file.size > room.file) throw new DriverRefusal('no_space')
  const disk = await diskOf(db, host, now, false)
  const folder = disk.stat(path.posix.dirname(at))
  if (folder?.kind !== 'folder') throw new DriverRefusal('no_folder')
  if (disk.stat(at)?.kind === 'folder') throw new DriverRefusal('bad_path')
  if (at.startsWith('/proc/') || at.startsWith('/sys/')) throw new DriverRefusal('read_only')
  const { rows } = await db.query<{ used: number }>(
    `select coalesce(sum(size), 0)::double precision as used from sim_file
     where scene = $1 and node = $2 and path <> $3 and not gone`,
    [scene, node, at],
  )
  if ((rows[0]?.used ?? 0) + file.size > room.all) throw new DriverRefusal('no_space')
  const chunks: Buffer[] = await file.read().toArray()
  await keep(db, scene, node, [
    {
      path: at,
      gone: false,
      kind: 'file',
      mode: Number.parseInt(file.mode, 8),
      owner: 'root',
      size: file.size,
      body: Buffer.concat(chunks),
      changed: now(),
    },
  ])
}
