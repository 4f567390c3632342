export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Abramowitz and Stegun 7.1.26; the error is below 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const y =
    1 -
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp(-x * x)
  return x < 0 ? -y : y
}

/** Two-sided p of the Mann-Whitney U test, by the normal approximation, which is good from twenty samples on. */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((v) => ({ v, first: true })), ...b.map((v) => ({ v, first: false }))].sort((x, y) => x.v - y.v)
  let sum = 0
  for (let i = 0; i < all.length; ) {
    let end = i
    while (end < all.length && all[end]?.v === all[i]?.v) end++
    const rank = (i + 1 + end) / 2
    for (let k = i; k < end; k++) if (all[k]?.first) sum += rank
    i = end
  }
  const u = sum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  const z = Math.abs(u - mean) / spread
  return 1 - erf(z / Math.SQRT2)
}
