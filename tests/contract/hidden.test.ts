/** Names that hide something: refused in every one-line text of every resource, and no obstacle where one stands already. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { lan, node } from '#tests/support/scene.ts'
import { bodyOf, editable, makeRow, textsOf } from '#tests/support/rows.ts'
import { roleId } from './support/people.ts'
import { testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const ids = { role: roleId('student'), user: userId('student'), org: 'org-root' }
const kindOf = (name: ResourceName, field: string) =>
  (resources[name].line.fields as Record<string, { kind: string } | undefined>)[field]?.kind
const oneLine = (name: ResourceName) => textsOf(name).filter((f) => kindOf(name, f) === 'text')

describe.each(editable.filter((name) => oneLine(name).length))('a %s', (name) => {
  it('takes none in a text of one line, and keeps what stands there while other fields are saved', async () => {
    const { path: at } = resources[name].line
    const { id } = await makeRow((key, args) => s.send(key, args, 'super'), name, { ids })
    const get = async () =>
      (await s.send(`GET ${at}/:id`, { params: { id } }, 'super')).body as unknown as Record<string, unknown>
    const put = async (more: object) => {
      const now = await get()
      const body = { ...bodyOf(name, now), ...more, version: now.version }
      return s.send(`PUT ${at}/:id`, { params: { id }, body }, 'super')
    }
    for (const field of oneLine(name))
      for (const bad of ['photo\u202egnp.exe', 'ad\u200bmin one', 'Tag\u{e0061}ged']) {
        const r = await put({ [field]: bad })
        expect([r.status, r.problem.details?.fields?.some((f) => f.path === field)], `${field} ${r.raw.body}`).toEqual([
          422,
          true,
        ])
      }
    const { label } = resources[name].line
    // some have stricter rules of their own
    if (kindOf(name, label) !== 'text' || ['user', 'compute-node', 'image'].includes(name)) return
    const stands = 'Na\u202eme of before'
    await s.db.query(
      `update ${tableOf(name)} set data = jsonb_set(data, array[$2], to_jsonb($3::text)) where id = $1`,
      [id, label, stands],
    )
    const r = await put({})
    expect([r.status, (await get())[label]], r.raw.body).toEqual([200, stands])
  })
})

it('a scene is called by what can be seen, and one that is called otherwise is changed all the same', async () => {
  const body = { name: 'Sce\u202ene', owner_id: userId('student'), document: lan(node('pc', 'container')) }
  const { problem } = await s.call('POST /scenes', { body: body as never }, 'super')
  expect(problem.details?.fields).toEqual([{ path: 'name', rule: 'hidden_characters' }])
  const { id } = await s.ok('POST /scenes', { body: { ...body, name: 'Scene' } as never }, 'super')
  await s.db.query('update scene set name = $2 where id = $1', [id, body.name])
  const put = async (name: string) => {
    const { version } = await s.ok('GET /scenes/:id', { params: { id } }, 'super')
    const people = { owner_id: userId('student'), member_ids: [], team_ids: [], leader_ids: [] }
    return (await s.call('PUT /scenes/:id', { params: { id }, body: { ...people, name, version } as never }, 'super'))
      .status
  }
  expect([await put(body.name), await put(`${body.name}!`)]).toEqual([200, 422])
})

it('a file is kept under the name that is seen', async () => {
  const made = await s.ok('POST /attachments', { body: { name: 'photo\u202egnp\u200b.txt', size: 4 } }, 'super')
  expect(made.name).toBe('photognp.txt')
  const up = await s.ok('POST /uploads', { body: { name: 'list\u202e.zip', size: 4 } as never }, 'super')
  expect(up.name).toBe('list.zip')
})

it('nor is the system called by what nobody sees', async () => {
  const { version, system_name: _, ...values } = await s.ok('GET /config/basics', {}, 'super')
  const { copyright, language, logo, theme } = values
  const body = { copyright, language, logo, theme, system_name: 'Range\u202e one', version }
  expect((await s.call('PUT /config/basics', { body }, 'super')).problem.details?.fields).toEqual([
    { path: 'system_name', rule: 'hidden_characters' },
  ])
})
