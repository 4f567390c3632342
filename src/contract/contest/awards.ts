/** Where a reveal stops: at whoever wins something, as soon as their row is settled. */
import { type BoardRow, boardOf, type ScoreState } from './score.ts'
import { type RevealStep, revealSteps } from './reveal.ts'

export const awardKinds = ['winner', 'medal', 'division', 'first'] as const
interface Award {
  is: (typeof awardKinds)[number]
  /** Of a division: its name. */
  division?: string
  /** Of who solved them first: the items. */
  items?: readonly string[]
}
export type CeremonyStep = RevealStep | { kind: 'award'; participant: string; rank: number; awards: Award[] }
/** What a board does not say: in which division somebody is, and what they solved before everybody else. */
export interface AwardFacts {
  divisions: ReadonlyMap<string, string>
  firsts: ReadonlyMap<string, readonly string[]>
}
/** Ranks with a medal. */
const medals = 3

/** Awards by participant. Without points nobody wins anything; whoever shares a rank shares its award. */
function awardsOf(final: readonly BoardRow[], { divisions, firsts }: AwardFacts): ReadonlyMap<string, Award[]> {
  const best = new Map<string, number>()
  for (const { participant, rank, score } of final) {
    const division = divisions.get(participant)
    if (division !== undefined && score > 0) best.set(division, Math.min(best.get(division) ?? rank, rank))
  }
  return new Map(
    final.map(({ participant, rank, score }) => {
      const [division, items] = [divisions.get(participant), firsts.get(participant)]
      const awards: Award[] = []
      if (items?.length) awards.push({ is: 'first', items })
      if (score > 0 && division !== undefined && best.get(division) === rank) awards.push({ is: 'division', division })
      if (score > 0 && rank > 1 && rank <= medals) awards.push({ is: 'medal' })
      if (score > 0 && rank === 1) awards.push({ is: 'winner' })
      return [participant, awards]
    }),
  )
}

/** All steps of a reveal with its stops: the board after the last is the final one. */
export function ceremonySteps(frozen: ScoreState, final: ScoreState, facts: AwardFacts): CeremonyStep[] {
  const awards = awardsOf(boardOf(final), facts)
  return revealSteps(frozen, final).flatMap((step): CeremonyStep[] => {
    const won = step.kind === 'settled' ? (awards.get(step.participant) ?? []) : []
    return won.length && step.kind === 'settled'
      ? [step, { kind: 'award', participant: step.participant, rank: step.rank, awards: won }]
      : [step]
  })
}
