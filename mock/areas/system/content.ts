/** What a person owns is counted, and given to another at once. */
import { signed } from '#src/contract/notice/byline.ts'
import { resources } from '#src/contract/resources.ts'
import { areKeepers, orgOf } from '#mock/crud/owning.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { notify } from '../notice/notify.ts'
import { contentOf } from './owns.ts'
import { userSetting } from './user.ts'

export const contentHandlers = area({
  async 'GET /users/:id/content'(c) {
    const person = await userSetting.see(c, c.params.id)
    await userSetting.rows.allow('hand-over', person, userSetting.at(c))
    const items = await contentOf(c.q, person.id)
    return { items, total: items.reduce((sum, f) => sum + f.rows, 0) }
  },

  async 'POST /users/:id/hand-over'(c) {
    const { q, who, platform, params, body, audit } = c
    const from = await userSetting.see(c, params.id, 'lock')
    await userSetting.rows.allow('hand-over', from, userSetting.at(c))
    const { to } = body
    const refuse = (rule: string, more: object = {}) =>
      new Fail('validation', { fields: [{ path: 'to', rule }], in: 'body', ...more })
    if (to === from.id) throw refuse('other_person')
    const found = await contentOf(q, from.id)
    for (const { resource } of found)
      if (!(await areKeepers(q, resources[resource].line, [to])).has(to)) throw refuse('not_keeper', { resource })
    const org = await orgOf(q, to)
    for (const { resource } of found) {
      await q.query(
        `delete from share_person p using ${tableOf(resource)} t
         where p.resource = $1 and p.entity_id = t.id and t.owner_id = $2 and p.user_id = $3`,
        [resource, from.id, to],
      )
      // what was for the organisation of one owner is for that of the next; who has none keeps it to those named
      await q.query(
        `update ${tableOf(resource)} set owner_id = $2, version = version + 1, updated_at = $4::timestamptz, updated_by = $5,
           share_org = case when share_scope = 'organisation' then $3::text end,
           share_scope = case when share_scope = 'organisation' and $3::text is null then 'named' else share_scope end
         where owner_id = $1`,
        [from.id, to, org, platform.now().toISOString(), who.id],
      )
    }
    const n = found.reduce((sum, f) => sum + f.rows, 0)
    audit({
      entity: 'user',
      id: from.id,
      details: { to, counts: found.map((f) => `${f.resource}: ${f.rows}`) },
    })
    if (n && to !== who.id)
      await notify(q, platform, {
        to: [to],
        kind: 'content_given',
        params: { by: signed(who), name: from.data.name || from.data.username || '', n },
      })
    return { items: found, total: n }
  },
})
