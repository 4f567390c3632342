/**
 * Figures of an exam and of its items, as Moodle's statistics report defines them
 * (docs.moodle.org/dev/Quiz_statistics_calculations; mod/quiz/report/statistics). Variances and covariances are of samples, divided by n - 1.
 * A figure that the data does not give (one candidate, no spread) is null, never 0. What was left out of an exam is worth nothing and counts
 * for nothing.
 */
/** Below this a spread is what binary fractions left of none. */
const tiny = 1e-9
type Numbers = ArrayLike<number>
function sum(xs: Numbers): number {
  let all = 0
  for (let i = 0; i < xs.length; i++) all += xs[i] ?? 0
  return all
}
const mean = (xs: Numbers): number => sum(xs) / xs.length

export function covariance(xs: Numbers, ys: Numbers): number | null {
  if (xs.length < 2) return null
  const [mx, my] = [mean(xs), mean(ys)]
  let all = 0
  for (let i = 0; i < xs.length; i++) all += ((xs[i] ?? 0) - mx) * ((ys[i] ?? 0) - my)
  return all / (xs.length - 1)
}
export const variance = (xs: Numbers): number | null => covariance(xs, xs)

export function median(xs: readonly number[]): number | null {
  if (xs.length === 0) return null
  const s = [...xs].sort((a, b) => a - b)
  const half = s.length >> 1
  return s.length % 2 ? (s[half] ?? 0) : ((s[half - 1] ?? 0) + (s[half] ?? 0)) / 2
}

export interface ItemFigures {
  /** Mean over most, percent: how easy it is. */
  facility: number | null
  mean: number | null
  deviation: number | null
  /** Weight it was meant to have, and the one it had in telling candidates apart, percent of all. Null where it worked against the others. */
  intended_weight: number
  effective_weight: number | null
  /** Correlation with the rest of the exam, percent. */
  discrimination: number | null
  /** Its covariance with the rest over the greatest that these scores could have, percent. */
  efficiency: number | null
}
export interface WholeFigures {
  candidates: number
  mean: number | null
  median: number | null
  least: number | null
  most: number | null
  deviation: number | null
  skewness: number | null
  kurtosis: number | null
  /** Coefficient of internal consistency (Cronbach's alpha), percent. */
  consistency: number | null
  /** Share of the deviation that is chance, percent, and the same in points. */
  error_ratio: number | null
  standard_error: number | null
}
export interface ExamFigures extends WholeFigures {
  items: ItemFigures[]
}

/** Of a sample: k3 / k2^1.5 and k4 / k2^2 by Fisher's k-statistics. */
function shape(xs: readonly number[]): { skewness: number | null; kurtosis: number | null } {
  const n = xs.length
  const m = mean(xs)
  const power = (p: number) => sum(xs.map((x) => (x - m) ** p)) / n
  const [m2, m3, m4] = [power(2), power(3), power(4)]
  if (n < 4 || m2 <= tiny) return { skewness: null, kurtosis: null }
  const k2 = (n * m2) / (n - 1)
  const k3 = (n * n * m3) / ((n - 1) * (n - 2))
  const k4 = (n * n * ((n + 1) * m4 - 3 * (n - 1) * m2 * m2)) / ((n - 1) * (n - 2) * (n - 3))
  return { skewness: k3 / k2 ** 1.5, kurtosis: k4 / k2 ** 2 }
}

const columnsOf = (points: readonly (readonly number[])[], most: readonly number[]): number[][] =>
  most.map((_, i) => points.map((row) => row[i] ?? 0))

/**
 * The exam as a whole. Those of its items cost far more, and are asked for apart.
 * @param points one row a candidate, one column an item
 * @param most points of each item, in the same order
 */
export function wholeFigures(points: readonly (readonly number[])[], most: readonly number[]): WholeFigures {
  const totals = points.map(sum)
  const spread = variance(totals)
  const p = most.filter((m) => m > 0).length
  const inside = sum(columnsOf(points, most).map((c) => variance(c) ?? 0))
  const consistency = p > 1 && spread !== null && spread > tiny ? ((100 * p) / (p - 1)) * (1 - inside / spread) : null
  const deviation = spread === null ? null : Math.sqrt(spread)
  // an exam whose items work against each other explains nothing: all of it is chance
  const error = consistency === null ? null : 100 * Math.sqrt(Math.max(0, 1 - consistency / 100))
  return {
    candidates: totals.length,
    mean: totals.length ? mean(totals) : null,
    median: median(totals),
    least: totals.length ? totals.reduce((a, b) => Math.min(a, b)) : null,
    most: totals.length ? totals.reduce((a, b) => Math.max(a, b)) : null,
    deviation,
    ...shape(totals),
    consistency,
    error_ratio: error,
    standard_error: error === null || deviation === null ? null : (error * deviation) / 100,
  }
}

/** Of every item, in the order of `most`. */
export function itemFigures(points: readonly (readonly number[])[], most: readonly number[]): ItemFigures[] {
  const totals = points.map(sum)
  const columns = columnsOf(points, most)
  const whole = sum(most)
  const withTotal = columns.map((c) => covariance(c, totals))
  const weights = withTotal.map((c, i) => ((most[i] ?? 0) > 0 && c !== null && c >= 0 ? Math.sqrt(c) : null))
  const allWeights = sum(weights.map((w) => w ?? 0))
  return columns.map((c, i): ItemFigures => {
    const rest = totals.map((t, at) => t - (c[at] ?? 0))
    const [own, others, both] = [variance(c), variance(rest), covariance(c, rest)]
    const greatest = covariance(ascending(c), ascending(rest))
    const weight = weights[i] ?? null
    const score = most[i] ?? 0
    return {
      facility: score > 0 && c.length > 0 ? (100 * mean(c)) / score : null,
      mean: c.length > 0 ? mean(c) : null,
      deviation: own === null ? null : Math.sqrt(own),
      intended_weight: whole > 0 ? (100 * score) / whole : 0,
      effective_weight: weight === null || allWeights <= tiny ? null : (100 * weight) / allWeights,
      discrimination:
        own !== null && others !== null && both !== null && own > tiny && others > tiny
          ? (100 * both) / Math.sqrt(own * others)
          : null,
      efficiency: both !== null && greatest !== null && greatest > tiny ? (100 * both) / greatest : null,
    }
  })
}
const ascending = (xs: readonly number[]): Float64Array => Float64Array.from(xs).sort()

export const analyseExam = (points: readonly (readonly number[])[], most: readonly number[]): ExamFigures => ({
  ...wholeFigures(points, most),
  items: itemFigures(points, most),
})

/** How many candidates have a share of the points in each of `bins` equal parts; 100 % belongs to the last. */
export function distribution(shares: readonly number[], bins = 10): number[] {
  const out = Array.from({ length: bins }, () => 0)
  for (const s of shares) {
    const i = Math.min(bins - 1, Math.max(0, Math.floor(s * bins + 1e-9)))
    out[i] = (out[i] ?? 0) + 1
  }
  return out
}
