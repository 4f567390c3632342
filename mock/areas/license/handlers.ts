import { readRequest } from '#src/contract/license/codes.ts'
import { modules, toSecond } from '#src/contract/license/licence.ts'
import { licenceChangesOf, licenceStandingOf, turns } from '#src/contract/license/standing.ts'
import { clockSetBack } from '#src/contract/license/verify.ts'
import { area, Fail } from '../../http/request/handler.ts'
import { issueLicence } from '../../world/issuer/issue.ts'
import { activateLicence, judgeLicence } from './activate.ts'
import { activationOverview } from './overview.ts'
import { makeRequest, shownLicenceRequest } from './requests.ts'

export const licenseHandlers = area({
  'GET /license': async ({ q, platform }) => activationOverview(q, platform),

  'POST /license/preview': async ({ body, q, platform, audit }) => {
    const { sealed } = await judgeLicence(q, platform, body.licence, audit)
    const { licence } = sealed
    const { graceDays, limits, standing: at } = await platform.licence.currentIn(q)
    const now = platform.now()
    const next = licenceStandingOf(licence, { now, seen: now, graceDays, demonstration: false, tampered: false })
    return {
      licence,
      standing: { ...next, open: [...next.open] },
      turns: turns(licence, graceDays),
      changes: licenceChangesOf({ modules: modules.filter((m) => at.open.includes(m)), limits }, licence),
    }
  },

  'POST /license/activate': async ({ body, q, platform, who, audit }) => {
    await activateLicence(q, platform, { text: body.licence, by: who.id, audit })
    return activationOverview(q, platform)
  },

  'POST /license/request': async ({ body, q, platform, who, audit }) => {
    const { serial, seen } = await platform.licence.currentIn(q)
    const set_back = clockSetBack(platform.now(), seen)
    const made = await makeRequest(q, platform, { edition: body.edition, set_back, by: who.id })
    audit({ entity: 'license', id: serial, details: { edition: body.edition } })
    return shownLicenceRequest(serial, made)
  },

  'POST /license/issue': async ({ body, q, platform, audit }) => {
    if (!platform.licence.development) throw new Fail('not_found')
    const asked = body.request === '' ? undefined : readRequest(body.request)
    if (asked && 'code' in asked) throw new Fail(asked.code, 'group' in asked ? { group: asked.group } : {})
    const { request: _, from = toSecond(platform.now()), ...wanted } = body
    if (wanted.to <= from) throw new Fail('validation', { fields: [{ path: 'to', rule: 'after_start' }] })
    const { serial } = asked ?? (await platform.licence.currentIn(q))
    const made = await issueLicence(q, platform, { ...wanted, serial, from, request: asked?.request ?? null })
    audit({ entity: 'license', id: made.licence.id, after: made.licence })
    return { name: `${made.licence.id}.lic`, file: made.file, code: made.code }
  },
})
