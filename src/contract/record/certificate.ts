/** Certificates in plain words: their numbers, how they stand, and until when they are valid. */
import { decode, encode } from '../license/base32.ts'

export const certificateStates = ['valid', 'expired', 'replaced', 'revoked'] as const
export type CertificateState = (typeof certificateStates)[number]

/** Months a certificate may be valid; width of a reason; bytes of a file; how many one call issues. */
export const certificateLimits = { months: { min: 1, max: 120 }, reason: 500, file: 16 * 1024, atOnce: 100 } as const

/** 72 random bits: nobody guesses one, and it is still read out in three groups. */
export const certificateNumberBytes = 9
export const certificateNumber = (random: Uint8Array): string => encode(random.subarray(0, certificateNumberBytes))

/** A number in its one spelling, from what somebody typed; the first group that does not fit, from 1; undefined when it is no such number. */
export function readCertificateNumber(typed: string): { number: string } | { mistyped: number } | undefined {
  const found = decode(typed)
  if ('bytes' in found)
    return found.bytes.length === certificateNumberBytes ? { number: encode(found.bytes) } : undefined
  return found.code === 'license_mistyped' ? { mistyped: found.group } : undefined
}

/** The same day and time so many months later, in UTC; the last day of a month that has no such day. */
export function certificateExpiry(issued: Date, months: number): Date {
  const to = new Date(issued)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(issued.getUTCDate(), days))
  return to
}

interface Standing {
  revoked_at: string | null
  replaced_at: string | null
  expires_at: string | null
}
/** How a certificate stands, and since when; valid ones since ever. */
export function certificateStanding(
  { revoked_at, replaced_at, expires_at }: Standing,
  now: Date,
): { state: CertificateState; since: string | null } {
  if (revoked_at !== null) return { state: 'revoked', since: revoked_at }
  if (replaced_at !== null) return { state: 'replaced', since: replaced_at }
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return { state: 'expired', since: expires_at }
  return { state: 'valid', since: null }
}
