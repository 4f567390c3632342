/** Rows of directions to choose from: the first level, and below each chosen one the next. */
export type LearnDirections = readonly { id: string; name: string; parent_id: string | null; n: number }[]

export interface DirectionRow {
  above: { id: string; name: string } | undefined
  chosen: string | undefined
  directions: LearnDirections
}
export function branchesOf(all: LearnDirections, chosen: string | undefined): DirectionRow[] {
  const by = new Map(all.map((d) => [d.id, d]))
  const line: string[] = []
  for (let at = chosen; at !== undefined && by.has(at) && !line.includes(at); at = by.get(at)?.parent_id ?? undefined)
    line.unshift(at)
  return [undefined, ...line].flatMap((id, n) => {
    const directions = all.filter((d) => (id === undefined ? !d.parent_id || !by.has(d.parent_id) : d.parent_id === id))
    return directions.length ? [{ above: id === undefined ? undefined : by.get(id), chosen: line[n], directions }] : []
  })
}
