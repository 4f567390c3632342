/**
 * Where a scene's machines lie on this computer: a folder per scene with its order, and a short folder of sockets, since the address of a
 * socket holds 107 bytes only (`unix(7)`). All that the driver knows is here; nothing is remembered in the process.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { SceneOrder } from '../driver.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

export interface ScenePaths {
  folder: string
  sockets: string
  /** Disks, logs and the number of the process of a node. */
  node(id: string): string
  socket(name: string): string
}

/** A name for a file of what people called otherwise. */
export const shortName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

const socketFolder = 'range-scene-'
/** Beside the sockets: whose they are. */
const ownerFile = 'owner'

/** Ids come from drawings that people import: only a hash of them becomes a name of a file. */
export function scenePathsOf(root: string, scene: string): ScenePaths {
  const folder = path.join(root, shortName(scene))
  const sockets = path.join(os.tmpdir(), `${socketFolder}${shortName(`${path.resolve(root)}/${scene}`)}`)
  return {
    folder,
    sockets,
    node: (id) => path.join(folder, shortName(id)),
    socket: (name) => path.join(sockets, name),
  }
}
const orderFile = (p: ScenePaths): string => path.join(p.folder, 'order.json')

export async function readOrder(p: ScenePaths): Promise<SceneOrder | undefined> {
  const text = await fs.readFile(orderFile(p), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : ownJson<SceneOrder>(text)
}

/** Keeps an order whole or not at all. */
export async function writeOrder(p: ScenePaths, order: SceneOrder): Promise<void> {
  await fs.mkdir(p.folder, { recursive: true, mode: 0o700 })
  await fs.mkdir(p.sockets, { recursive: true, mode: 0o700 })
  await fs.writeFile(path.join(p.sockets, ownerFile), p.folder)
  const next = `${orderFile(p)}.next`
  await fs.writeFile(next, JSON.stringify(order), { mode: 0o600 })
  await fs.rename(next, orderFile(p))
}

/** Scenes that have a folder here. */
export async function sceneOrdersIn(root: string): Promise<SceneOrder[]> {
  const names = await fs.readdir(root).catch(() => [])
  const orders = await Promise.all(
    names.map((n) => fs.readFile(path.join(root, n, 'order.json'), 'utf8').catch(() => undefined)),
  )
  return orders.filter((t) => t !== undefined).map((t) => ownJson<SceneOrder>(t))
}

/** Removes sockets whose scenes are gone with the folder they lay in. */
export async function sweepSockets(): Promise<void> {
  for (const name of await fs.readdir(os.tmpdir()).catch(() => [])) {
    if (!name.startsWith(socketFolder)) continue
    const at = path.join(os.tmpdir(), name)
    const owner = await fs.readFile(path.join(at, ownerFile), 'utf8').catch(() => undefined)
    if (owner !== undefined && !(await isThere(owner)))
      await fs.rm(at, { recursive: true, force: true }).catch(() => {})
  }
}

export const isThere = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  )
