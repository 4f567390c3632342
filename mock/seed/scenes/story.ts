/** What happened to a scene of the demonstration, as its log tells it. */
import { type Noted, logDatedSceneEvents } from '../../areas/scene/write.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'
import { type SceneSeed, minute } from './entries.ts'
import { injectedAt } from './files.ts'

export interface Story {
  id: string
  e: SceneSeed
  owner: { id: string; name: string }
  at(ms: number): Date
  started: Date
  ends: Date | null
  machines: { node_id: string; name: string }[]
  /** Somebody worked at its console, and put a file on it. */
  desk: { node_id: string; name: string } | undefined
  file: { path: string; bytes: number }
  now: Date
}
export async function layStory(q: Queryable, c: Chance, s: Story): Promise<void> {
  const lines: (Noted & { at: Date })[] = []
  const say = (at: Date, line: Noted) => at <= s.now && lines.push({ at, ...line })
  const by = s.owner
  const moved = (at: Date, from: string, to: string, level: Noted['level'] = 'info') =>
    say(at, { code: 'moved', level, params: { from, to } })
  say(s.at(0), { code: 'asked', params: { event: 'create' }, by })
  moved(s.at(400), 'in-queue', 'init')
  moved(s.at(900), 'init', 'creating')
  if (s.e.status === 'failed') moved(s.at(600_000), 'creating', 'failed', 'warn')
  else {
    moved(s.at(1400), 'creating', 'start')
    s.machines.forEach((node, i) =>
      say(new Date(s.started.getTime() - (s.machines.length - i) * 700), {
        code: 'node_booted',
        node,
        params: { seconds: c.between(3, 24) },
      }),
    )
    if (s.e.status === 'error') moved(s.at(600_000), 'start', 'error', 'warn')
    else moved(s.started, 'start', 'running')
  }
  const later = (minutes: number) => new Date(s.started.getTime() + minutes * minute)
  const { desk: node } = s
  if (node) {
    say(later(2), { code: 'console_opened', node, params: { kind: 'terminal' }, by })
    say(injectedAt(s.started), { code: 'file_injected', node, params: { ...s.file } })
    say(later(19), { code: 'console_closed', node, params: { kind: 'terminal', seconds: 1014 }, by })
  }
  const [first] = s.machines
  if (s.e.status === 'ongoing') {
    say(later(10), { code: 'asked', params: { event: 'initiate' }, by })
    moved(later(10), 'running', 'ongoing')
  }
  if (s.e.extensions) say(later(70), { code: 'extended', params: { minutes: 30, used: 1, most: 3 }, by })
  if (s.e.status === 'hang') moved(new Date(s.now.getTime() - 9 * minute), 'running', 'hang')
  if (s.e.status === 'not-running') moved(later(200), 'stop', 'not-running')
  if (first && s.e.crashed) {
    say(new Date(s.now.getTime() - 4 * minute), {
      code: 'node_failed',
      level: 'error',
      node: first,
      params: { code: 'kernel_panic' },
    })
    moved(new Date(s.now.getTime() - 4 * minute), 'running', 'abnormal', 'warn')
  }
  if (s.e.status === 'complete' && s.ends) moved(s.ends, 'running', 'complete')
  await logDatedSceneEvents(
    q,
    s.id,
    lines.sort((a, b) => a.at.getTime() - b.at.getTime()),
  )
}
