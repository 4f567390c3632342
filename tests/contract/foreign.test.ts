/** J11: files that make a parser work hard keep nobody else waiting: calls that come later are answered before the file is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
  // the thread is there
  await read('small.clab.yml', lab(3))
})
afterAll(() => s.close())

const lab = (nodes: number): string =>
  `name: big\ntopology:\n  nodes:\n${Array.from({ length: nodes }, (_, n) => `    node-${n}: {kind: linux}\n`).join('')}`
const drawing = (cells: number): string => {
  const shape = (n: number) =>
    `<mxCell id="c${n}" value="host ${n}" style="${n % 2 ? 'text' : 'rounded=0'}" vertex="1" parent="1"><mxGeometry x="${n % 200}" y="${Math.floor(n / 200)}" width="40" height="20" as="geometry"/></mxCell>`
  return `<mxfile><diagram name="p"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${Array.from({ length: cells }, (_, n) => shape(n)).join('')}</root></mxGraphModel></diagram></mxfile>`
}
const read = (name: string, text: string) =>
  s.send('POST /topologies/read', { query: { name } }, 'teacher', {
    payload: text,
    headers: { 'content-type': 'application/octet-stream' },
  })

describe('a file that is much work', () => {
  it.each([
    ['a containerlab file of 30,000 nodes', 'big.clab.yml', () => lab(30_000)],
    ['a draw.io file of 40,000 cells', 'big.drawio', () => drawing(40_000)],
    ['a list in a list, ten thousand times', 'deep.clab.yml', () => `topology: ${'['.repeat(10_000)}`],
    ['forty thousand aliases', 'alias.clab.yml', () => `topology:\n  nodes: &a {x: 1}\n  b: [${'*a,'.repeat(40_000)}]`],
  ])('%s: twenty calls are answered before it is', { timeout: 60_000 }, async (_, name, text) => {
    const order: string[] = []
    const reading = read(name, text()).then((r) => {
      order.push('file')
      return r
    })
    // its bytes are there before anything else is asked
    await new Promise((r) => setTimeout(r, 30))
    for (let n = 0; n < 20 && !order.includes('file'); n++) {
      expect((await s.call('GET /session', {}, 'student')).status).toBe(200)
      order.push('call')
    }
    const r = await reading
    expect(r.status, r.raw.body.slice(0, 300)).toBeLessThan(500)
    // what is refused at a glance is answered at once; what is read is not in anybody's way
    if (r.status === 200) expect(order.indexOf('file')).toBe(20)
    else expect(r.problem.code).toBe('topology_refused')
  })

  it('is refused with what it is when it has more parts than can be read, or none', async () => {
    const many = await read('many.drawio', drawing(25_000))
    expect(many.problem.details).toMatchObject({ reason: 'too_many_parts', max: 20_000 })
    const twice = await read('twice.clab.yml', 'topology:\n  nodes:\n    a: {}\n    b: {}\n    a: {}\n')
    expect(twice.problem.details).toMatchObject({ reason: 'syntax', place: '5:5' })
  })
})
