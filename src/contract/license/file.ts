/**
 * A licence as a file: JSON with its fields in one order, so that the same licence is always the same bytes and any other byte is refused.
 * Reading it proves nothing: see `verify.ts`.
 */
import type { Licence, SignedLicence } from './licence.ts'
import { LicenceFile } from './licence.schema.ts'
import { isRecord } from '../lib/typed.ts'

const fileFormat = 1

/** The fields in the order in which they are signed and written. */
const ordered = ({ limits, ...l }: Licence): Licence => ({
  id: l.id,
  serial: l.serial,
  customer: l.customer,
  edition: l.edition,
  modules: [...l.modules],
  from: l.from,
  to: l.to,
  limits: {
    running_scenes: limits.running_scenes,
    running_instances: limits.running_instances,
    editable_nodes: limits.editable_nodes,
    users: limits.users,
  },
  issued_at: l.issued_at,
  sequence: l.sequence,
  request: l.request,
})

/** What is signed; it begins with what it is, so that a signature over it fits nothing else. */
export const signedText = (licence: Licence, key: string): string =>
  `range licence ${fileFormat} ${key}\n${JSON.stringify(ordered(licence))}`

export const fileText = ({ key, licence, signature }: SignedLicence): string =>
  `${JSON.stringify({ format: fileFormat, key, licence: ordered(licence), signature: base64url(signature) }, null, 2)}\n`

export type LicenceFileResult = { sealed: SignedLicence } | { code: 'license_unreadable' | 'license_newer' }

/** @param text the file, whole: one byte more is another file */
export function readFile(text: string): LicenceFileResult {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { code: 'license_unreadable' }
  }
  const format = isRecord(raw) ? raw['format'] : undefined
  if (typeof format === 'number' && format > fileFormat) return { code: 'license_newer' }
  const found = LicenceFile.safeParse(raw)
  if (!found.success) return { code: 'license_unreadable' }
  const { key, licence, signature } = found.data
  const sealed: SignedLicence = { key, licence, signature: fromBase64url(signature) }
  return fileText(sealed) === text ? { sealed } : { code: 'license_unreadable' }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const fromBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
