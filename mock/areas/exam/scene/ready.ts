/** Whether the scenes of an exam can be made, and whether the licence lets all of them run at once. */
import type { z } from 'zod'
import type { ExamCheck } from '#src/contract/exam/run.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { bootsIn, drawnAs, refuseUnfit } from '../../scene/make.ts'
import type { Papers } from '../sheet.ts'

type Line = z.output<typeof ExamCheck>

/** Machines that the drawing starts; undefined where no scene can be made of it. */
async function instancesOf(q: Queryable, platform: Platform, topology: string): Promise<number | undefined> {
  try {
    const { document } = await drawnAs(q, topology)
    await refuseUnfit(platform, document)
    return bootsIn(document).length
  } catch (e) {
    if (e instanceof Fail) return undefined
    throw e
  }
}

/** @param candidates undefined where the exam is for everybody. Of nobody there is no room to speak of. */
export async function sceneChecks(
  q: Queryable,
  platform: Platform,
  papers: Papers,
  { paper_id, candidates }: { paper_id: string; candidates: number | undefined },
): Promise<Line[]> {
  const { variants } = await papers.variants(q, paper_id)
  const known = new Map<string, number | undefined>()
  const unfit = new Set<string>()
  let [scenes, instances] = [0, 0]
  for (const v of variants) {
    const { items } = await papers.read(q, paper_id, v.id)
    let [here, machines] = [0, 0]
    for (const [item, { topology_id }] of items.keys) {
      if (topology_id === null) continue
      if (!known.has(topology_id)) known.set(topology_id, await instancesOf(q, platform, topology_id))
      const n = known.get(topology_id)
      if (n === undefined) unfit.add(items.asked.get(item)?.title ?? '')
      here += 1
      machines += n ?? 0
    }
    scenes = Math.max(scenes, here)
    instances = Math.max(instances, machines)
  }
  if (!scenes) return []
  const fit: Line = {
    what: 'scenes',
    ok: unfit.size === 0,
    grave: true,
    params: { n: scenes, unfit: unfit.size },
    names: [...unfit].sort(),
  }
  if (!candidates) return [fit]
  const { limits } = await platform.licence.current()
  const need = { scenes: scenes * candidates, instances: instances * candidates }
  // how many candidates can have theirs at the same time
  const at = (most: number | null, each: number) => (most === null || each === 0 ? candidates : Math.floor(most / each))
  const room = Math.min(candidates, at(limits.running_scenes, scenes), at(limits.running_instances, instances))
  const params = { ...need, room, n: candidates }
  return [fit, { what: 'scene_room', ok: room >= candidates, grave: false, params, names: [] }]
}
