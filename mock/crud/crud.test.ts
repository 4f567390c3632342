import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#mock/db/db.ts'
import { libraryHandlers } from '#mock/areas/library/handlers.ts'
import { documents } from './documents.ts'
import { prepareTables } from './prepare.ts'
import { onEachEngine } from '#tests/support/crud/engines.ts'
import { type Kit, kit, someone } from '#tests/support/crud/kit.ts'

const root = someone('all')

await onEachEngine('a resource', (db) => {
  let k: Kit
  beforeEach(async () => {
    await db().script('truncate r_tool, r_tool_category, r_dork, audience')
    k = kit(db(), libraryHandlers)
  })

  const category = (name: string) => k.call('POST /tool-categories', root, { body: { name, description: '' } })
  const tool = (category_id: string, more: object) =>
    k.call('POST /tools', root, { body: { name: 'nmap', summary: '', category_id, ...more } })
  const names = async (query: object, who = root) =>
    (await k.call('GET /tools', who, { query })).items.map((t) => t['name'])

  describe('a created row', () => {
    test('comes back whole: defaults, server columns, version 1, who and when', async () => {
      const c = await category('Scanning')
      const t = await tool(c.id, { name: ' Nmap ' })
      expect(t).toMatchObject({
        name: 'Nmap',
        price: 'unknown',
        online: null,
        commands: [],
        origin: 'manual',
        category_name: 'Scanning',
        version: 1,
        created_by: root.id,
        created_at: '2026-11-05T08:00:00.000Z',
        can: ['update', 'remove', 'audience', 'use', 'share', 'hand-over'],
      })
      expect(await k.call('GET /tools/:id', root, { params: { id: t.id } })).toEqual(t)
      expect(k.audited.at(-1)).toMatchObject({ entity: 'tool', id: t.id, after: { name: 'Nmap', version: 1 } })
    })

    test('takes two statements: what it names is looked at once, and shown from there', async () => {
      const c = await category('Scanning')
      const asked: string[] = []
      const counting: Db = {
        ...db(),
        tx: (work) =>
          db().tx((q) =>
            work({
              script: q.script,
              query: (sql, params) => {
                asked.push(sql.split(' ')[0] ?? '')
                return q.query(sql, params)
              },
            }),
          ),
      }
      const body = { name: 'Nmap', summary: '', category_id: c.id }
      const made = await kit(counting, libraryHandlers).call('POST /tools', root, { body })
      expect(made['category_name']).toBe('Scanning')
      expect(asked).toEqual(['select', 'insert'])
    })

    test('shows the name of what it names as it is by now', async () => {
      const [a, b] = [await category('Scanning'), await category('Forensics')]
      const t = await tool(a.id, {})
      await k.call('PUT /tool-categories/:id', root, {
        params: { id: a.id },
        body: { name: 'Discovery', description: '', version: 1 },
      })
      const update = (category_id: string, version: number) =>
        k.call('PUT /tools/:id', root, {
          params: { id: t.id },
          body: { name: 'nmap', summary: '', category_id, version },
        })
      expect((await update(a.id, 1))['category_name']).toBe('Discovery')
      expect((await update(b.id, 2))['category_name']).toBe('Forensics')
    })

    test('is refused when it names what does not exist, and nothing stays behind', async () => {
      expect(
        await k.refusal('POST /tools', root, { body: { name: 'x', summary: '', category_id: 'nowhere' } }),
      ).toEqual({
        code: 'validation',
        details: { fields: [{ path: 'category_id', rule: 'unknown_reference' }] },
      })
      expect(await names({})).toEqual([])
    })

    test('may not take a name another has, in any spelling; the field to change is named', async () => {
      const [a, b] = [await category('Scanning'), await category('Forensics')]
      await tool(a.id, { name: 'Nmap' })
      expect(await k.refusal('POST /tools', root, { body: { name: 'NMAP', summary: '', category_id: a.id } })).toEqual({
        code: 'name_taken',
        // the category says among which tools, and is what the caller means
        details: { fields: [{ path: 'name', rule: 'taken' }] },
      })
      await tool(b.id, { name: 'nmap' })
      expect(
        (await k.refusal('POST /tool-categories', root, { body: { name: 'ＳＣＡＮning', description: '' } })).code,
      ).toBe('name_taken')
    })

    test('with a text no database takes is refused by its path', async () => {
      const c = await category('Scanning')
      const body = { name: 'x', summary: 'a\0b', category_id: c.id, keywords: ['\ud800'] }
      expect((await k.refusal('POST /tools', root, { body })).details).toEqual({
        fields: [
          { path: 'summary', rule: 'text_characters' },
          { path: 'keywords.0', rule: 'text_characters' },
        ],
      })
    })
  })

  describe('a change', () => {
    test('of the version that was read goes through and keeps the columns of the server', async () => {
      const c = await category('Scanning')
      const t = await tool(c.id, {})
      const { id, version } = t
      const later = await k.call('PUT /tools/:id', root, {
        params: { id },
        body: { name: 'Nmap 2', summary: 's', category_id: c.id, version },
      })
      expect(later).toMatchObject({ name: 'Nmap 2', version: 2, origin: 'manual', created_by: root.id })
      expect(k.audited.at(-1)).toMatchObject({
        before: { name: 'nmap', version: 1 },
        after: { name: 'Nmap 2', version: 2 },
      })
    })

    test('of an older version is refused with the row as it stands, and loses nothing', async () => {
      const c = await category('Scanning')
      const { id } = await tool(c.id, {})
      const body = { name: 'first', summary: '', category_id: c.id, version: 1 }
      await k.call('PUT /tools/:id', root, { params: { id }, body })
      const refused = await k.refusal('PUT /tools/:id', root, { params: { id }, body: { ...body, name: 'second' } })
      expect(refused.code).toBe('stale_version')
      expect(refused.details['current']).toMatchObject({ id, name: 'first', version: 2, category_name: 'Scanning' })
      expect(await names({})).toEqual(['first'])
    })

    test('of one version by ten people at once succeeds exactly once', async () => {
      const c = await category('Scanning')
      const { id } = await tool(c.id, {})
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          k.call('PUT /tools/:id', root, {
            params: { id },
            body: { name: `n${n}`, summary: '', category_id: c.id, version: 1 },
          }),
        ),
      )
      expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    })

    test('that keeps a reference which is gone is allowed; naming another one that is gone is not', async () => {
      const c = await category('Scanning')
      const { id } = await tool(c.id, {})
      await db().query('delete from r_tool_category')
      const body = { name: 'still', summary: '', category_id: c.id, version: 1 }
      expect(await k.call('PUT /tools/:id', root, { params: { id }, body })).toMatchObject({ category_name: '' })
      const other = { ...body, version: 2, category_id: 'gone' }
      expect((await k.refusal('PUT /tools/:id', root, { params: { id }, body: other })).code).toBe('validation')
    })
  })

  describe('removing', () => {
    test('a row that others name is refused with how many do', async () => {
      const c = await category('Scanning')
      const t = await tool(c.id, {})
      expect(await k.refusal('DELETE /tool-categories/:id', root, { params: { id: c.id } })).toEqual({
        code: 'in_use',
        details: { by: { tool: 1 }, n: 1, names: ['nmap'] },
      })
      await k.call('DELETE /tools/:id', root, { params: { id: t.id } })
      expect(await k.call('DELETE /tool-categories/:id', root, { params: { id: c.id } })).toEqual({ id: c.id })
      expect((await k.refusal('GET /tool-categories/:id', root, { params: { id: c.id } })).code).toBe('not_found')
    })

    test('names only those of them that the caller may see, and counts the rest', async () => {
      const c = await category('Scanning')
      for (const name of ['masscan', 'nmap', 'zmap']) await tool(c.id, { name })
      const held = async (screens: string[]) =>
        (await k.refusal('DELETE /tool-categories/:id', someone(screens, { id: root.id }), { params: { id: c.id } }))
          .details
      expect(await held(['tool-category'])).toEqual({ by: { tool: 3 }, n: 3, names: [] })
      expect(await held(['tool-category', 'tool-manage'])).toMatchObject({ names: ['masscan', 'nmap', 'zmap'] })
      const { items } = await k.call('GET /tools', root, { query: { q: 'zmap' } })
      await db().query('update r_tool set open = (id = $1)', [items[0]?.id])
      expect(await held(['tool-category', 'tool-magazine'])).toEqual({ by: { tool: 3 }, n: 3, names: ['zmap'] })
    })

    test('several answers for each: the bad ones are named, the good ones are gone, and only those are audited as done', async () => {
      const [used, free, other] = [await category('Used one'), await category('Free one'), await category('Other one')]
      await tool(used.id, {})
      k.audited.length = 0
      const answer = await k.call('POST /tool-categories/remove', root, {
        body: { ids: [free.id, used.id, 'nowhere', other.id, free.id] },
      })
      expect(answer).toEqual({
        done: [free.id, other.id],
        failed: [
          { id: used.id, code: 'in_use', details: { by: { tool: 1 }, n: 1, names: ['nmap'] } },
          { id: 'nowhere', code: 'not_found', details: {} },
        ],
      })
      expect((await k.call('GET /tool-categories', root)).items.map((c) => c['name'])).toEqual(['Used one'])
      expect(k.audited.map((e) => [e.id, e.code])).toEqual([
        [free.id, undefined],
        [used.id, 'in_use'],
        ['nowhere', 'not_found'],
        [other.id, undefined],
      ])
    })
  })

  describe('a category', () => {
    test('gets a key of its own for good, and counts its tools', async () => {
      const c = await category('Web security Web安全')
      expect(c).toMatchObject({
        key: 'web-security-web',
        tools: 0,
        can: ['update', 'remove', 'use', 'share', 'hand-over'],
      })
      expect(await category('Web security, Web')).toMatchObject({ key: 'web-security-web-2' })
      expect((await category('口令分析'))['key']).toMatch(/^c-[0-9a-f]{8}$/)
      await tool(c.id, {})
      const renamed = await k.call('PUT /tool-categories/:id', root, {
        params: { id: c.id },
        body: { name: 'Something else', description: '', version: 1 },
      })
      expect(renamed).toMatchObject({ key: 'web-security-web', tools: 1, can: ['update', 'use', 'share', 'hand-over'] })
    })
  })

  describe('options', () => {
    test('are labels in their order, found by text or by id', async () => {
      for (const name of ['Web one', 'apple', 'Zebra']) await category(name)
      const all = await k.call('GET /tool-categories/options', root)
      expect(all.items.map((o) => o['label'])).toEqual(['apple', 'Web one', 'Zebra'])
      expect((await k.call('GET /tool-categories/options', root, { query: { q: 'ZEB' } })).items).toHaveLength(1)
      const ids = [all.items[2]?.id]
      expect((await k.call('GET /tool-categories/options', root, { query: { ids } })).items).toEqual([all.items[2]])
    })
  })

  describe('the tables', () => {
    test('are made once, also by two servers at the same time', async () => {
      const again = await Promise.all([prepareTables(db()), prepareTables(db())])
      expect(again).toEqual([[], []])
    })

    test('follow a declaration that changed: new keys are filled from the documents, indexes nobody asks for go', async () => {
      const { tool: line } = await import('#src/contract/library/tool.ts')
      const c = await category('Scanning')
      await tool(c.id, { name: 'Nmap', website: 'https://nmap.org/' })
      const changed = { ...line, filter: [...line.filter, 'website'], sort: ['name', 'website'] }
      expect(await prepareTables(db(), [changed])).toEqual(['r_tool'])
      expect((await db().query(`select k_website from r_tool`)).rows).toEqual([{ k_website: 'https://nmap.org/' }])
      const indexes = async () =>
        (await db().query<{ n: string }>(`select indexname as n from pg_indexes where tablename = 'r_tool'`)).rows.map(
          (r) => r.n,
        )
      expect((await indexes()).some((n) => n.includes('s_language'))).toBe(false)
      expect(await prepareTables(db())).toEqual(['r_tool'])
      expect((await indexes()).some((n) => n.includes('s_language'))).toBe(true)
    })

    test('from before there were owners are their makers’, and shared as what is new is', async () => {
      const c = await category('Scanning')
      const { id } = await tool(c.id, {})
      await db().script(
        `alter table r_tool drop column owner_id, drop column share_scope, drop column share_level, drop column share_org;
         update r_tool set created_by = 'their maker'; comment on table r_tool is 'before'`,
      )
      expect(await prepareTables(db())).toEqual(['r_tool'])
      expect(
        (await db().query(`select owner_id, share_scope, share_level from r_tool where id = $1`, [id])).rows,
      ).toEqual([{ owner_id: 'their maker', share_scope: 'everybody', share_level: 'use' }])
    })

    test('show a field that came after the row was written with its default', async () => {
      const c = await category('Scanning')
      const { id } = await tool(c.id, {})
      await db().query(`update r_tool set data = data - 'platforms' - 'price'`)
      expect(await k.call('GET /tools/:id', root, { params: { id } })).toMatchObject({
        platforms: [],
        price: 'unknown',
      })
    })
  })

  test('the rows that stand in the way of others are found by their unique fields, in order', async () => {
    const tools = documents('tool')
    const c = await category('Scanning')
    const t = await tool(c.id, { name: 'Nmap' })
    const found = await tools.twins(
      db(),
      ['name', 'category_id'],
      [
        { name: 'zap', category_id: c.id },
        { name: 'NMAP', category_id: c.id },
        { name: 'nmap', category_id: 'other' },
      ],
    )
    expect(found.map((f) => f?.id)).toEqual([undefined, t.id, undefined])
  })
})
