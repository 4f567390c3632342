/** Which thing of the drawing before a thing of the text is, and which thing a name in the text means. */
import type { Node as Part } from 'yaml'
import { freeId } from '../made.ts'
import { type Cursor, textAt, type TextError } from './cursor.ts'
import { longest } from './raw.ts'
import { idMark } from './value.ts'

/** Gives things the ids of those before them: by the id they say, by name, then by place. */
export function matched<B extends { id: string; name?: string }>(
  now: readonly { id: string | undefined; name: string }[],
  before: readonly B[],
  prefix: string,
): { id: string; before: B | undefined }[] {
  const free = new Set(before)
  const byId = new Map(before.map((b) => [b.id, b]))
  const byName = new Map<string, B[]>()
  for (const b of before) byName.set(b.name ?? '', [...(byName.get(b.name ?? '') ?? []), b])
  const found: (B | undefined)[] = now.map(({ id }) => {
    const b = id === undefined ? undefined : byId.get(id)
    if (!b || !free.delete(b)) return undefined
    return b
  })
  // one that stands where it stood under its name keeps its id from another that is given that name
  now.forEach(({ id, name }, i) => {
    const b = before[i]
    if (found[i] || id !== undefined || !b || b.name !== name || !free.delete(b)) return
    found[i] = b
  })
  now.forEach(({ id, name }, i) => {
    if (found[i] || id !== undefined) return
    const b = byName.get(name)?.find((x) => free.has(x))
    if (b) free.delete(b)
    found[i] = b
  })
  now.forEach(({ id }, i) => {
    const b = before[i]
    if (found[i] || id !== undefined || !b || !free.delete(b)) return
    found[i] = b
  })
  const ids = new Set([...before.map((b) => b.id), ...now.flatMap((n) => n.id ?? [])])
  return now.map(({ id }, i) => ({ id: found[i]?.id ?? id ?? freeId(prefix, ids, 1), before: found[i] }))
}

/** The id a text names: the marked one itself, or that of the only thing of the name. */
export function referred(
  cursor: Cursor,
  part: Part,
  code: TextError['code'],
  ids: ReadonlyMap<string, string> | undefined,
  known: (id: string) => boolean,
  earlier?: (name: string) => string | undefined,
): string | null {
  const name = textAt(cursor, part, longest.label)
  if (name === '') return null
  if (name.startsWith(idMark) && known(name.slice(1))) return name.slice(1)
  for (const [id, of] of ids ?? []) if (of === name) return id
  const renamed = earlier?.(name)
  if (renamed !== undefined) return renamed
  cursor.say(part, code, { name: name.slice(0, 60) })
  return null
}

/** Things by the names they go by in the text around them: the present ones, and those they had before a rename. */
export interface NameIndex<T> {
  ids: ReadonlySet<string>
  by: ReadonlyMap<string, T>
  /** Names that were somebody's until now and are nobody's any more. */
  earlier: ReadonlyMap<string, T>
}

/** @param of what each thing was before, in the order of the things */
export function knownBy<T extends { id: string; name: string }>(
  things: readonly T[],
  of: readonly ({ name?: string | undefined } | undefined)[],
): NameIndex<T> {
  const by = new Map<string, T>()
  const earlier = new Map<string, T>()
  things.forEach((thing, i) => {
    const was = of[i]?.name
    // of two that share a name it is whose name it was
    if (thing.name !== '' && (!by.has(thing.name) || was === thing.name)) by.set(thing.name, thing)
    if (was !== undefined && was !== '' && was !== thing.name && !earlier.has(was)) earlier.set(was, thing)
  })
  return { ids: new Set(things.map((thing) => thing.id)), by, earlier }
}
