/** Whether a licence is genuine, and whether this installation may take it now. Every reason to refuse has a code of its own. */
import { resembles } from './base32.ts'
import { readActivation } from './codes.ts'
import { readFile, signedText } from './file.ts'
import { type Licence, licenceLimits, type SignedLicence } from './licence.ts'

/** Public keys by their names: raw Ed25519 keys (32 bytes) in base64url. */
export type Keys = Readonly<Record<string, string>>
/** Ed25519; the contract has no cryptography of its own. */
export type Verifier = (publicKey: string, text: string, signature: Uint8Array) => boolean

export const licenceRefusalCodes = [
  'license_unreadable',
  'license_mistyped',
  'license_newer',
  'license_key_unknown',
  'license_signature',
  'license_serial',
  'license_request_unknown',
  'license_clock',
  'license_active',
  'license_older',
  'license_not_yet',
  'license_over',
] as const
type RefusalCode = (typeof licenceRefusalCodes)[number]
export interface LicenceRefusal {
  code: RefusalCode
  details?: Record<string, string | number>
}

/** A licence from a file's text or a code, its signature verified. */
export function genuine(text: string, keys: Keys, verify: Verifier): { sealed: SignedLicence } | LicenceRefusal {
  const file = text.trimStart().startsWith('{')
  // what has other signs than a code is a file of something else, and no group of it is mistyped
  if (!file && /[^\dA-Za-z\s-]/.test(text)) return { code: 'license_unreadable' }
  const found = file ? readFile(text) : readActivation(text)
  if ('code' in found)
    return found.code === 'license_mistyped' && resembles(text)
      ? { code: found.code, details: { group: found.group } }
      : { code: found.code === 'license_mistyped' ? 'license_unreadable' : found.code }
  const { key, licence, signature } = found.sealed
  const known = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (known === undefined) return { code: 'license_key_unknown', details: { key } }
  if (!verify(known, signedText(licence, key), signature)) return { code: 'license_signature' }
  return found
}

export interface InstallationState {
  serial: string
  now: Date
  /** The latest time that was ever seen here. */
  seen: Date
  active: Licence | undefined
  /** Whether a request of this installation has that commitment. */
  asked(request: string): boolean
}

/** The clock stands so far behind the latest time seen that somebody has set it back. */
export const clockSetBack = (now: Date, seen: Date): boolean =>
  now.getTime() < seen.getTime() - licenceLimits.clockTolerance * 1000

/** Why this installation does not take a genuine licence now; undefined when it does. */
export function licenceRefusalOf(l: Licence, at: InstallationState): LicenceRefusal | undefined {
  const now = at.now.getTime()
  if (l.serial !== at.serial) return { code: 'license_serial', details: { serial: l.serial } }
  // a licence from the future says that the clock is behind, too
  if (clockSetBack(at.now, at.seen) || Date.parse(l.issued_at) > now + licenceLimits.clockTolerance * 1000)
    return { code: 'license_clock' }
  if (at.active?.sequence === l.sequence) return { code: 'license_active' }
  if (at.active && l.sequence < at.active.sequence) return { code: 'license_older' }
  if (l.request !== null && !at.asked(l.request)) return { code: 'license_request_unknown' }
  if (Date.parse(l.from) > now) return { code: 'license_not_yet', details: { from: l.from } }
  if (Date.parse(l.to) <= now) return { code: 'license_over', details: { to: l.to } }
  return undefined
}
