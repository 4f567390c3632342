/** Compute nodes of the demonstration: two at work, one off because its service does not answer. */
import { type Hand, documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import { breakThing } from '../world/faults.ts'
import type { Chance } from './random.ts'

const nodes = [
  { name: '计算节点 01', address: '10.20.0.21', cores: 64, memory: 256, status: 'enabled' },
  { name: '计算节点 02', address: '10.20.0.22', cores: 64, memory: 256, status: 'enabled' },
  { name: 'Lab rack B', address: '10.20.0.23', cores: 32, memory: 128, status: 'disabled', broken: true },
] as const

export async function layComputeNodes(q: Queryable, c: Chance, hand: Hand): Promise<void> {
  for (const { status, ...node } of nodes) {
    const { broken, ...data } = { broken: false, ...node }
    const id = c.id(hand.at)
    await documents('compute-node').insert(q, { id, data: { ...data, status } }, hand)
    if (broken) await breakThing(q, 'node', id, hand.at)
  }
}
