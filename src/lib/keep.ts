/**
 * Texts that survive the end of the browser, however it ends: each is on the disk when its writing is confirmed. Of several writings of one
 * name that wait, only the last is made. Where the browser refuses, nothing is kept.
 */
export interface DurableTextStore {
  get(name: string): Promise<string | undefined>
  /** Undefined: it is thrown away. */
  set(name: string, text: string | undefined): void
}

const store = 'texts'
/** Milliseconds after which a database that says nothing is done without. */
const patience = 1000

const answer = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    r.onsuccess = () => done(r.result)
    r.onerror = () => failed(r.error ?? new Error('refused'))
  })

export function keepIn(scope: string): DurableTextStore {
  const opened = (async () => {
    const asked = indexedDB.open(`${scope}kept`, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(store)
    return answer(asked)
  })()
  opened.catch(() => undefined)
  const waiting = new Map<string, string | undefined>()
  let writing = false

  async function writeAll(): Promise<void> {
    if (writing) return
    writing = true
    try {
      const db = await opened
      while (waiting.size) {
        const all = [...waiting]
        waiting.clear()
        const t = db.transaction(store, 'readwrite', { durability: 'strict' })
        const at = t.objectStore(store)
        for (const [name, text] of all) void (text === undefined ? at.delete(name) : at.put(text, name))
        await new Promise<void>((done) => {
          t.oncomplete = t.onabort = t.onerror = () => done()
        })
      }
    } catch {
      waiting.clear()
    } finally {
      writing = false
    }
  }

  return {
    async get(name) {
      if (waiting.has(name)) return waiting.get(name)
      const read = async () => {
        const kept: unknown = await answer<unknown>((await opened).transaction(store).objectStore(store).get(name))
        return typeof kept === 'string' ? kept : undefined
      }
      const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), patience))
      return Promise.race([read().catch(() => undefined), late])
    },
    set(name, text) {
      waiting.set(name, text)
      void writeAll()
    },
  }
}
