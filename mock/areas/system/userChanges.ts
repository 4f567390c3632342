/** What is done to several users at once beside their status: another organisation, another last day. */
import { importTables } from '#src/contract/import/template.ts'
import { exampleOf, userColumns } from '#src/contract/system/userImport.ts'
import { actOnEach } from '#mock/crud/act.ts'
import type { Cell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types as tableTypes } from '#mock/crud/export.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import { checkReferences } from '#mock/crud/references.ts'
import { each } from '#mock/crud/bulk.ts'
import { area } from '#mock/http/request/handler.ts'
import { endSessions } from '../session/sessions.ts'
import { userSetting } from './user.ts'

async function* sheet(language: 'en-US' | 'zh-CN'): AsyncGenerator<Cell[][]> {
  yield [userColumns.map((c) => exampleOf(c, language) || null)]
}

export const userChanges = area({
  'GET /users/template': async ({ query: { format, language } }) => {
    const headings = importTables.users.headings(language)
    const body = format === 'csv' ? csv(headings, sheet(language)) : xlsx(headings, sheet(language))
    return { name: `users.${format}`, type: tableTypes[format], body }
  },

  'POST /users/move': async (c) => {
    const { ids, org_id } = c.body
    await checkReferences(c.q, userSetting.line, { org_id })
    return actOnEach(userSetting, c, ids, { action: 'move', set: { org_id } })
  },
  'POST /users/sign-out': async (c) => {
    let sessions = 0
    const answer = await each(
      c.q,
      c.body.ids,
      async (id) => {
        const person = await userSetting.see(c, id, 'lock')
        await userSetting.rows.allow('sign-out', person, userSetting.at(c))
        const ended = await endSessions(c.q, id, 'signed-out-by-another', c.platform.now())
        sessions += ended
        c.audit({ entity: 'user', id, details: { sessions: ended, label: person.data.name } })
      },
      (id, { code, details }) => c.audit({ entity: 'user', id, code, details }),
    )
    return { ...answer, sessions }
  },
  'POST /users/extend': async (c) => {
    const { ids, expires_on } = c.body
    return actOnEach(userSetting, c, ids, { action: 'extend', set: { expires_on } })
  },
})
