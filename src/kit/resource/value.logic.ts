/** A field's value as plain text: what is copied, searched on the page, compared and read aloud. Looks come after (`Value.tsx`). */
import type { Field } from '../../contract/lib/resource.ts'
import { format, t } from '../../i18n/index.ts'
import { type AnyResource, fieldOf, optionOf, shippedName } from './words.ts'
import { isRecord } from '../../contract/lib/typed.ts'

/** The name a row carries beside a reference: `category_name` beside `category_id`. */
export const companionOf = (name: string): string => name.replace(/_ids?$/, '_name')

/** The key it carries of a row that ships: `role_key` beside `role_id`. */
const keyOf = (name: string): string => name.replace(/_ids?$/, '_key')

/** Names of fields whose options are a state and not a kind: they are told apart at a glance. */
export const isState = (name: string): boolean => name === 'status' || name === 'state'

export const isEmptyValue = (v: unknown): boolean =>
  v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)

/** Text of `row[name]`; empty when nothing is there. */
export function textOfField(resource: AnyResource, name: string, row: object): string {
  const f = fieldOf(resource, name)
  const all = isRecord(row) ? row : {}
  const named = f.kind === 'ref' && !f.many ? all[companionOf(name)] : undefined
  const value =
    f.kind === 'ref' && typeof named === 'string' ? shippedName(f.to, all[keyOf(name)], named) : (named ?? all[name])
  return textOfValue(resource, name, f, value)
}

/** The same for a value that is in no row yet, for instance of a draft. */
export function textOfValue(resource: AnyResource, name: string, f: Field, value: unknown): string {
  if (isEmptyValue(value)) return ''
  switch (f.kind) {
    case 'number':
      return typeof value === 'number' ? format.number(value) : String(value)
    case 'size':
      return typeof value === 'number' ? format.size(value) : String(value)
    case 'flag':
      return value === true ? t('kit.yes') : t('kit.no')
    case 'date':
      return typeof value === 'string' && isDay(value) ? format.day(value) : String(value)
    case 'time':
      return Number.isNaN(Date.parse(String(value))) ? String(value) : format.dateTime(String(value))
    case 'one':
      return optionOf(resource, name, String(value))
    case 'words':
    case 'ref':
      return Array.isArray(value) ? format.list(value.map((v) => optionOf(resource, name, String(v)))) : String(value)
    case 'list':
      return Array.isArray(value) ? format.number(value.length) : String(value)
    default:
      return String(value)
  }
}

/** A calendar date that exists. */
export function isDay(v: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(v)) return false
  const at = new Date(`${v}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === v
}

/** The address when it is one a page may link to; only http and https are. */
export function safeUrl(v: unknown): string | undefined {
  if (typeof v !== 'string' || !/^https?:\/\//i.test(v) || !URL.canParse(v)) return undefined
  const u = new URL(v)
  return u.protocol === 'http:' || u.protocol === 'https:' ? u.href : undefined
}
