/** Labs for tests: a drawing with a flag that it leaves open, and a course with one lab. */
import type { z } from 'zod'
import type { LabContent } from '#src/contract/course/lab.schema.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { TestServer } from '../contract/support/server.ts'
import { layCourse } from './course.ts'
import { lan, node } from './scene.ts'

const flag = { id: 'f1', name: 'Root', path: '/root/flag.txt', value: '', points: 0 }
export const labNetwork = (): TopologyDocument =>
  lan(
    node('desk', 'machine', { console: 'everybody' }),
    node('web', 'container', { console: 'leaders', flags: [flag] }),
  )

let n = 0
/** @returns its id */
export async function layTopology(s: TestServer, document: TopologyDocument = labNetwork()): Promise<string> {
  const { id } = await s.ok('POST /topologies', { body: { name: `Lab drawing ${++n}` } as never }, 'super')
  await drawTopology(s, id, document, 1)
  return id
}
export async function drawTopology(s: TestServer, id: string, document: TopologyDocument, version: number) {
  const at = { params: { id } }
  const tab = 'tab-number-1'
  await s.ok('POST /topologies/:id/lock', { ...at, body: { tab, take_over: false } }, 'super')
  await s.ok('PUT /topologies/:id/document', { ...at, body: { document, version, tab } }, 'super')
}

/** Words that no learner may be told before their time. */
export const canary = {
  flag: 'CANARY-LAB flag',
  command: 'test -e /tmp/CANARY-LAB-command',
  hint: 'CANARY-LAB hint',
  other: 'CANARY-LAB 提示',
} as const
export const labContent = (topology_id: string | null, more: Partial<z.input<typeof LabContent>> = {}) => ({
  kind: 'lab' as const,
  topology_id,
  minutes: 60,
  steps: [
    {
      id: 'text',
      title: 'Find the word',
      text: 'Which word?',
      check: { kind: 'text' as const, value: canary.flag, ignore_case: true },
      points: 10,
      hints: [
        { text: canary.hint, text_other: canary.other, cost: 4 },
        { text: `${canary.hint} two`, text_other: '', cost: 20 },
      ],
    },
    { id: 'made', title: 'Find the flag', check: { kind: 'made' as const, flag: 'f1' }, points: 20 },
    {
      id: 'state',
      title: 'Make the file',
      check: { kind: 'state' as const, node: 'desk', command: canary.command },
      points: 30,
    },
    { id: 'own', title: 'Look around', check: { kind: 'none' as const }, points: 0 },
  ],
  ...more,
})

export const section = 's-lab'
export async function layLab(
  s: TestServer,
  content: z.input<typeof LabContent>,
  more: Partial<Parameters<typeof layCourse>[1]> & { rule?: 'checks' | 'report' | 'ticked'; share?: number } = {},
): Promise<string> {
  const { rule = 'checks', share = 0.6, ...rest } = more
  return layCourse(s, { lessons: [{ id: 'l1', sections: [{ id: section, rule, share, content }] }], ...rest })
}
