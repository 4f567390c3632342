/**
 * What was typed and not confirmed, kept on the machine: in local storage at once, so that a page that crashes has it, and in a database, because
 * browsers write local storage to the disk seconds later. Whichever is newer counts.
 */
import { type DurableTextStore, keepIn } from '../../../lib/keep.ts'
import { scoped } from '../../../lib/storage.ts'
import type { SittingServices } from './services.ts'
import type { Journal } from './sitting.logic.ts'

/** With the number of the writing, over all tabs. */
type Numbered = Journal & { n: number }
const read = (text: string | null | undefined): Numbered | undefined => {
  try {
    const kept: Numbered | null = JSON.parse(text ?? 'null')
    return kept ?? undefined
  } catch {
    return undefined
  }
}

export function journalIn(scope: string, keep: DurableTextStore = keepIn(scope)): SittingServices['journal'] {
  const local = scoped('local', scope)
  const nameOf = (key: string) => `exam-journal:${key}`
  const last = new Map<string, number>()
  return {
    async read(key) {
      const name = nameOf(key)
      const disk = read(await keep.get(name))
      const near = read(local.get(name))
      const newer = near && near.n >= (disk?.n ?? 0) ? near : disk
      last.set(name, newer?.n ?? 0)
      return newer
    },
    write(key, journal) {
      const name = nameOf(key)
      const n = Math.max(last.get(name) ?? 0, read(local.get(name))?.n ?? 0) + 1
      last.set(name, n)
      const text = JSON.stringify({ ...journal, n } satisfies Numbered)
      local.set(name, text)
      keep.set(name, text)
    },
    clear(key) {
      local.remove(nameOf(key))
      keep.set(nameOf(key), undefined)
    },
  }
}
