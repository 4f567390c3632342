type Load<T> = () => Promise<T>

/** Addresses of style sheets that did not come, and whose loads they failed. Like the sheets themselves they belong to the page. */
const lost = new Set<string>()
const failedFor = new WeakMap<Load<unknown>, Set<string>>()

const coming = new WeakMap<Load<unknown>, Promise<unknown>>()

/**
 * Loads a piece of code; who asks while it is on its way gets the same answer. Vite's loader asks for the style sheets of a piece only once,
 * whether they come or not, so that another try would show it without its looks: those that did not come are asked for again here.
 */
export function chunk<T>(load: Load<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was noted under its loader, which makes nothing else
  const asked = coming.get(load) as Promise<T> | undefined
  if (asked) return asked
  const answer = bring(load).finally(() => coming.delete(load))
  coming.set(load, answer)
  return answer
}

async function bring<T>(load: Load<T>): Promise<T> {
  await Promise.all([...lost].map(again))
  const own = failedFor.get(load) ?? new Set()
  if ([...own].some((href) => lost.has(href))) throw new Error('a style sheet is missing')
  try {
    return await load()
  } catch (e) {
    failedFor.set(load, own)
    for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      if (!isLost(link, e)) continue
      own.add(link.href)
      lost.add(link.href)
      link.remove()
    }
    throw e
  }
}

/** Folder of the built files; on a development server styles are no links. */
const files = new URL(/* @vite-ignore */ '.', import.meta.url).href

/** The error names the first sheet that failed; the rules of others cannot be read. One that is still on its way has no sheet yet. */
function isLost({ href, sheet }: HTMLLinkElement, e: unknown): boolean {
  if (!href.startsWith(files)) return false
  if (e instanceof Error && e.message.endsWith(` ${href}`)) return true
  try {
    return sheet?.cssRules.length === 0
  } catch {
    return true
  }
}

/** Settles in any case; the address is no longer lost when the sheet came. */
const again = (href: string): Promise<void> =>
  new Promise((done) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
    link.onload = () => {
      lost.delete(href)
      done()
    }
    link.onerror = () => {
      link.remove()
      done()
    }
    document.head.append(link)
  })

/** Rejects when it takes longer than `limit` milliseconds. */
export async function inTime<T>(promise: Promise<T>, limit: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, no) => {
    timer = setTimeout(() => no(new Error(`not there within ${limit} ms`)), limit)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Some browsers keep a module that did not come as failed for as long as the page lives, as the module map of the HTML standard has it
 * (https://html.spec.whatwg.org/#fetch-a-single-module-script): another import then fails without asking. When another try failed and the
 * file is there all the same, only a new document helps, and this asks for one. Words that were typed survive it as the offered draft.
 * @returns whether the page is being loaded again
 */
export async function reloadIfKept(e: unknown): Promise<boolean> {
  const url = e instanceof Error ? /https?:\/\/\S+\.js\b/.exec(e.message)?.[0] : undefined
  if (url === undefined) return false
  try {
    const answer = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(10_000) })
    if (!answer.ok || !/javascript/.test(answer.headers.get('content-type') ?? '')) return false
  } catch {
    return false
  }
  location.reload()
  return true
}
