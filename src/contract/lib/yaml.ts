/** What the YAML parser does in a time that grows with the square of a map, done in one that grows with the map. */
import { isScalar, type YAMLMap } from 'yaml'

/** From and to of the first key that the map has already; undefined where each is there once. */
export function repeatedKey(map: YAMLMap): readonly [from: number, to: number] | undefined {
  const seen = new Set<unknown>()
  for (const { key } of map.items) {
    // a merge may be repeated
    if (!isScalar(key) || key.value === '<<') continue
    if (seen.has(key.value)) return [key.range?.[0] ?? 0, key.range?.[1] ?? 0]
    seen.add(key.value)
  }
  return undefined
}
