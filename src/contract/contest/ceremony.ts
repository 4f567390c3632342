/** A reveal with names, as people are told it: by the server for a contest, by the app for a rehearsal on invented data. */
import { type AwardFacts, type CeremonyStep, ceremonySteps } from './awards.ts'
import type { RevealedRow, RevealEvent } from './display.schema.ts'
import { beginReveal } from './reveal.ts'
import { type BoardRow, boardOf, type ScoreState } from './score.ts'

interface CeremonyNames {
  entries: ReadonlyMap<string, string>
  items: ReadonlyMap<string, string>
}
export interface Ceremony {
  steps: readonly CeremonyStep[]
  /** How many are shown at each award. */
  stops: number[]
  /** The step after which so many are shown; null of none. */
  told: (shown: number) => RevealEvent | null
  /** The board after so many, around the row that is in question; before the first it is what everybody saw while it was frozen. */
  rows: (shown: number, room: number) => RevealedRow[]
}

const whose = (step: CeremonyStep | undefined): string | undefined =>
  step?.kind === 'gain' ? step.gain.participant : step?.kind === 'prices' ? undefined : step?.participant

/** Rows around one of them, as many as there is room for; the first where it is not there. */
function rowsAround<R extends { participant: string }>(rows: readonly R[], on: string | undefined, room: number): R[] {
  const at = rows.findIndex((row) => row.participant === on)
  const first = Math.max(0, Math.min(rows.length - room, at - Math.floor(room / 2)))
  return rows.slice(first, first + room)
}

export function ceremony(
  frozen: ScoreState,
  final: ScoreState,
  facts: AwardFacts,
  { entries, items }: CeremonyNames,
): Ceremony {
  const steps = ceremonySteps(frozen, final, facts)
  const scores = new Map(boardOf(final).map((r) => [r.participant, r.score]))
  const named = (id: string) => entries.get(id) ?? ''
  const titled = (id: string | undefined) => (id === undefined ? '' : (items.get(id) ?? ''))
  const boardAfter = (shown: number): (BoardRow & { settled?: boolean })[] => {
    if (shown === 0) return boardOf(frozen)
    const reveal = beginReveal(frozen, final)
    for (const step of steps.slice(1, shown)) if (step.kind !== 'award') reveal.next()
    return reveal.board()
  }
  return {
    steps,
    stops: steps.flatMap((step, n) => (step.kind === 'award' ? [n + 1] : [])),
    told(shown) {
      const step = steps[shown - 1]
      if (!step) return null
      const id = whose(step) ?? ''
      const score = scores.get(id) ?? 0
      const said = { is: step.kind, id, name: named(id), rank: 0, from: 0, score, amount: 0, item: '', awards: [] }
      switch (step.kind) {
        case 'prices':
          return said
        case 'gain': {
          const { amount, item } = step.gain
          return { ...said, rank: step.to, from: step.from, score: step.score, amount, item: titled(item) }
        }
        case 'settled':
          return { ...said, rank: step.rank }
        case 'award':
          return {
            ...said,
            rank: step.rank,
            awards: step.awards.map((a) => ({
              is: a.is,
              division: a.division ?? '',
              items: (a.items ?? []).map(titled),
            })),
          }
      }
    },
    rows: (shown, room) =>
      rowsAround(boardAfter(shown), whose(steps[shown - 1]), room).map((r) => ({
        id: r.participant,
        name: named(r.participant),
        rank: r.rank,
        score: r.score,
        settled: r.settled ?? false,
      })),
  }
}
