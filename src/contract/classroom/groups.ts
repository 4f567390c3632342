/** Members of a class put into groups of about a size: as even as they come, none smaller by more than one. */
export function randomGroups<T>(members: readonly T[], size: number, random: () => number): T[][] {
  const left = [...members]
  for (let n = left.length - 1; n > 0; n--) {
    const m = Math.floor(random() * (n + 1))
    const [a, b] = [left[n], left[m]]
    // both places are filled: a member may be anything, undefined among it
    left[n] = b as T
    left[m] = a as T
  }
  const count = Math.max(1, Math.ceil(left.length / size))
  const groups: T[][] = Array.from({ length: count }, () => [])
  for (const [n, member] of left.entries()) groups[n % count]?.push(member)
  return groups.filter((g) => g.length > 0)
}
