/** What a picker asks for, what it shows and where its cursor goes. */
import type { Choice } from '../../contract/lib/crud.ts'
import { limits } from '../../contract/limits.ts'

export type { Choice }

/** Labels of what is chosen, known ones first from `known`; an id without one waits for its label or is gone. */
export function chosenChoices(
  ids: readonly string[],
  known: ReadonlyMap<string, Choice>,
): { id: string; label: string | undefined }[] {
  return ids.map((id) => ({ id, label: known.get(id)?.label }))
}

/** Ids whose label has to be asked for. */
export const unknownIds = (ids: readonly string[], known: ReadonlyMap<string, Choice>): string[] =>
  ids.filter((id) => id !== '' && !known.has(id))

/** What is asked for while somebody types. */
export const typedQuery = (q: string) => ({ page_size: limits.pageSize.default, ...(q ? { q } : {}) })
/** What is asked for to name what is chosen: as many as one call takes. */
export const namesQuery = (ids: readonly string[]) => ({
  ids: ids.filter((id) => id !== '').slice(0, limits.pageSize.max),
  page_size: limits.pageSize.max,
})
/** As much of what was typed as is searched for. */
export const searched = (typed: string): string => typed.trim().slice(0, 200)

const fold = (s: string) => s.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The choices of a fixed list that match what was typed, as a person compares: case and accents aside. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return choices.filter((c) => {
    const text = fold(`${c.label} ${c.hint ?? ''}`)
    return words.every((w) => text.includes(w))
  })
}

/** The one choice that is called exactly so, as a person compares. */
export function named(choices: readonly Choice[], typed: string): Choice | undefined {
  const name = fold(typed.trim())
  const all = name === '' ? [] : choices.filter((c) => fold(c.label.trim()) === name)
  return all.length === 1 ? all[0] : undefined
}

/** Where the cursor goes in an open list, round at both ends; -1 is the text box. */
export function nextOption(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return at + 1 >= count ? 0 : at + 1
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1
    case 'PageDown':
      return Math.min(at + 10, count - 1)
    case 'PageUp':
      return Math.max(at - 10, 0)
    default:
      return undefined
  }
}

/** The ids after a choice: several add up and a chosen one is taken out, a single one takes the place. */
export function idsAfterChoice(ids: readonly string[], id: string, many: boolean): string[] {
  if (!many) return [id]
  return ids.includes(id) ? ids.filter((i) => i !== id) : [...ids, id]
}
