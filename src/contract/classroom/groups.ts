/** Members of a class put into groups of about a size, in an order of chance: as even as they come, none smaller by more than one. */
export function randomGroups<T>(members: readonly T[], size: number, random: () => number): T[][] {
  const shuffled = members.map((member) => ({ member, at: random() })).toSorted((a, b) => a.at - b.at)
  const count = Math.max(1, Math.ceil(members.length / size))
  const groups: T[][] = Array.from({ length: count }, () => [])
  for (const [n, { member }] of shuffled.entries()) groups[n % count]?.push(member)
  return groups.filter((g) => g.length > 0)
}
