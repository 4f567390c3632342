/**
 * Signs that entries helped each other. Each is a reason to ask, none is a proof: people of one room share an address, and friends solve at the
 * same hour.
 */
export const detectors = ['shared-flag', 'same-address', 'too-fast', 'alike', 'equal-write-up'] as const
export type Detector = (typeof detectors)[number]
export const confidences = ['low', 'medium', 'high'] as const
export const caseDecisions = ['dismiss', 'warn', 'drop', 'ban'] as const
export type CaseDecision = (typeof caseDecisions)[number]
export const casePlaces = ['open', 'asked', 'decided'] as const

export interface EvidenceFound {
  detector: Detector
  /** What it is the same case by, when it is looked for again. */
  key: string
  participants: string[]
  items: string[]
  confidence: (typeof confidences)[number]
  facts: { n?: number; seconds?: number; address?: string }
}
interface Solved {
  item: string
  participant: string
  at: number
}
const pairKey = (a: string, b: string): string => [a, b].toSorted().join(' ')

/** A flag that was made for another entry. Whoever it was made for stands second. */
export function sharedFlags(
  handed: readonly { item: string; participant: string; madeFor: string }[],
): EvidenceFound[] {
  const found = new Map<string, EvidenceFound>()
  for (const { item, participant, madeFor } of handed) {
    const key = `${participant} ${madeFor} ${item}`
    const n = (found.get(key)?.facts.n ?? 0) + 1
    const participants = [participant, madeFor]
    found.set(key, { detector: 'shared-flag', key, participants, items: [item], confidence: 'high', facts: { n } })
  }
  return [...found.values()]
}

/** More than so many share the address of a room or of a proxy. */
const mostAtOneAddress = 5
export function sameAddress(used: readonly { participant: string; address: string }[]): EvidenceFound[] {
  const by = new Map<string, Set<string>>()
  for (const { participant, address } of used) by.set(address, (by.get(address) ?? new Set()).add(participant))
  return [...by].flatMap(([address, of]) => {
    if (of.size < 2 || of.size > mostAtOneAddress) return []
    const participants = [...of].toSorted()
    const key = `${address} ${participants.join(' ')}`
    return { detector: 'same-address', key, participants, items: [], confidence: 'low', facts: { address } }
  })
}

/** Seconds after which a challenge that opened may well have been read and solved. */
const fast = 30
/** @param opened when the item opened to the entry, in milliseconds */
export const tooFast = (solves: readonly Solved[], opened: (s: Solved) => number | undefined): EvidenceFound[] =>
  solves.flatMap((s): EvidenceFound[] => {
    const since = opened(s)
    const seconds = since === undefined ? undefined : Math.floor((s.at - since) / 1000)
    if (seconds === undefined || seconds < 0 || seconds >= fast) return []
    const { participant, item } = s
    const facts = { seconds }
    return [
      {
        detector: 'too-fast',
        key: `${participant} ${item}`,
        participants: [participant],
        items: [item],
        confidence: 'medium',
        facts,
      },
    ]
  })

/** Milliseconds within which two solves are close. */
const close = 120_000
const leastAlike = 3
/** Two entries that solved the same challenges in the same order, each within two minutes of the other. */
export function alike(solves: readonly Solved[]): EvidenceFound[] {
  const by = new Map<string, Map<string, number>>()
  const items = new Map<string, Solved[]>()
  for (const s of solves) {
    by.set(s.participant, (by.get(s.participant) ?? new Map<string, number>()).set(s.item, s.at))
    items.set(s.item, [...(items.get(s.item) ?? []), s])
  }
  const near = new Map<string, string[]>()
  for (const [item, of] of items) {
    const sorted = of.toSorted((a, b) => a.at - b.at)
    for (const [n, a] of sorted.entries())
      for (const b of sorted.slice(n + 1)) {
        if (b.at - a.at > close) break
        const key = pairKey(a.participant, b.participant)
        near.set(key, [...(near.get(key) ?? []), item])
      }
  }
  return [...near].flatMap(([key, shared]): EvidenceFound[] => {
    const [a = '', b = ''] = key.split(' ')
    const [mine, theirs] = [by.get(a), by.get(b)]
    const common = [...(mine?.keys() ?? [])].filter((item) => theirs?.has(item))
    if (shared.length < leastAlike || shared.length * 2 < common.length) return []
    const inOrder = (of: Map<string, number> | undefined) =>
      shared.toSorted((x, y) => (of?.get(x) ?? 0) - (of?.get(y) ?? 0)).join(' ')
    if (inOrder(mine) !== inOrder(theirs)) return []
    const n = shared.length
    const confidence = n >= 6 ? 'high' : n >= 4 ? 'medium' : 'low'
    return [{ detector: 'alike', key, participants: [a, b], items: shared, confidence, facts: { n } }]
  })
}

/** @param of each entry’s newest, by a digest of what is in it */
export function equalWriteUps(of: readonly { participant: string; digest: string }[]): EvidenceFound[] {
  const by = new Map<string, string[]>()
  for (const { participant, digest } of of) by.set(digest, [...(by.get(digest) ?? []), participant])
  return [...by.values()].flatMap((some): EvidenceFound[] => {
    if (some.length < 2) return []
    const participants = some.toSorted()
    const key = participants.join(' ')
    return [{ detector: 'equal-write-up', key, participants, items: [], confidence: 'high', facts: { n: some.length } }]
  })
}
