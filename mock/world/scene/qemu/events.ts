/** What happened to the machines of a scene, a line each in its folder. */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { DriverEvent } from '../driver.ts'
import type { ScenePaths } from './place.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

const fileOf = (p: ScenePaths): string => path.join(p.folder, 'events')

export const writeEvent = (p: ScenePaths, event: DriverEvent): Promise<void> =>
  fs.appendFile(fileOf(p), `${JSON.stringify(event)}\n`)

export async function readDriverEvents(p: ScenePaths): Promise<DriverEvent[]> {
  const text = await fs.readFile(fileOf(p), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((l) => ownJson<Omit<DriverEvent, 'at'> & { at: string }>(l))
    .map((e) => ({ ...e, at: new Date(e.at) }))
}
