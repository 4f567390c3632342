/** Rules of identity fields as pure functions, used by the forms, the server and the CLI alike (specification section 5, settled conflicts). */
import { limits } from './limits.ts'
import { invisible, mixesScripts } from './lib/lookAlike.ts'
import { wide } from './lib/text.ts'

export interface PasswordPolicy {
  min: number
  max: number
  /** Kinds among letters, digits, symbols that must occur. */
  kinds: number
  /** Also upper and lower case and a digit. */
  strict: boolean
  /** Days until it must be changed; 0 means never. */
  expires_days: number
  /** How many earlier passwords may not be used again. */
  history: number
}
export const defaultPolicy: PasswordPolicy = {
  min: limits.password.min,
  max: limits.password.max,
  kinds: 2,
  strict: false,
  expires_days: 0,
  history: 3,
}

export type RuleBreak = { rule: string; params?: Record<string, string | number> }

/**
 * What a password breaks, in the order people can mend it; empty when it is fine.
 * @param common lower-case list of passwords everybody tries first
 * @param about words that must not be the password's core: the user's name, the product's
 */
export function passwordBreaks(
  password: string,
  {
    policy = defaultPolicy,
    common,
    about = [],
  }: { policy?: PasswordPolicy; common?: ReadonlySet<string>; about?: readonly string[] } = {},
): RuleBreak[] {
  const out: RuleBreak[] = []
  const length = [...password].length
  if (length < policy.min || length > policy.max)
    out.push({ rule: 'password_length', params: { min: policy.min, max: policy.max } })
  if (/\s/.test(password)) out.push({ rule: 'no_spaces' })
  else if (/[^\x21-\x7e]/.test(password)) out.push({ rule: 'password_characters' })
  const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z0-9\s]/].filter((r) => r.test(password)).length
  if (kinds < policy.kinds) out.push({ rule: 'password_kinds', params: { kinds: policy.kinds } })
  if (policy.strict && !(/[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)))
    out.push({ rule: 'password_strict' })
  const plain = password.toLowerCase()
  const core = plain.replace(/[^a-z]+$/g, '').replace(/^[^a-z]+/g, '')
  if (common?.has(plain)) out.push({ rule: 'password_common' })
  for (const word of about) {
    const w = word.toLowerCase()
    if (w.length >= 4 && (plain.includes(w) || (core.length >= 4 && w === core))) {
      out.push({ rule: 'password_about', params: { word } })
      break
    }
  }
  return out
}

/** Four to twenty letters, digits, underscores; an existing name of two or three still signs in. */
export function usernameBreaks(name: string): RuleBreak[] {
  const { min, max } = limits.username
  const out: RuleBreak[] = []
  if (name.length < min || name.length > max) out.push({ rule: 'length', params: { min, max } })
  if (!/^[A-Za-z0-9_]*$/.test(name)) out.push({ rule: 'username_characters' })
  return out
}

/** Chinese characters, letters, digits, spaces, underscores and minus signs. */
export const plainName = /^[\p{Script=Han}\p{L}\p{N} _-]*$/u

/** Behind a letter also the apostrophe, the dot and the middle dot that names of people have: O'Brien, St. John, 阿依古丽·买买提. */
const personName = /^([\p{L}\p{N} _-]|(?<=\p{L})['’.·])*$/u

/** Display name of a person: 4-40 in text width, no line breaks, nothing invisible, no word of several alphabets. */
export function displayNameBreaks(name: string): RuleBreak[] {
  const { min, max } = limits.name
  const n = wide(name)
  const out: RuleBreak[] = []
  if (n < min || n > max) out.push({ rule: 'length', params: { min, max } })
  if (!personName.test(name) || invisible.test(name)) out.push({ rule: 'name_characters' })
  else if (mixesScripts(name)) out.push({ rule: 'name_scripts' })
  return out
}

/** Mainland mobile (1[3-9] and nine digits) or landline with area code (010, 02x, 03xx to 09xx), an optional hyphen and extension. */
export function phoneBreaks(phone: string): RuleBreak[] {
  const p = phone.replace(/^(\+?86[- ]?)/, '')
  return /^1[3-9]\d{9}$/.test(p) || /^0(10|2\d|[3-9]\d{2})-?[2-9]\d{6,7}(-\d{1,6})?$/.test(p) ? [] : [{ rule: 'phone' }]
}

/**
 * A path inside the app that is safe to go to, or undefined. Refuses other origins in every spelling: scheme, `//`, `/\`, control
 * characters, encoded slashes at the front, user info.
 */
export function safeInternalPath(value: string | null | undefined): string | undefined {
  if (!value || value.length > 2048) return undefined
  if (/[\u0000-\u0020\u007f-\u009f\u00a0\u2028\u2029\\]/.test(value)) return undefined
  let plain = value
  for (let i = 0; i < 3; i++) {
    try {
      const next = decodeURIComponent(plain)
      if (next === plain) break
      plain = next
    } catch {
      return undefined
    }
  }
  if (/[\u0000-\u001f\\]/.test(plain)) return undefined
  const path = plain.split(/[?#]/)[0] ?? ''
  if (!value.startsWith('/') || !path.startsWith('/') || path.includes('//') || path.split('/').includes('..'))
    return undefined
  const base = 'http://app.invalid'
  try {
    const u = new URL(value, base)
    if (u.origin !== base) return undefined
    return u.pathname + u.search + u.hash
  } catch {
    return undefined
  }
}

/** What a signed one-time code of the `/:token` page looks like: two base64url parts of 256 bits each. Anything else in its place is an unknown path. */
export const looksLikeCode = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{43}\.[\w-]{43}$/.test(value)
