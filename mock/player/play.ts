/**
 * The page that plays one item of a package, on the origin of packages. The API stands here, beside the package and on its origin, and is filled
 * before the package begins: over a message to another page it would answer empty at first. Only what a package reports leaves the page: to this
 * origin's own address, by the ticket in the path, with a call that outlives the page; a message to the lesson around it would be lost when the
 * tab is closed.
 */
import type { CommitData, PackageCommitted } from '#src/contract/course/package.schema.ts'
import type { PackageMessage, PartState } from '#src/contract/course/package.ts'

/** The functions of the run-time environment by what they do, the same under both of their names. */
export interface Runtime {
  /** What it is found by. */
  name: 'API' | 'API_1484_11'
  functions: {
    begin: string
    end: string
    get: string
    set: string
    commit: string
    error: string
    words: string
    details: string
  }
  api: Record<string, unknown> & { getFlattenedCMI(): object; loadFromFlattenedJSON(data: object, at: string): void }
  /** Says of a page that only shows something that it was seen. */
  seen: CommitData
}
interface Boot {
  item: string
  kind: 'sco' | 'asset'
  title: string
  run: number
  app: string
  nonce: string
  state: PartState
  score: number | null
  preview: boolean
  address: string
  data: CommitData
  /** Of this learner and this package: what lies in the browser under another was somebody else's. */
  stamp: string
}
/** Milliseconds from a change to its report, and between two tries after a failure. */
const pause = 1000
const again = 4000
/** Bytes that a call which outlives its page may carry. */
const lasting = 60_000

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
const bootOf = (): Boot => JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Boot
type Call = (...args: string[]) => unknown

/** Empties what the browser keeps for this origin, unless it was kept for the same learner and package. */
async function ownStorage(stamp: string): Promise<void> {
  const mark = 'range.kept-for'
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (name) document.cookie = `${name}=; path=/; max-age=0`
  }
  try {
    if (localStorage.getItem(mark) === stamp) return
    localStorage.clear()
    sessionStorage.clear()
    const bases = (await indexedDB.databases?.()) ?? []
    await Promise.all(
      bases.map(
        ({ name }) =>
          new Promise<void>((done) => {
            const gone = indexedDB.deleteDatabase(name ?? '')
            gone.onsuccess = gone.onerror = gone.onblocked = () => done()
          }),
      ),
    )
    localStorage.setItem(mark, stamp)
  } catch {
    // a browser that keeps nothing for a frame of another site
  }
}

export function play({ name, functions, api, seen }: Runtime): void {
  const boot = bootOf()
  const { nonce, item } = boot
  let seq = 0
  /** Counts changes; what of them has been kept. */
  let changes = 0
  let kept = 0
  let ended = false
  let leaving = false
  let closing = false
  let sending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let at: PackageMessage['at'] = 'ready'
  let trouble: PackageMessage['trouble'] = ''
  let told: PackageCommitted = { state: boot.state, score: boot.score, done: false, completed: false }

  const tell = (): void => {
    if (parent === window || boot.app === '') return
    const message: PackageMessage = {
      nonce,
      item,
      at: at === 'closed' && (sending || kept < changes) && trouble === '' ? 'running' : at,
      saved: kept >= changes && trouble === '',
      trouble,
      ...told,
    }
    parent.postMessage(message, boot.app)
  }

  const texts = (from: object): CommitData =>
    Object.fromEntries(
      Object.entries(from).filter(
        (e): e is [string, string] => typeof e[1] === 'string' && e[1] !== '' && e[0].startsWith('cmi.'),
      ),
    )
  const bodyOf = (): string =>
    JSON.stringify({
      item,
      run: boot.run,
      seq: ++seq,
      ended,
      cmi: boot.kind === 'asset' ? seen : texts(api.getFlattenedCMI()),
    })

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (kept >= changes || (sending && !leaving) || trouble === 'taken') return
    sending = true
    const upTo = changes
    const body = bodyOf()
    const small = new Blob([body]).size < lasting
    try {
      const res = await fetch('commit', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        // the page may go before the answer comes
        keepalive: small,
        credentials: 'omit',
      })
      if (res.ok) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server says it
        told = (await res.json()) as PackageCommitted
        kept = Math.max(kept, upTo)
        trouble = ''
      } else {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its parts may be missing
        const { code } = (await res.json().catch(() => ({}))) as { code?: string }
        trouble =
          code === 'package_taken'
            ? 'taken'
            : res.status === 404 || code === 'media_ticket_over'
              ? 'over'
              : res.status >= 500 || res.status === 429
                ? 'offline'
                : 'refused'
      }
    } catch {
      trouble = 'offline'
    }
    sending = false
    // what is refused is said again only when it has changed
    if (trouble === 'refused') kept = Math.max(kept, upTo)
    else if (kept < changes && trouble !== 'taken')
      timer = setTimeout(() => void send(), trouble === '' ? pause : again)
    tell()
  }
  const changed = (soon: boolean): void => {
    changes++
    clearTimeout(timer)
    if (soon || leaving) void send()
    else timer = setTimeout(() => void send(), pause)
    tell()
  }

  // its own functions, so that nothing of the library stands where a package could take it apart
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library has them by these names
  const call = (of: keyof Runtime['functions']): Call => (api[functions[of]] as Call).bind(api)
  const inner = {
    begin: call('begin'),
    end: call('end'),
    get: call('get'),
    set: call('set'),
    commit: call('commit'),
    error: call('error'),
    words: call('words'),
    details: call('details'),
  }
  const yes = (answer: unknown): boolean => answer === true || answer === 'true'
  const outer: Record<string, Call> = {
    [functions.begin]: (...a) => {
      const answer = inner.begin(...a)
      if (yes(answer)) changed(false)
      return String(answer)
    },
    [functions.end]: (...a) => {
      const answer = inner.end(...a)
      if (yes(answer)) {
        ended = true
        changed(true)
      }
      return String(answer)
    },
    [functions.set]: (...a) => {
      const answer = inner.set(...a)
      if (yes(answer)) changed(false)
      return String(answer)
    },
    [functions.commit]: (...a) => {
      const answer = inner.commit(...a)
      if (yes(answer)) changed(true)
      return String(answer)
    },
    [functions.get]: inner.get,
    [functions.error]: inner.error,
    [functions.words]: inner.words,
    [functions.details]: inner.details,
  }
  api.loadFromFlattenedJSON(boot.data, '')
  Object.defineProperty(window, name, { value: outer, writable: false })

  addEventListener('message', (e: MessageEvent<unknown>) => {
    // in a window of its own it is around us, and the lesson that opened that one speaks
    if (e.origin !== boot.app || e.source === null || (e.source !== parent && e.source !== parent.opener)) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its parts is looked at
    const said = e.data as { nonce?: unknown; ask?: unknown } | null
    if (said === null || typeof said !== 'object' || said.nonce !== nonce) return
    // the ticket was renewed
    if (said.ask === 'again') {
      trouble = trouble === 'over' ? '' : trouble
      void send()
      tell()
    }
    if (said.ask === 'close') {
      closing = true
      frame.src = 'about:blank'
    }
  })
  const leave = (): void => {
    leaving = true
    void send()
  }
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void send()
  })
  addEventListener('online', () => void send())

  const frame = document.createElement('iframe')
  frame.title = boot.title
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.addEventListener('load', () => {
    if (closing) {
      // whatever it said on its way out has been heard
      at = 'closed'
      void send().then(tell)
      return
    }
    at = 'running'
    if (boot.kind === 'asset' && boot.state === 'none') changed(true)
    tell()
  })
  void ownStorage(boot.stamp).then(() => {
    frame.src = boot.address
    document.body.append(frame)
    tell()
  })
}
