import { beforeEach, expect, test } from 'vitest'
import { DbError } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { each } from './bulk.ts'
import { documents } from './documents.ts'
import { onEachEngine } from '#tests/support/crud/engines.ts'

const categories = documents('tool-category')
const hand = { at: new Date('2026-11-05T08:00:00Z'), by: 'tests' }

await onEachEngine('several at once', (db) => {
  beforeEach(() => db().script('truncate r_tool_category'))
  const names = async () =>
    (await db().query<{ name: string }>(`select data->>'name' as name from r_tool_category order by 1`)).rows.map(
      (r) => r.name,
    )

  test('leave nothing of a refused one behind and everything of the others, also after the database refused a statement', async () => {
    const refused: [string, string][] = []
    const answer = await db().tx((q) =>
      each(
        q,
        ['a', 'b', 'A', 'c'],
        async (id) => {
          // `A` is taken by `a`: the statement itself fails
          await categories.insert(q, { id, data: { name: id } }, hand)
          if (id === 'b') throw new Fail('in_use', { by: { tool: 2 } })
        },
        (id, { code }) => refused.push([id, code]),
      ),
    )
    expect(answer).toEqual({
      done: ['a', 'c'],
      failed: [
        { id: 'b', code: 'in_use', details: { by: { tool: 2 } } },
        { id: 'A', code: 'name_taken', details: { fields: [{ path: 'name', rule: 'taken' }] } },
      ],
    })
    expect(refused).toEqual([
      ['b', 'in_use'],
      ['A', 'name_taken'],
    ])
    expect(await names()).toEqual(['a', 'c'])
  })

  test('are all taken back when something fails that is no refusal', async () => {
    const work = db().tx((q) =>
      each(
        q,
        ['a', 'b'],
        async (id) => {
          await categories.insert(q, { id, data: { name: id } }, hand)
          if (id === 'b') await q.query('select 1 / 0')
        },
        () => {},
      ),
    )
    await expect(work).rejects.toBeInstanceOf(DbError)
    expect(await names()).toEqual([])
  })
})
