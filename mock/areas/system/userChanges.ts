/** What is done to several users at once beside their status: another organisation, another last day. */
import { userColumns } from '#src/contract/system/userImport.ts'
import { actOnEach } from '#mock/crud/act.ts'
import type { Cell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types as tableTypes } from '#mock/crud/export.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import { checkReferences } from '#mock/crud/references.ts'
import { area } from '#mock/http/handler.ts'
import { userSetting } from './user.ts'

async function* sheet(language: 'en-US' | 'zh-CN'): AsyncGenerator<Cell[][]> {
  yield [userColumns.map((c) => (c.field === 'name' && language === 'en-US' ? 'Li Ming' : c.example) || null)]
}

export const userChanges = area({
  'GET /users/template': async ({ query: { format, language } }) => {
    const headings = userColumns.map((c) => (language === 'zh-CN' ? c.zh : c.en))
    const body = format === 'csv' ? csv(headings, sheet(language)) : xlsx(headings, sheet(language))
    return { name: `users.${format}`, type: tableTypes[format], body }
  },

  'POST /users/move': async (c) => {
    const { ids, org_id } = c.body
    await checkReferences(c.q, userSetting.line, { org_id })
    return actOnEach(userSetting, c, ids, { action: 'move', set: { org_id } })
  },
  'POST /users/extend': async (c) => {
    const { ids, expires_on } = c.body
    return actOnEach(userSetting, c, ids, { action: 'extend', set: { expires_on } })
  },
})
