/** B4: content of others through what works on many rows at once or on something made of it, and content whose owner goes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lan, node, until } from '#tests/support/scene.ts'
import { layExam } from '#tests/support/exam.ts'
import { apply, holder, list, planned, rowsOf, scanner, undo, upload, zipped } from './support/import.ts'
import { makeKeepers } from './support/keepers.ts'
import { roleId } from './support/people.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await makeKeepers(s, 'teacher', 'referee')
}, 120_000)
afterAll(() => s.close())

const [owner, other] = ['teacher', 'referee'] as const satisfies AccountName[]
type Path = '/tools' | '/tool-categories' | '/topologies'
async function share(path: Path, id: string, scope: 'private' | 'everybody', level: 'read' | 'use' | 'change' = 'use') {
  const { version } = await s.ok(`GET ${path}/:id/sharing`, { params: { id } }, owner)
  await s.ok(`PUT ${path}/:id/sharing`, { params: { id }, body: { scope, level, people: [], version } }, owner)
}
const bring = async (as: AccountName, ...tools: object[]) => {
  const upload_id = await upload(s, zipped({ 'networking.json': list(...tools) }), as)
  const { id } = await s.ok('POST /imports', { body: { upload_id } }, as)
  return planned(s, id, as)
}
const named = async (name: string) => {
  const tool = (await s.ok('GET /tools', { query: { q: name } }, 'super')).items.find((t) => t.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}
const stored = async (id: string) =>
  (await s.db.query(`select to_jsonb(t) as row from r_tool t where id = $1`, [id])).rows[0]

describe('an import', () => {
  it('overwrites nothing of others that may not be changed, and nothing else either', async () => {
    const mine = await bring(owner, scanner('Theirs'))
    expect((await apply(s, mine, 'overwrite', owner)).status).toBe(200)
    const { id, category_id } = await named('Theirs')
    for (const level of ['read', 'use'] as const) {
      await share('/tools', id, 'everybody', level)
      const before = await stored(id)
      const p = await bring(
        other,
        scanner('Theirs', { description: `by another, ${level}` }),
        scanner(`Beside ${level}`),
      )
      expect(p.counts).toMatchObject({ changed: 1, new: 1 })
      const refused = await apply(s, p, 'overwrite', other)
      expect(refused.problem).toMatchObject({ code: 'not_shared', details: { n: 1 } })
      expect(await stored(id)).toEqual(before)
      expect((await apply(s, p, 'skip', other)).status).toBe(200)
      expect(await stored(id)).toEqual(before)
    }
    await share('/tools', id, 'everybody', 'change')
    const p = await bring(other, scanner('Theirs', { description: 'as it was agreed' }))
    expect((await apply(s, p, 'overwrite', other)).status).toBe(200)
    expect(await named('Theirs')).toMatchObject({ summary: 'as it was agreed', owner_id: userId(owner) })

    // taken back from him meanwhile: the undo would change it once more
    await share('/tools', id, 'everybody', 'use')
    const now = await planned(s, p.id, other)
    expect((await undo(s, now, other)).problem.code).toBe('not_shared')
    expect((await named('Theirs')).summary).toBe('as it was agreed')
    await share('/tools', id, 'everybody', 'change')
    // sharing counts as a change of the row, so it stays and says why
    expect((await undo(s, now, other)).problem.code).toBe('nothing_undone')

    await share('/tool-categories', category_id, 'private')
    const filed = await bring(other, scanner('Filed'))
    expect((await apply(s, filed, 'overwrite', other)).problem).toMatchObject({ code: 'not_shared', details: { n: 1 } })
    await share('/tool-categories', category_id, 'everybody')
    const again = await bring(other, scanner('Filed'))
    expect((await apply(s, again, 'overwrite', other)).status).toBe(200)
  })

  it('takes nothing away again that was handed to somebody else', async () => {
    const p = await bring(other, scanner('Given away'))
    await apply(s, p, 'overwrite', other)
    const { id } = await named('Given away')
    await s.ok('POST /tools/hand-over', { body: { ids: [id], to: userId(owner) } }, other)
    await share('/tools', id, 'everybody', 'change')
    expect((await undo(s, await planned(s, p.id, other), other)).problem.code).toBe('not_shared')
    expect(await stored(id)).toBeDefined()
  })

  it('shows nothing of what stands in a row that is not there for its planner', async () => {
    const mine = await bring(owner, scanner('Hidden', { description: 'WHAT-STANDS' }))
    await apply(s, mine, 'overwrite', owner)
    const { id, version } = await named('Hidden')
    const none = { all: false, orgs: [], roles: [], users: [], version }
    await s.ok('PUT /tools/:id/audience', { params: { id }, body: none }, 'super')
    await share('/tools', id, 'private')
    const p = await bring(other, scanner('Hidden', { description: 'what comes' }))
    for (const [key, query] of [
      ['GET /imports/:id/rows', {}],
      ['GET /imports/:id/report', { format: 'csv' }],
    ] as const) {
      const ask = (as: AccountName) => s.send(key, { params: { id: p.id }, query }, as)
      const seen = (await ask(other)).raw.body
      expect(seen, key).toContain('what comes')
      expect(seen, key).not.toContain('WHAT-STANDS')
      expect((await ask('super')).raw.body, key).toContain('WHAT-STANDS')
    }
    expect((await rowsOf(s, p.id, 'changed')).length).toBe(1)
  })
})

describe('a drawing that is not shared', () => {
  const drawn = async (name: string) =>
    (await s.ok('POST /topologies/import', { body: { name, document: lan(node('first')) } }, owner)).id

  it('starts no scene of another, is not redrawn into one, and shows no outline', async () => {
    const id = await drawn('Drawn by one')
    const begin = (as: AccountName) => s.call('POST /scenes', { body: { name: 'Of a drawing', topology_id: id } }, as)
    for (const [scope, level] of [
      ['private', 'use'],
      ['everybody', 'read'],
    ] as const) {
      await share('/topologies', id, scope, level)
      const refused = await begin(other)
      expect([refused.status, refused.problem.details?.fields]).toEqual([
        422,
        [{ path: 'topology_id', rule: 'not_usable' }],
      ])
      expect(refused.raw.body).not.toContain('Drawn by one')
    }
    await share('/topologies', id, 'everybody', 'use')
    const scene = (await begin(other)).body
    await until(s, scene.id, ['running'])

    await share('/topologies', id, 'private')
    await s.db.query('update topology_drawing set document = $2::jsonb where topology_id = $1', [
      id,
      JSON.stringify(lan(node('first'), node('added-since'))),
    ])
    const params = { id: scene.id }
    for (const answer of [
      await s.send('GET /scenes/:id/changes', { params }, other),
      await s.send('POST /scenes/:id/modify', { params, body: {} }, other),
    ]) {
      expect(answer.problem.code).toBe('not_shared')
      expect(answer.raw.body).not.toContain('added-since')
    }
    const lists = await s.send('GET /topologies', { query: { page_size: 200 } }, other)
    expect(lists.raw.body).not.toContain(id)
    await share('/topologies', id, 'everybody', 'use')
    expect((await s.call('GET /scenes/:id/changes', { params }, other)).body.added).toEqual(['added-since'])
  }, 120_000)
})

describe('a refusal to remove', () => {
  it('says who may not do it before it says what uses the row', async () => {
    const category = await s.ok('POST /tool-categories', { body: { name: 'Used by many' } }, owner)
    await s.ok('POST /tools', { body: { name: 'One of many', category_id: category.id, summary: '' } }, owner)
    await share('/tool-categories', category.id, 'everybody', 'read')
    const set = await s.ok('POST /paper-sets', { body: { name: 'In use' } }, owner)
    const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items: [] }] }]
    const paper = await s.ok('POST /papers', { body: { name: 'In use', set_id: set.id, variants } as never }, owner)
    const { version } = await s.ok('GET /papers/:id/sharing', { params: { id: paper.id } }, owner)
    const scope = { scope: 'everybody' as const, level: 'read' as const, people: [], version }
    await s.ok('PUT /papers/:id/sharing', { params: { id: paper.id }, body: scope }, owner)
    await layExam(s, paper.id)
    for (const [path, id] of [
      ['/tool-categories', category.id],
      ['/papers', paper.id],
    ] as const) {
      const remove = async (as: AccountName) => (await s.send(`DELETE ${path}/:id`, { params: { id } }, as)).problem
      expect([path, (await remove(owner)).code, (await remove(owner)).details?.['n']]).toEqual([path, 'in_use', 1])
      const told = await remove(other)
      expect([path, told.code, Object.keys(told.details ?? {})]).toEqual([path, 'not_shared', ['owner']])
      const { failed } = (await s.send(`GET ${path}/removable`, { query: { ids: [id] } }, other)).body as {
        failed: { code: string }[]
      }
      expect(failed.map((f) => f.code)).toEqual(['not_shared'])
    }
  })
})

describe('an owner who goes', () => {
  const made = async (name: string) =>
    s.ok(
      'POST /users',
      {
        body: {
          username: name,
          name,
          role_id: (await s.ok('GET /users/:id', { params: { id: userId(owner) } }, 'super')).role_id,
          org_id: null,
          expires_on: null,
        },
      },
      'super',
    )
  const draw = (as: { token: string }, name: string) =>
    s.ok('POST /topologies/import', { body: { name, document: lan(node('a')) } }, as)
  const enter = async (id: string) => {
    const { startSession } = await import('#mock/areas/session/sessions.ts')
    const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
    await s.db.query('update account set is_default = false where user_id = $1', [id])
    return s.db.tx((q) => startSession(q, s.platform, id, meta))
  }

  it('leaves nothing to nobody: his content is handed over first', async () => {
    const person = await made('going_one')
    const topology = await draw(await enter(person.id), 'Of who goes')
    const remove = () => s.call('DELETE /users/:id', { params: { id: person.id } }, 'super')
    expect((await remove()).problem).toMatchObject({
      code: 'owns_content',
      details: { n: 1, content: { topology: 1 } },
    })
    const many = await s.ok('POST /users/remove', { body: { ids: [person.id] } }, 'super')
    expect(many.failed.map((f) => f.code)).toEqual(['owns_content'])
    await s.ok('POST /users/:id/hand-over', { params: { id: person.id }, body: { to: userId(owner) } }, 'super')
    expect((await remove()).status).toBe(200)
    expect(await s.ok('GET /topologies/:id', { params: { id: topology.id } }, other)).toMatchObject({
      owner_id: userId(owner),
    })
  })

  it('is counted for those alone who may take him away', async () => {
    const person = await made('counted_one')
    await draw(await enter(person.id), 'Of who is counted')
    // an administrator stands beside him, a manager of people below him
    await s.db.query(
      `update r_user set data = jsonb_set(data, '{role_id}', to_jsonb($2::text)), k_role_id = $2 where id = $1`,
      [person.id, roleId('admin')],
    )
    const desk = await holder(s, 'user-manage')
    const params = { id: person.id }
    const ids = [person.id]
    for (const as of ['admin', desk] as const) {
      const gone = await s.call('DELETE /users/:id', { params }, as)
      expect([gone.problem.code, gone.problem.details]).toEqual(['no_operation_permission', undefined])
      for (const { failed } of [
        await s.ok('POST /users/remove', { body: { ids } }, as),
        await s.ok('GET /users/removable', { query: { ids } }, as),
      ])
        expect(failed).toEqual([{ id: person.id, code: 'no_operation_permission', details: {} }])
      const counted = await s.call('GET /users/:id/content', { params }, as)
      expect(counted.problem.code).toBe('no_operation_permission')
    }
    expect((await s.ok('GET /users/:id/content', { params }, 'super')).total).toBe(1)
  })

  it('is not taken back with the list that brought him', async () => {
    const csv = Buffer.from(
      'username,name,role\r\nlisted_owner,Listed Owner,Every screen\r\nlisted_idle,Listed Idle,student\r\n',
    )
    const upload_id = await upload(s, csv, 'super', 'people.csv')
    const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'users' } }, 'super')
    expect((await apply(s, await planned(s, id, 'super'), 'overwrite', 'super')).status).toBe(200)
    const person = (await s.ok('GET /users', { query: { q: 'listed_owner' } }, 'super')).items[0]
    const topology = await draw(await enter(person?.id ?? ''), 'Of a listed one')
    expect((await undo(s, await planned(s, id, 'super'), 'super')).status).toBe(200)
    expect((await s.ok('GET /users', { query: { q: 'listed_' } }, 'super')).items.map((u) => u.username)).toEqual([
      'listed_owner',
    ])
    expect(await s.ok('GET /topologies/:id', { params: { id: topology.id } }, 'super')).toMatchObject({
      owner_name: 'Listed Owner @listed_owner',
    })
  })

  it('is replaced by who brings back what was removed before he went', async () => {
    const person = await made('going_two')
    const body = { name: 'Removed before', description: '' }
    const { id } = await s.ok('POST /tool-categories', { body }, await enter(person.id))
    await s.ok('DELETE /tool-categories/:id', { params: { id } }, 'super')
    await s.ok('DELETE /users/:id', { params: { id: person.id } }, 'super')
    expect((await s.ok('POST /tool-categories/restore', { body: { ids: [id] } }, 'super')).done).toEqual([id])
    expect(await s.ok('GET /tool-categories/:id', { params: { id } }, 'super')).toMatchObject({
      owner_id: userId('super'),
      share_scope: 'everybody',
    })
  })
})

describe('a list of people', () => {
  it('imitates nobody’s name: neither one that stands nor one in the same list', async () => {
    const stands = (await s.ok('GET /users/:id', { params: { id: userId('teacher') } }, 'super')).name
    // the first Latin letter that has a Cyrillic double
    const double = stands.replace(/a/, 'а').replace(/e/, 'е')
    expect(double).not.toBe(stands)
    const csv = Buffer.from(
      ['username,name', `alike_1,${double}`, `alike_2,${stands}`, 'alike_3,Ian Stone', 'alike_4,lan Stone'].join(
        '\r\n',
      ),
    )
    const upload_id = await upload(s, csv, 'super', 'people.csv')
    const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'users' } }, 'super')
    const p = await planned(s, id, 'super')
    const refused = await rowsOf(s, p.id, 'refused')
    expect(refused.map((r) => [r.label, r.reasons.map((x) => x.rule)])).toEqual([
      [double, [expect.stringMatching(/^name_/)]],
      ['lan Stone', ['name_like_anothers']],
    ])
    expect(p.counts).toMatchObject({ new: 2, refused: 2 })
  })
})
