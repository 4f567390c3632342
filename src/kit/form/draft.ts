/** What was typed and not saved, kept for this browser tab so that a lost session or a reload costs nothing. */
import { scoped, type Store } from '../../lib/storage.ts'
import type { Values } from './form.logic.ts'

export interface FormDraft {
  values: Values
  /** What the typing began from. */
  base: Values
  /** Version of the row that was; 0 for a new entry. */
  version: number
  /** When it was last kept, ms since 1970. */
  at: number
}

const isValues = (v: unknown): v is Values => v !== null && typeof v === 'object' && !Array.isArray(v)

export interface FormDraftStore {
  read: () => FormDraft | undefined
  keep: (draft: FormDraft) => void
  drop: () => void
}

/** The place of one form's draft: by user, so that nobody finds another's words. */
export function formDraftStore(
  user: string,
  form: string,
  id: string | undefined,
  /** Fields that are left out of it. */
  but: readonly string[] = [],
  store: Store = scoped('session'),
): FormDraftStore {
  const key = `draft:${user}:${form}:${id ?? 'new'}`
  const without = (all: Values): Values =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !but.includes(name)))
  return {
    read() {
      try {
        const raw: unknown = JSON.parse(store.get(key) ?? 'null')
        if (raw === null || typeof raw !== 'object') return undefined
        const { values, base, version, at } = raw as Partial<FormDraft>
        if (!isValues(values) || !isValues(base)) return undefined
        return typeof version === 'number' && typeof at === 'number' ? { values, base, version, at } : undefined
      } catch {
        return undefined
      }
    },
    keep: ({ values, base, ...draft }) =>
      store.set(key, JSON.stringify({ ...draft, values: without(values), base: without(base) })),
    drop: () => store.remove(key),
  }
}
