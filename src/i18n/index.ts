/**
 * Words, numbers and dates in the viewer's language, of whichever app of the page asks (`speaker.ts`). Only this folder knows
 * react-intl-universal.
 */
import { useSyncExternalStore } from 'react'
import type { Locale } from '../contract/host.ts'
import { compiledPrefix } from './compiled.ts'
import type { MessageArea, MessageKey } from './keys.ts'
import { speakers, currentTongue } from './speaker.ts'
import { core, makeTongue, loadDictionary, type Tongue } from './tongue.ts'

const missing = new Set<string>()
/** Words of an app of its own; `enterAs` makes them the ones that its screens read. */
export const createTongue = (): Tongue => makeTongue((message) => missing.add(message))
/** Who asks before any app is there, or without one. */
const alone = createTongue()
/** The words of whoever asks now. */
export const tongue = (): Tongue => currentTongue(alone)

export const setLocale = async (next: Locale): Promise<void> => {
  await tongue().setLocale(next)
}

/** Fetches words, those every page needs when no area is named, so that they are there when the language is decided. */
export function preloadWords(l: Locale, areas: readonly MessageArea[] = core): void {
  for (const area of areas) loadDictionary(l, area).catch(() => {})
}

/** Loads an area's dictionary for every app of the page; at once when it is there. */
export async function loadMessages(area: MessageArea): Promise<void> {
  await Promise.all(speakers(alone).map((s) => s.load(area)))
}

/** Re-renders the caller when the language or a name changed; returns the language. */
export function useLocale(): Locale {
  const words = tongue()
  useSyncExternalStore(words.watch, () => words.edition)
  return words.locale
}

/** Keys that were asked for and are not there, for the test that crawls all screens. */
export const missingKeys = (): readonly string[] => [...missing]

type Values = Record<string, string | number | boolean | Date>
/** The words of a key, with its values in place (ICU message syntax). A key that is not there shows as itself and is reported. */
export const t = (key: MessageKey, values?: Values): string => tMade(key, values)
/** The words of a key that is put together of parts, each of which has its words. */
export function tMade(key: string, values?: Values): string {
  const text = said(key, values)
  if (text) return text
  missing.add(key)
  return key
}
const plain = /^[^{}'\u0001]*(?:\{\w+\}[^{}']*)*$/
/** Words that stand alone or have only plain places are put together here: a list asks for thousands, and parsing each is slow. */
function said(key: string, values?: Values): string {
  const words = tongue()
  const name = words.names[key]?.[words.locale]
  if (name !== undefined) return name
  const text = words.get(key)
  if (!text) return text
  // a quoted brace, or what the build made of it, is read; a text without values is words
  if (!values) return text.startsWith(compiledPrefix) || text.includes("'{") ? words.get(key, {}) : text
  if (plain.test(text)) {
    const filled = text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : place
    })
    if (!filled.includes('{')) return filled
  }
  return words.get(key, values)
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
  return tongue().has(key)
}

/** One formatter per language, made when it is first asked for: making one costs a hundred times what using it does. */
function each<F>(make: (l: Locale) => F): () => F {
  const made = new Map<Locale, F>()
  return () => {
    const { locale } = tongue()
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
    new Intl.NumberFormat(tongue().locale, {
      style: 'unit',
      unit,
      // the short form of a byte is no plural in English
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
    })
  sizes().set(key, there)
  return there
}
/** Chinese leaves room between a figure and its unit; the platform does not. */
const spaced = (text: string): string => text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
const two = (n: number): string => String(n).padStart(2, '0')
type Instant = string | number | Date
/** The year first, in every language: there is one way to read it, and it is how a date is typed. */
const dayIn = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
const clockIn = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`
const wholeMinute = (v: Instant): Date => new Date(Math.ceil(new Date(v).getTime() / 60_000) * 60_000)
/** Instants in the viewer's zone and language; `day` takes a calendar date and shifts no zone. */
export const format = {
  /** Whole numbers have their thousands parted by a comma in both languages, which needs no formatter; making one costs a page milliseconds. */
  number: (n: number): string =>
    Number.isSafeInteger(n) ? String(n).replace(/\B(?=(?:\d{3})+$)/g, ',') : plainNumber().format(n),
  percent: (share: number): string => percentage().format(share),
  dateTime: (v: Instant): string => `${dayIn(new Date(v))} ${clockIn(new Date(v))}`,
  dateTimeSeconds: (v: Instant): string => `${format.dateTime(v)}:${two(new Date(v).getSeconds())}`,
  date: (v: Instant): string => dayIn(new Date(v)),
  time: (v: Instant): string => clockIn(new Date(v)),
  /** Of what may be done from then on: the first whole minute in which it may. */
  timeFrom: (v: Instant): string => clockIn(wholeMinute(v)),
  dateTimeFrom: (v: Instant): string => format.dateTime(wholeMinute(v)),
  day: (d: string): string => d.slice(0, 10),
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
  /** A length of time in its two largest units, from seconds: `1 h 30 min`. */
  span: (seconds: number): string => {
    const s = Math.max(0, Math.round(seconds))
    const [d, h, m] = [Math.floor(s / 86_400), Math.floor((s % 86_400) / 3600), Math.floor((s % 3600) / 60)]
    if (d) return h ? t('span.days', { d, h }) : t('span.whole_days', { d })
    if (h) return m ? t('span.hours', { h, m }) : t('span.whole_hours', { h })
    return m ? t('span.minutes', { m }) : t('span.seconds', { s })
  },
  /** A length of time as a clock shows it, from seconds: `7:05`, `1:02:09`. */
  clock: (seconds: number): string => {
    const s = Math.max(0, Math.floor(seconds))
    const [h, m] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)]
    return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
  },
  /** The values of a message made from data, with its `minutes` as the `time` that its words say. */
  timed: <P extends Readonly<Record<string, unknown>>>(params: P): P & { time?: string } =>
    'minutes' in params ? { ...params, time: format.span(Number(params['minutes']) * 60) } : params,
  /** Bytes with a binary unit. */
  size: (bytes: number): string => {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
    let n = bytes
    let i = 0
    while (n >= 1024 && i < units.length - 1) {
      n /= 1024
      i++
    }
    return spaced(sizeFormat(units[i] ?? 'byte', n < 10 && i > 0 ? 1 : 0).format(n))
  },
  /** How long ago or ahead, from seconds between the two instants; the day where it is more than a month, which nobody counts. */
  ago: (v: string | Date, now: Date): string => {
    const s = Math.round((new Date(v).getTime() - now.getTime()) / 1000)
    if (Math.abs(s) > 30 * 86_400) return dayIn(new Date(v))
    const steps: [Intl.RelativeTimeFormatUnit, number][] = [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ]
    const { locale } = tongue()
    // long Chinese says 秒钟, which nobody writes
    const f = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: locale === 'zh-CN' ? 'narrow' : 'long' })
    for (const [unit, n] of steps) if (Math.abs(s) >= n) return spaced(f.format(Math.trunc(s / n), unit))
    if (s > -10 && s < 10) return t('span.now')
    return spaced(f.format(s, 'second'))
  },
}
export { actAs, enterAs, TongueContext } from './speaker.ts'
export { wordsInside } from './tongue.ts'
export type { Locale, MessageArea, MessageKey, Tongue }
