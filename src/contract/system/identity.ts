/** Rules of what identifies a person, as pure functions: identity number, work number, address. An empty text is for the schema to allow. */
import { limits } from '../limits.ts'
import { wide } from '../lib/text.ts'
import { phoneBreaks, type RuleBreak } from '../rules.ts'

/**
 * First two digits of the place of registration (GB/T 2260): provinces, municipalities, autonomous regions; 71 Taiwan, 81 Hong Kong and
 * 82 Macao are used by residence permits as well, 83 by those of Taiwan residents.
 */
const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
)
const signs = '10X98765432'

/** Check sign of the first 17 digits: ISO 7064 MOD 11-2, as GB 11643-1999 has it. */
export function idCheckSign(digits: string): string {
  let sum = 0
  for (let i = 0; i < 17; i++) sum += Number(digits[i]) * (2 ** (17 - i) % 11)
  return signs[sum % 11] ?? ''
}

/** Day of birth in an identity number, `YYYY-MM-DD`; undefined when the calendar has no such day. */
export function birthOf(id: string): string | undefined {
  const [y, m, d] = [Number(id.slice(6, 10)), Number(id.slice(10, 12)), Number(id.slice(12, 14))] as const
  const at = new Date(Date.UTC(y, m - 1, d))
  if (y < 1800 || at.getUTCFullYear() !== y || at.getUTCMonth() !== m - 1 || at.getUTCDate() !== d) return undefined
  return at.toISOString().slice(0, 10)
}

/**
 * Identity number of a mainland resident or of a holder of a residence permit (GB 11643-1999): 17 digits and a check sign, a known
 * province, a day of birth that the calendar has, the check sign right. Numbers of 15 digits, which are no longer valid since 2013, are
 * refused. Districts are not looked up: their codes come and go, and a person keeps the number of a district that is gone.
 * @param today `YYYY-MM-DD`; with it a birth after that day is refused
 */
export function idNumberBreaks(id: string, today?: string): RuleBreak[] {
  if (/\s/.test(id)) return [{ rule: 'no_spaces' }]
  if (!/^\d{17}[\dXx]$/.test(id)) return [{ rule: 'id_shape' }]
  const birth = birthOf(id)
  if (!provinces.has(id.slice(0, 2))) return [{ rule: 'id_place' }]
  if (birth === undefined || (today !== undefined && birth > today)) return [{ rule: 'id_birth' }]
  return idCheckSign(id) === id[17]?.toUpperCase() ? [] : [{ rule: 'id_check' }]
}

const long = (text: string, { min, max }: { min: number; max: number }): RuleBreak[] => {
  const n = wide(text)
  return n < min || n > max ? [{ rule: 'length', params: { min, max } }] : []
}
const spaceless = (text: string): RuleBreak[] => (/\s/.test(text) ? [{ rule: 'no_spaces' }] : [])

/** Work or student number: 4-32, no spaces. */
export const workIdBreaks = (text: string): RuleBreak[] => [...long(text, limits.workId), ...spaceless(text)]
/** Mainland mobile or landline, without spaces. */
export const phoneNumberBreaks = (text: string): RuleBreak[] => {
  const spaces = spaceless(text)
  return spaces.length ? spaces : phoneBreaks(text)
}
export const addressBreaks = (text: string): RuleBreak[] => long(text, limits.address)
export const signatureBreaks = (text: string): RuleBreak[] => long(text, limits.signature)
