/**
 * Words, numbers and dates in the viewer's language. The only place that knows react-intl-universal.
 * A dictionary is one file per area and language, loaded when a screen of the area opens; switching the language loads what is open in
 * the other one first, so nothing flashes and nothing typed is lost.
 */
import intl from 'react-intl-universal'
import { useSyncExternalStore } from 'react'
import type { Locale } from '../contract/host.ts'
import type { MessageArea, MessageKey } from './keys.ts'

type Dictionary = Record<string, string>
const packs = import.meta.glob<{ default: Dictionary }>(['./en-US/*.ts', './zh-CN/*.ts'])

/** Areas every page needs. The titles of the screens behind the sign-in come with the frame that shows them. */
const core: readonly MessageArea[] = ['shell', 'problem', 'session']
const loaded = new Set<MessageArea>()
const watchers = new Set<() => void>()
let locale: Locale = 'en-US'
/** Names that a platform has given, over the words of the product. */
let own: Partial<Record<string, Record<Locale, string>>> = {}
/** Counts what makes everybody read their words again. */
let edition = 0

const read = async (l: Locale, area: MessageArea): Promise<Dictionary> => {
  const pack = packs[`./${l}/${area}.ts`]
  return pack ? (await pack()).default : {}
}

/** Switches the language after loading every area that is open. Rejects when a dictionary cannot be loaded; the old language stays. */
export async function setLocale(next: Locale): Promise<void> {
  const areas = new Set([...core, ...loaded])
  const all = await Promise.all([...areas].map((a) => read(next, a)))
  // an area that was opened meanwhile has come in the old language
  if ([...loaded].some((a) => !areas.has(a))) return setLocale(next)
  const words = Object.assign({}, ...all) as Dictionary
  for (const a of areas) loaded.add(a)
  await intl.init({ currentLocale: next, locales: { [next]: words }, escapeHtml: false, warningHandler: onMissing })
  locale = next
  tellAll()
}

function tellAll(): void {
  edition++
  for (const w of watchers) w()
}

/** Gives words other names, in both languages; everything on screen that says them follows. */
export function setNames(names: typeof own): void {
  if (JSON.stringify(names) === JSON.stringify(own)) return
  own = names
  tellAll()
}

/** Fetches words, those every page needs when no area is named, so that they are there when the language is decided. */
export function preloadWords(l: Locale, areas: readonly MessageArea[] = core): void {
  for (const area of areas) read(l, area).catch(() => {})
}

/** Loads an area's dictionary in the current language; at once when it is there. */
export async function loadMessages(area: MessageArea): Promise<void> {
  if (loaded.has(area)) return
  const at = locale
  const words = await read(at, area)
  if (at !== locale) return loadMessages(area)
  loaded.add(area)
  intl.load({ [at]: words })
}

/** Re-renders the caller when the language or a name changed; returns the language. */
export function useLocale(): Locale {
  useSyncExternalStore(
    (f) => {
      watchers.add(f)
      return () => watchers.delete(f)
    },
    () => edition,
  )
  return locale
}

const missing = new Set<string>()
function onMissing(message?: string): void {
  if (message) missing.add(message)
}
/** Keys that were asked for and are not there, for the test that crawls all screens. */
export const missingKeys = (): readonly string[] => [...missing]

type Values = Record<string, string | number | boolean | Date>
/** The words of a key, with its values in place (ICU message syntax). A key that is not there shows as itself and is reported. */
export function t(key: MessageKey, values?: Values): string {
  const text = said(key, values)
  if (text) return text
  missing.add(key)
  return key
}
const plain = /^[^{}']*(?:\{\w+\}[^{}']*)*$/
/** Words that stand alone or have only plain places are put together here: a list asks for thousands, and parsing each is slow. */
function said(key: string, values?: Values): string {
  const name = own[key]?.[locale]
  if (name !== undefined) return name
  const text = intl.get(key)
  if (!values || !text) return text
  if (plain.test(text)) {
    const filled = text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : place
    })
    if (!filled.includes('{')) return filled
  }
  return intl.get(key, values)
}
/** For keys made from data (`problem.<code>`): the first that exists, else the fallback. */
export function tOr(keys: readonly string[], fallback: string, values?: Values): string {
  for (const k of keys) {
    if (!has(k)) continue
    const text = said(k, values)
    if (text) return text
  }
  return fallback
}
/** Whether the current dictionaries hold a key made from data. */
export function has(key: string): key is MessageKey {
  const options = intl.getInitOptions() as { locales?: Record<string, Dictionary> }
  return options.locales?.[locale]?.[key] !== undefined
}

/** One formatter per language, made when it is first asked for: making one costs a hundred times what using it does. */
function each<F>(make: (l: Locale) => F): () => F {
  const made = new Map<Locale, F>()
  return () => {
    const there = made.get(locale) ?? make(locale)
    made.set(locale, there)
    return there
  }
}
const time = (options: Intl.DateTimeFormatOptions) => {
  const formatter = each((l) => new Intl.DateTimeFormat(l, options))
  return (v: string | number | Date) => formatter().format(new Date(v))
}
const plainNumber = each((l) => new Intl.NumberFormat(l))
const percentage = each((l) => new Intl.NumberFormat(l, { style: 'percent', maximumFractionDigits: 0 }))
const conjunction = each((l) => new Intl.ListFormat(l, { type: 'conjunction' }))
const sizes = each(() => new Map<string, Intl.NumberFormat>())
function sizeFormat(unit: string, digits: number): Intl.NumberFormat {
  const key = `${unit} ${digits}`
  const there =
    sizes().get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      // the short form of a byte is no plural in English
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
    })
  sizes().set(key, there)
  return there
}
const calendarDay = time({ year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })
/** Instants in the viewer's zone and language; `day` takes a calendar date and shifts no zone. */
export const format = {
  number: (n: number): string => plainNumber().format(n),
  percent: (share: number): string => percentage().format(share),
  dateTime: time({
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
  dateTimeSeconds: time({
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
  date: time({ year: 'numeric', month: '2-digit', day: '2-digit' }),
  time: time({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: (d: string): string => calendarDay(`${d}T00:00:00Z`),
  /** “JPG 和 GIF”: Chinese leaves room beside Latin words, the platform's conjunction does not. */
  list: (items: readonly string[]): string => {
    if (items.length < 2) return items[0] ?? ''
    const parts = conjunction().formatToParts(items)
    return parts.reduce((text, { value }, i) => {
      if (value !== '和') return text + value
      return `${text}${/\w$/.test(text) ? ' ' : ''}和${/^\w/.test(parts[i + 1]?.value ?? '') ? ' ' : ''}`
    }, '')
  },
  /** Day, time and zone in words, for who asks exactly. */
  whole: time({ dateStyle: 'full', timeStyle: 'long' }),
  /** Bytes with a binary unit. */
  size: (bytes: number): string => {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
    let n = bytes
    let i = 0
    while (n >= 1024 && i < units.length - 1) {
      n /= 1024
      i++
    }
    return sizeFormat(units[i] ?? 'byte', n < 10 && i > 0 ? 1 : 0).format(n)
  },
  /** How long ago or ahead, from seconds between the two instants. */
  ago: (v: string | Date, now: Date): string => {
    const s = Math.round((new Date(v).getTime() - now.getTime()) / 1000)
    const steps: [Intl.RelativeTimeFormatUnit, number][] = [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ]
    const f = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    for (const [unit, n] of steps) if (Math.abs(s) >= n) return f.format(Math.trunc(s / n), unit)
    return f.format(s > -10 && s < 10 ? 0 : s, 'second')
  },
}
export type { Locale, MessageArea, MessageKey }
