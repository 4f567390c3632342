/**
 * Packages of services on their way into machines that boot without them: with every start a file each, in the folder where the service stands.
 * A machine that cannot take it says why, as with any other file.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { NodeObservation, ServiceFacts } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { serviceFolderOf } from '#mock/world/scene/shell/services.ts'
import type { NodeRow, SceneMatter, SceneRow } from '../row.ts'
import { injectionFile, injectionsIn, tryFile } from './inject.ts'

export interface ServicePackageFile {
  id: string
  node: string
  path: string
  service: ServiceFacts
}

/** One of a node and a service: started again, it is the same row. */
const idOf = (...parts: string[]): string => createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)

/** Nodes that run now and did not when they were last written down. */
export function cameUp(nodes: readonly Pick<NodeRow, 'node_id' | 'status'>[], looks: readonly NodeObservation[]) {
  const was = new Set(nodes.filter((n) => n.status === 'on' || n.status === 'suspended').map((n) => n.node_id))
  return new Set(looks.flatMap((l) => (l.power === 'on' && !was.has(l.node) ? [l.node] : [])))
}

export function packagesFor(
  scene: string,
  { document, services, images }: Pick<SceneMatter, 'document' | 'services' | 'images'>,
  up: ReadonlySet<string>,
): ServicePackageFile[] {
  return document.nodes
    .filter((n) => up.has(n.id))
    .flatMap((n) => {
      const root = n.image_id !== null && images[n.image_id]?.os === 'windows' ? 'C:' : ''
      return n.service_ids.flatMap((key): ServicePackageFile[] => {
        const service = services[key]
        if (!service?.file) return []
        return [
          {
            id: idOf(scene, n.id, key),
            node: n.id,
            path: `${root}${serviceFolderOf(service)}/${service.file}`,
            service,
          },
        ]
      })
    })
}

/** Written down with the node's being up. */
export async function expectPackages(
  q: Queryable,
  row: Pick<SceneRow, 'id' | 'owner_id'>,
  all: readonly ServicePackageFile[],
  now: Date,
): Promise<void> {
  for (const { id, node, path, service } of all)
    await q.query(
      `insert into scene_file (id, scene_id, node_id, path, name, mode, bytes, sha256, status, tried_at, at, by_id, by_name)
       values ($1, $2, $3, $4, $5, '0644', $6, $7, 'injecting', $8, $8, $9, '')
       on conflict (id) do update set status = 'injecting', reason = null, tries = scene_file.tries + 1, tried_at = excluded.tried_at`,
      [id, row.id, node, path, service.file, service.size, service.sha256, now.toISOString(), row.owner_id],
    )
}

/** Beside the files that people sent, so that one that did not arrive is tried again like them. */
export async function stagePackages(
  { files }: Pick<Platform, 'files'>,
  all: readonly ServicePackageFile[],
): Promise<void> {
  if (all.length) await fs.mkdir(injectionsIn(files), { recursive: true })
  for (const { id, service } of all) {
    const at = injectionFile(files, id)
    await fs.rm(at, { force: true })
    await fs
      .link(service.at, at)
      .catch(() => fs.copyFile(service.at, at))
      // one that is not in the store is lost: the try says so
      .catch(() => undefined)
  }
}

export function layPackages(platform: Platform, drivers: Drivers, all: readonly ServicePackageFile[]): void {
  const nodes = new Set(all.map((l) => l.node))
  // those of a node one after the other, so that its line is not shared; a node that hangs keeps no other waiting
  for (const node of nodes)
    platform.background('scene.inject', async () => {
      for (const { id } of all.filter((l) => l.node === node)) await tryFile(platform, drivers, id)
    })
}
