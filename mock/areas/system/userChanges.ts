/** What is done to several users at once beside their status: another organisation, another last day. */
import { actOnEach } from '#mock/crud/act.ts'
import { checkReferences } from '#mock/crud/references.ts'
import { area } from '#mock/http/handler.ts'
import { userSetting } from './user.ts'

export const userChanges = area({
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
