/** Stamps: pieces of drawings that somebody keeps for himself. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stampLimits } from '#src/contract/topology/stamp.routes.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import type { AccountName } from '#tests/contract/support/people.ts'
import { lan, node } from '#tests/support/scene.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const piece = lan(node('web'), node('db'))
const keep = (name: string, as: AccountName = 'teacher', document = piece) =>
  s.call('POST /stamps', { body: { name, document } }, as)
const names = async (as: AccountName) => (await s.ok('GET /stamps', {}, as)).items.map((i) => i.name)

it('are kept with their drawing, newest first, by and for one person', async () => {
  expect((await keep('  Web and database ')).body).toMatchObject({ name: 'Web and database', document: piece })
  await keep('Second')
  await keep('Of the administrator', 'admin')
  expect(await names('teacher')).toEqual(['Second', 'Web and database'])
  expect(await names('admin')).toEqual(['Of the administrator'])
})

it('are given up by whoever keeps them and nobody else', async () => {
  const { id } = (await keep('Given up')).body
  const other = await s.call('DELETE /stamps/:id', { params: { id } }, 'admin')
  expect([other.status, other.problem.code]).toEqual([404, 'not_found'])
  expect(await names('teacher')).toContain('Given up')
  await s.ok('DELETE /stamps/:id', { params: { id } }, 'teacher')
  expect(await names('teacher')).not.toContain('Given up')
})

it('have a name, a drawing that is one, and an end', async () => {
  expect((await keep(' ')).status).toBe(422)
  expect((await keep('Not a drawing', 'teacher', { nodes: [] } as never)).status).toBe(422)
  const have = (await names('teacher')).length
  for (let n = have; n < stampLimits.most; n++) expect((await keep(`Stamp ${n}`)).status).toBe(200)
  const more = await keep('One more')
  expect([more.problem.code, more.problem.details]).toEqual(['too_many_stamps', { max: stampLimits.most }])
})

it('end there for whoever keeps several at once, too', async () => {
  for (let n = 3; n < stampLimits.most; n++) await keep(`Stamp ${n}`, 'super')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => keep(`At once ${n}`, 'super')))
  const kept = answers.filter((a) => a.status === 200)
  expect(answers.filter((a) => a.problem.code === 'too_many_stamps')).toHaveLength(12 - kept.length)
  expect(kept).toHaveLength(3)
  expect(await names('super')).toHaveLength(stampLimits.most)
})
