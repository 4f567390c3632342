/** A certificate as a file: what is signed of it, and whether a file is what was signed. */
import { canonicalJson } from '../lib/canonicalJson.ts'
import { isRecord } from '../lib/typed.ts'
import type { Keys, Verifier } from '../license/verify.ts'
import { type Certificate, CertificateFile, certificateFormat } from './certificate.schema.ts'

/** It begins with what it is, so that a signature over it fits nothing else. */
export const signedCertificateText = (certificate: Certificate, key: string): string =>
  `range certificate 1 ${key}\n${canonicalJson(certificate)}`

export const certificateFileText = (of: Omit<CertificateFile, 'format' | 'version'>): string =>
  `${JSON.stringify({ format: certificateFormat, version: 1, ...of } satisfies CertificateFile, null, 2)}\n`

/** Bytes of base64url. */
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

/** Whether the signature is by this key and fits all it says. */
export function isSignedCertificate(
  file: Omit<CertificateFile, 'format' | 'version'>,
  x: string,
  verify: Verifier,
): boolean {
  return verify(x, signedCertificateText(file.certificate, file.key), bytesOf(file.signature))
}

/** `claims`: what a changed file says, as far as it can be read; it proves nothing. */
export type CertificateReading =
  | { found: 'signed'; file: CertificateFile }
  | { found: 'changed'; claims: Record<string, unknown> }
  | { found: 'foreign'; key: string }
  | { found: 'unreadable' }

/** @param keys public keys that are believed, raw in base64url, by their names */
export function readCertificateFile(text: string, keys: Keys, verify: Verifier): CertificateReading {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { found: 'unreadable' }
  }
  if (!isRecord(raw) || raw['format'] !== certificateFormat) return { found: 'unreadable' }
  const { key, certificate } = raw
  if (typeof key === 'string' && !Object.hasOwn(keys, key)) return { found: 'foreign', key: key.slice(0, 64) }
  const parsed = CertificateFile.safeParse(raw)
  const x = parsed.success ? keys[parsed.data.key] : undefined
  if (parsed.success && x !== undefined && isSignedCertificate(parsed.data, x, verify))
    return { found: 'signed', file: parsed.data }
  return { found: 'changed', claims: isRecord(certificate) ? certificate : {} }
}
