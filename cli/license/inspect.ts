/** A licence looked at without a server: is it genuine, what does it say, and how does it stand at a time. */
import { confirms } from '#src/contract/license/codes.ts'
import { developmentKeys, vendorKeys } from '#src/contract/license/keys.ts'
import { type Licence, licenceLimits, limitNames } from '#src/contract/license/licence.ts'
import { readSerial } from '#src/contract/license/serial.ts'
import { type LicenceStanding, licenceStandingOf, turns } from '#src/contract/license/standing.ts'
import { genuine } from '#src/contract/license/verify.ts'
import { sha256, verify } from '#mock/areas/license/crypto.ts'

export interface LicenceCheckOptions {
  now: Date
  serial?: string | undefined
  confirmation?: string | undefined
}
export interface Inspected {
  genuine: boolean
  /** Every reason for which it would be refused, as codes of problems with their figures. */
  findings: { code: string; details?: Record<string, unknown> }[]
  key?: string
  licence?: Licence
  standing?: LicenceStanding
  turns?: ReturnType<typeof turns>
}

export function inspect(text: string, asked: LicenceCheckOptions): Inspected {
  const found = genuine(text, { ...vendorKeys, ...developmentKeys }, verify)
  if ('code' in found) return { genuine: false, findings: [found] }
  const { sealed } = found
  const { licence: l, key } = sealed
  const graceDays = licenceLimits.graceDays.default
  const findings: Inspected['findings'] = []
  const note = (when: boolean, code: string, details?: Record<string, unknown>) =>
    void (when && findings.push({ code, ...(details ? { details } : {}) }))
  note(asked.serial !== undefined && readSerial(asked.serial) !== l.serial, 'license_serial', { serial: l.serial })
  note(Date.parse(l.from) > asked.now.getTime(), 'license_not_yet', { from: l.from })
  note(Date.parse(l.to) <= asked.now.getTime(), 'license_over', { to: l.to })
  note(asked.confirmation !== undefined && !confirms(asked.confirmation, sealed, sha256), 'license_confirmation')
  return {
    genuine: true,
    findings,
    key,
    licence: l,
    standing: licenceStandingOf(l, {
      now: asked.now,
      seen: asked.now,
      graceDays,
      demonstration: false,
      tampered: false,
    }),
    turns: turns(l, graceDays),
  }
}

/** The licence as lines of a table. */
export const facts = (l: Licence): [string, string][] => [
  ['licence', `${l.id}, number ${l.sequence}`],
  ['serial number', l.serial],
  ['licensed to', l.customer],
  ['edition', l.edition],
  ['from', l.from],
  ['to', l.to],
  ['modules', l.modules.join(' ') || 'none'],
  ...limitNames.map((n): [string, string] => [n.replace('_', ' '), String(l.limits[n] ?? 'no limit')]),
  ['issued', l.issued_at],
  ['answers', l.request === null ? 'no request' : `request ${l.request}`],
]
