/**
 * Scores an exam a second time, from what is stored and nothing else: the trail of saves in the order of epochs and numbers, the questions
 * as they were asked, the marks people gave. It shares no code with the product; the rules are those of the design, written again.
 */
export interface ShadowQuestion {
  item: string
  score: number
  type: string
  truth?: boolean
  right?: string[]
  share?: boolean
}
interface ShadowSave {
  epoch: number
  seq: number
  answers: { item: string; answer: Record<string, unknown> | null }[]
}
interface ShadowMark {
  item: string
  round: number
  points: number
}
export interface ShadowAttempt {
  user: string
  n: number
  saves: ShadowSave[]
  marks: ShadowMark[]
}
export interface ShadowRules {
  double: boolean
  threshold: number
  attempts: string
  a: number
  b: number
  c: number
}

/** Whole hundredths of a point: sums of them are exact. */
const hundredths = (points: number) => Math.round(points * 100 + 1e-6)

/** Hundredths for one answer, or undefined where people have to say. */
function byKey(q: ShadowQuestion, answer: Record<string, unknown> | null): number | undefined {
  const full = hundredths(q.score)
  const said =
    answer === null
      ? []
      : q.type === 'short'
        ? [answer.text]
        : q.type === 'true-false'
          ? [answer.truth]
          : (answer.chosen as string[])
  if (said.length === 0 || said[0] === null || (q.type === 'short' && String(said[0]).trim() === '')) return 0
  if (q.type === 'short') return undefined
  if (q.type === 'true-false') return said[0] === q.truth ? full : 0
  const right = q.right ?? []
  if (said.some((s) => !right.includes(s as string))) return 0
  const hits = new Set(said).size
  if (q.type === 'multiple' && q.share) return Math.round((hits / right.length) * q.score * 100)
  return hits === (q.type === 'single' ? 1 : right.length) ? full : 0
}

function byPeople(q: ShadowQuestion, marks: ShadowMark[], rules: ShadowRules): number | undefined {
  const given: Record<number, number> = {}
  for (const m of marks) given[m.round] = m.points
  if (given[4] !== undefined) return hundredths(given[4])
  if (given[3] !== undefined) return hundredths(given[3])
  if (given[1] === undefined) return undefined
  if (!rules.double) return hundredths(given[1])
  if (given[2] === undefined) return undefined
  const apart = Math.abs(given[1] - given[2])
  return apart - rules.threshold * q.score > 0.005 ? undefined : hundredths((given[1] + given[2]) / 2)
}

export interface ShadowResult {
  user: string
  points: number
  rank: number
  grade: string
}
/** @returns results by rank, then by person; whoever has a sheet that is not marked is left out */
export function shadowResults(
  questions: readonly ShadowQuestion[],
  attempts: readonly ShadowAttempt[],
  rules: ShadowRules,
): ShadowResult[] {
  const worth = questions.reduce((sum, q) => sum + hundredths(q.score), 0)
  const totals = new Map<string, (number | undefined)[]>()
  for (const a of [...attempts].sort((x, y) => x.n - y.n)) {
    const last = new Map<string, Record<string, unknown> | null>()
    for (const s of [...a.saves].sort((x, y) => x.epoch - y.epoch || x.seq - y.seq))
      for (const w of s.answers) last.set(w.item, w.answer)
    let total: number | undefined = 0
    for (const q of questions) {
      const key = byKey(q, last.get(q.item) ?? null)
      const points =
        key ??
        byPeople(
          q,
          a.marks.filter((m) => m.item === q.item),
          rules,
        )
      total = total === undefined || points === undefined ? undefined : total + points
    }
    totals.set(a.user, [...(totals.get(a.user) ?? []), total])
  }
  const counted: { user: string; points: number }[] = []
  for (const [user, all] of totals) {
    const known = all.filter((t) => t !== undefined)
    if (known.length < all.length) continue
    const sum = known.reduce((x, y) => x + y, 0)
    const pick = {
      highest: Math.max(...known),
      first: known[0],
      last: known.at(-1),
      average: hundredths(sum / known.length / 100),
    }
    counted.push({ user, points: pick[rules.attempts as keyof typeof pick] ?? 0 })
  }
  return counted
    .map(({ user, points }) => {
      const share = worth > 0 ? Math.round((points / worth) * 1e6) / 1e6 : 0
      const grade = share >= rules.a ? 'A' : share >= rules.b ? 'B' : share >= rules.c ? 'C' : 'D'
      const rank = 1 + counted.filter((o) => o.points > points).length
      return { user, points: points / 100, rank, grade }
    })
    .sort((x, y) => x.rank - y.rank || (x.user < y.user ? -1 : 1))
}
