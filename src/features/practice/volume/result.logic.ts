/** Figures of runs through a paper. */
import type { PaperRun, PaperTry } from '../../../contract/practice/volume.schema.ts'

/** Shares of the points of those that were handed in, the oldest first. */
export const sharesOf = (runs: readonly PaperTry[]): number[] =>
  runs
    .filter((r) => r.handed_at !== null)
    .map((r) => (r.score > 0 ? (r.points ?? 0) / r.score : 0))
    .toReversed()

/** Whether a run is passed; while answers wait for a judgement, points may still come and nothing is failed. */
export const passedOf = (
  { points, score, open }: { points: number | null; score: number; open: number },
  pass: number,
): 'passed' | 'not_passed' | 'open' =>
  score > 0 && (points ?? 0) / score >= pass ? 'passed' : open > 0 ? 'open' : 'not_passed'

export interface Compared {
  question: string
  title: string
  now: number | null
  before: number | null
}
/** Questions that two runs share, with the share of the points each earned; those that changed stand first. */
export function comparedOf(now: PaperRun, before: PaperRun): Compared[] {
  const shares = (run: PaperRun) => new Map(run.result?.items.map((i) => [i.item, i.share]))
  const of = (run: PaperRun) => run.sections.flatMap((s) => s.items)
  const [sharesNow, sharesBefore] = [shares(now), shares(before)]
  const had = new Map(of(before).map((i) => [i.question.id, i]))
  return of(now)
    .flatMap(({ id, question }) => {
      const other = had.get(question.id)
      return other
        ? [
            {
              question: question.id,
              title: question.title,
              now: sharesNow.get(id) ?? null,
              before: sharesBefore.get(other.id) ?? null,
            },
          ]
        : []
    })
    .toSorted((a, b) => Number(a.now === a.before) - Number(b.now === b.before))
}
