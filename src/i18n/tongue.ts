/**
 * The words of one app: its language, its dictionaries, the names its platform has given. A dictionary is one file per area and language,
 * loaded when a screen of the area opens; switching the language loads what is open in the other one first, so nothing flashes and nothing
 * typed is lost.
 */
import { ReactIntlUniversal } from 'react-intl-universal'
import type { Locale } from '../contract/host.ts'
import type { MessageArea } from './keys.ts'

export type Dictionary = Record<string, string>
type Names = Partial<Record<string, Record<Locale, string>>>
/** Of what every page needs; those of other areas are asked for where they are (`areas.ts`). */
const packs = import.meta.glob<{ default: Dictionary }>('./{en-US,zh-CN}/{shell,problem,session}.ts')

/** Areas every page needs, and those that come with the frame behind the sign-in: titles of screens, what may be refused there. */
export const core: readonly MessageArea[] = ['shell', 'problem', 'session']
export const wordsInside: readonly MessageArea[] = ['screen', 'refusal']
/** Areas that screens of this page have opened, in whichever of its apps: code that is there needs its words at once. */
const opened = new Set<MessageArea>()

export const loadDictionary = async (l: Locale, area: MessageArea): Promise<Dictionary> => {
  const file = `./${l}/${area}.ts`
  const pack = packs[file] ?? (await import('./areas.ts')).areaPacks[file]
  return pack ? (await pack()).default : {}
}

export interface Tongue {
  readonly locale: Locale
  readonly names: Names
  /** Counts what makes everybody read their words again. */
  readonly edition: number
  /** The text of a key with its values in place, empty where there is none. */
  get(key: string, values?: object): string
  has(key: string): boolean
  /**
   * Switches the language after loading every area that is open. Rejects when a dictionary cannot be loaded; the old language stays.
   * @returns the language that is spoken then: that of a later wish where there was one
   */
  setLocale(next: Locale): Promise<Locale>
  /** Loads an area's dictionary in the current language; at once when it is there. */
  load(area: MessageArea): Promise<void>
  /** Gives words other names, in both languages; everything on screen that says them follows. */
  setNames(names: Names): void
  watch: (look: () => void) => () => void
}

/** @param words of an area in a language, as they come */
export function makeTongue(
  onMissing: (message: string) => void,
  words: typeof loadDictionary = loadDictionary,
): Tongue {
  const intl = new ReactIntlUniversal()
  const loaded = new Set<MessageArea>()
  const watchers = new Set<() => void>()
  let locale: Locale = 'en-US'
  /** Counts wishes for a language: words of an earlier one that come late change nothing. */
  let wishes = 0
  let latest: Promise<Locale>
  let names: Names = {}
  let edition = 0
  const tell = (): void => {
    edition++
    for (const w of watchers) w()
  }
  const warn = (message?: string): void => {
    if (message) onMissing(message)
  }
  const setLocale = (next: Locale): Promise<Locale> => (latest = bring(next, ++wishes))
  async function bring(next: Locale, wish: number): Promise<Locale> {
    const areas = new Set([...core, ...opened, ...loaded])
    // what a screen asked for and never got keeps no language back: the screen says so itself and asks again
    const all = await Promise.all(
      [...areas].map((a) =>
        core.includes(a) || loaded.has(a) ? words(next, a) : words(next, a).catch(() => undefined),
      ),
    )
    // an area that was opened meanwhile has come in the old language
    if ([...loaded].some((a) => !areas.has(a))) return bring(next, wish)
    if (wish !== wishes) return latest
    const whole: Dictionary = Object.assign({}, ...all)
    for (const [n, a] of [...areas].entries()) if (all[n]) loaded.add(a)
    await intl.init({ currentLocale: next, locales: { [next]: whole }, escapeHtml: false, warningHandler: warn })
    locale = next
    tell()
    return next
  }
  async function load(area: MessageArea): Promise<void> {
    opened.add(area)
    if (loaded.has(area)) return
    const at = locale
    const own = await words(at, area)
    if (at !== locale) return load(area)
    loaded.add(area)
    intl.load({ [at]: own })
  }
  return {
    get locale() {
      return locale
    },
    get names() {
      return names
    },
    get edition() {
      return edition
    },
    get: (key, values) => (values === undefined ? intl.get(key) : intl.get(key, values)),
    has(key) {
      const { locales } = intl.getInitOptions() as { locales?: Record<string, Dictionary> }
      return locales?.[locale]?.[key] !== undefined
    },
    setLocale,
    load,
    setNames(given) {
      if (JSON.stringify(given) === JSON.stringify(names)) return
      names = given
      tell()
    },
    watch(look) {
      watchers.add(look)
      return () => watchers.delete(look)
    },
  }
}
