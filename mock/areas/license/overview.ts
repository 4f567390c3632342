/** What the activation page shows. */
import type { z } from 'zod'
import type { Licence } from '#src/contract/license/licence.ts'
import type { LicenceOverview } from '#src/contract/license/routes.ts'
import { turns } from '#src/contract/license/standing.ts'
import { documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'
import { productVersion } from '../../version.ts'
import { openRequest, shownLicenceRequest } from './requests.ts'
import { userCount } from './used.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

const users = documents('user')

/** Activations, newest first. */
async function activations(q: Queryable) {
  const { rows } = await q.query<{
    text: string
    how: 'file' | 'code'
    confirmation: string | null
    activated_at: string
    name: string | null
  }>(
    `select a.text, a.how, a.confirmation, a.activated_at, u.data->>'name' as name from licence_activation a
     left join ${users.table} u on u.id = a.activated_by order by a.sequence desc limit 20`,
  )
  return rows.map(({ text, name, ...row }) => ({
    ...row,
    licence: ownJson<{ licence: Licence }>(text).licence,
    activated_by: name ?? '',
  }))
}

export async function activationOverview(q: Queryable, platform: Platform): Promise<z.input<typeof LicenceOverview>> {
  const { serial, sealed, standing, limits, graceDays } = await platform.licence.currentIn(q)
  const licence = sealed?.licence
  const [request, history, there] = await Promise.all([openRequest(q), activations(q), userCount(q)])
  return {
    serial,
    version: productVersion,
    standing: { ...standing, open: [...standing.open] },
    licence: licence ?? null,
    turns: licence ? turns(licence, graceDays) : null,
    limits,
    used: { users: there },
    grace_days: graceDays,
    confirmation: history.find((h) => h.licence.sequence === licence?.sequence)?.confirmation ?? null,
    request: request ? shownLicenceRequest(serial, request) : null,
    history,
    issuer: platform.licence.development,
    server_time: platform.now().toISOString(),
  }
}
