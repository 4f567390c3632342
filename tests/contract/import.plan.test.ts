import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from './support/server.ts'
import { apply, contents, plan, rowsOf, undo, zipped } from './support/import.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const tools = (...list: object[]) => JSON.stringify({ tools: list })
const nmap = {
  name: 'Nmap',
  description: 'Port scanner',
  website: 'https://nmap.org',
  language: 'C',
  price: 'Free',
  online: 'True',
}

describe('plan', () => {
  it('x', async () => {
    const p = await plan(
      s,
      zipped({ 'networking.json': tools(nmap, { ...nmap, name: 'Masscan' }, nmap, { name: '' }) }),
    )
    console.log(JSON.stringify(p, null, 1), JSON.stringify(await rowsOf(s, p.id), null, 1))
    const before = await contents(s.db)
    const a = await apply(s, p)
    console.log(a.status, JSON.stringify(a.body))
    console.log((await undo(s, a.body)).body)
    expect(await contents(s.db)).toBe(before)
  })
})
