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
  const { copyright, language, logo, theme, time_zone } = values
  const body = { copyright, language, logo, theme, time_zone, system_name: 'Range\u202e one', version }
  expect((await s.call('PUT /config/basics', { body }, 'super')).problem.details?.fields).toEqual([
    { path: 'system_name', rule: 'hidden_characters' },
  ])
})

it('titles within a row lose what nobody sees, on the way in and of what stands', async () => {
  const title = 'Part\u202e one\u200b'
  const set = await s.ok('POST /paper-sets', { body: { name: 'Titles' } }, 'super')
  const variants = [{ id: 'v', sections: [{ id: 's', title, items: [] }] }]
  const made = await s.ok('POST /papers', { body: { name: 'Titles', set_id: set.id, variants } as never }, 'super')
  const titles = async () =>
    (await s.ok('GET /papers/:id', { params: { id: made.id } }, 'super')).variants.map((v) => v.sections[0]?.title)
  expect([made.variants[0]?.sections[0]?.title, await titles()]).toEqual(['Part one', ['Part one']])
  await s.db.query(
    `update r_paper set data = jsonb_set(data, '{variants,0,sections,0,title}', to_jsonb($2::text)) where id = $1`,
    [made.id, title],
  )
  expect(await titles()).toEqual(['Part one'])
  const hollow = [{ id: 'v', sections: [{ id: 's', title: '\u3164', items: [] }] }]
  const { status } = await s.call(
    'POST /papers',
    { body: { name: 'Hollow', set_id: set.id, variants: hollow } as never },
    'super',
  )
  expect(status).toBe(422)
})

describe('a call beside the resources', () => {
  const rules = (r: { status: number; problem: { details?: { fields?: { path: string; rule: string }[] } } }) => [
    r.status,
    r.problem?.details?.fields?.map((f) => `${f.path} ${f.rule}`),
  ]
  it('gives no folder, no word of a question and no signature a name that hides something', async () => {
    const set = await s.ok('POST /theory-sets', { body: { name: 'Folders' } as never }, 'super')
    const body = { title: 'Which?', stem: 'Say', type: 'short', set_id: set.id, reference: 'So' }
    const { id } = await s.ok('POST /theory-questions', { body: body as never }, 'super')
    const collected = { params: { id }, body: { collected: true, folder: 'La\u202eter' } }
    expect(rules(await s.call('PUT /question-tools/:id/collected', collected, 'super'))).toEqual([
      422,
      ['folder hidden_characters'],
    ])
    expect(rules(await s.call('POST /collections/rename', { body: { from: 'a', to: 'b\u200b' } }, 'super'))).toEqual([
      422,
      ['to hidden_characters'],
    ])
    const tag = { ids: [id], field: 'keywords' as const, add: ['tls\u202e'], remove: [] }
    expect(rules(await s.call('POST /theory-questions/tag', { body: tag }, 'super'))).toEqual([
      422,
      ['add.0 hidden_characters'],
    ])
    const { user, phone, version } = await s.ok('GET /personal/profile', {}, 'super')
    const said = { name: user.rep_name, phone, signature: 'Sig\u202ened', avatar: user.logo, version }
    expect(rules(await s.call('PUT /personal/profile', { body: said }, 'super'))).toEqual([
      422,
      ['signature hidden_characters'],
    ])
  })

  it('takes no text of which nothing is seen', async () => {
    const letter = (text: string) =>
      s.call('POST /comments', { body: { entity: 'letter', entity_id: userId('student'), text } }, 'student')
    for (const text of ['\u200b', '\u3164\u3164', '\u200b\n\u2800'])
      expect(rules(await letter(text))).toEqual([422, ['text required']])
    expect(rules(await letter('Turned \u202e and seen'))).toEqual([422, ['text reordered_text']])
    expect((await letter('Seen\n\u200e and more')).status).toBe(200)
    const announcement = { title: 'Seen by all', content: '\u200b', type: 'notice', target: 'all' }
    const r = await s.call('POST /announcements', { body: announcement as never }, 'super')
    expect(rules(r)).toEqual([422, expect.arrayContaining(['content hidden_characters'])])
  })

  it.each([
    '../../../x',
    '/root/../etc/',
    '/etc/pass\u0007wd',
    '/etc/\u202edwssap',
    '/etc/\u3164',
    '/etc/./passwd',
    'etc/',
    '//etc/',
    '/..',
    'C:\\..\\',
  ])('puts no file at %j', async (path) => {
    const query = { node: 'nowhere', path, name: 'a.txt' }
    const r = await s.send('POST /scenes/:id/files', { params: { id: 'none' }, query }, 'admin', {
      payload: Buffer.from('x'),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(rules(r)).toEqual([422, ['path absolute_path']])
  })
})
