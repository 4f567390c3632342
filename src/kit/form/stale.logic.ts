/** Two people changed one entry: what each of them wrote, field by field, and what a reader would do with it. */
import type { Values } from './form.logic.ts'
import { same } from './form.logic.ts'

export type ConflictSide = 'mine' | 'theirs'
export interface StaleField {
  name: string
  mine: unknown
  theirs: unknown
  /** Changed by both and to different ends: somebody has to choose. */
  conflict: boolean
  /** The side whose change is the only one; mine on a conflict, for nothing typed is dropped unasked. */
  suggested: ConflictSide
}

/**
 * Fields that differ now.
 * @param base what both began from
 */
export function compare(base: Values, mine: Values, theirs: Values): StaleField[] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  return names
    .filter((name) => !same(mine[name], theirs[name]))
    .map((name) => {
      const iChanged = !same(base[name], mine[name])
      const theyChanged = !same(base[name], theirs[name])
      return {
        name,
        mine: mine[name],
        theirs: theirs[name],
        conflict: iChanged && theyChanged,
        suggested: iChanged ? 'mine' : 'theirs',
      }
    })
}

/** The values after the choice; a field nobody chose for takes its suggestion. */
export function merge(
  fields: readonly StaleField[],
  theirs: Values,
  choices: Readonly<Record<string, ConflictSide | undefined>>,
): Values {
  const out: Record<string, unknown> = { ...theirs }
  for (const f of fields) if ((choices[f.name] ?? f.suggested) === 'mine') out[f.name] = f.mine
  return out
}
