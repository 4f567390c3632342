/** Taking a licence: judged against what is active in the database, not in memory, with everybody else's activation waiting. */
import { confirmationCode } from '#src/contract/license/codes.ts'
import { fileText } from '#src/contract/license/file.ts'
import type { SignedLicence } from '#src/contract/license/licence.ts'
import { clockSetBack, genuine, type LicenceRefusal, licenceRefusalOf } from '#src/contract/license/verify.ts'
import type { Queryable } from '../../db/db.ts'
import { type AuditEvent, Fail, type Platform } from '../../http/request/handler.ts'
import { sha256, verify } from './crypto.ts'
import { publish } from '../../live/publish.ts'
import { activeSetting, correctTime, noteTime } from './current.ts'
import { openRequest, type OpenRequest, spendRequest } from './requests.ts'

const turn = 727070

export interface AcceptedLicence {
  sealed: SignedLicence
  before: SignedLicence | undefined
  /** The request it answers. */
  answers: OpenRequest | undefined
}

const refuse = ({ code, details }: LicenceRefusal): never => {
  throw new Fail(code, details)
}

/** The licence in a file or a code, if this installation would take it now. Notes for the audit trail what it was. */
export async function judgeLicence(
  q: Queryable,
  platform: Platform,
  text: string,
  audit: (entry: AuditEvent) => void,
): Promise<AcceptedLicence> {
  const { licence: service, now } = platform
  const found = genuine(text, service.keys, verify)
  if ('code' in found) {
    audit({ entity: 'license', id: '' })
    return refuse(found)
  }
  const { licence } = found.sealed
  const { serial, seen, sealed: before } = await service.currentIn(q)
  const { id, customer, edition, from, to, sequence } = licence
  audit({
    entity: 'license',
    id,
    before: before?.licence,
    after: licence,
    details: { customer, edition, from, to, sequence, modules: licence.modules.join(' ') },
  })
  const waiting = await openRequest(q)
  const answers = waiting && waiting.request === licence.request ? waiting : undefined
  const refused = licenceRefusalOf(licence, {
    serial,
    now: now(),
    // the issuer answered a request that was made with this very clock: it is right, and what was seen was not
    seen: answers?.set_back ? now() : seen,
    active: before?.licence,
    asked: () => answers !== undefined,
  })
  return refused ? refuse(refused) : { sealed: found.sealed, before, answers }
}

export async function activateLicence(
  q: Queryable,
  platform: Platform,
  given: { text: string; by: string; audit: (entry: AuditEvent) => void },
): Promise<void> {
  await q.query('select pg_advisory_xact_lock($1)', [turn])
  const { sealed, answers } = await judgeLicence(q, platform, given.text, given.audit)
  const { settings } = platform
  const now = platform.now()
  const { seen } = await platform.licence.currentIn(q)
  const confirmation = answers ? confirmationCode(Buffer.from(answers.secret, 'hex'), sealed, sha256) : null
  const text = fileText(sealed)
  await q.query(
    `insert into licence_activation (sequence, text, how, confirmation, activated_at, activated_by) values ($1, $2, $3, $4, $5, $6)`,
    [
      sealed.licence.sequence,
      text,
      given.text.trimStart().startsWith('{') ? 'file' : 'code',
      confirmation,
      now.toISOString(),
      given.by,
    ],
  )
  if (answers) await spendRequest(q, answers.request, now)
  await settings.put(q, activeSetting, text, given.by)
  if (answers?.set_back && clockSetBack(now, seen)) await correctTime(settings, q, now, given.by)
  else await noteTime(q, now)
  await publish(q, 'licence', 'all')
}
