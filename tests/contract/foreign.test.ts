/** J11, C10: files that make a parser work hard keep nobody else waiting: calls that come later are answered before the file is read. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Overrun, Unserved } from '#mock/thread/pool.ts'
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
    // what is refused at a glance is answered at once; what is read, or given up on a machine with much else to do, is in nobody's way
    if (r.status === 200 || r.problem.code === 'busy') expect(order.indexOf('file')).toBe(20)
    else expect(r.problem.code, r.raw.body.slice(0, 300)).toBe('topology_refused')
  })

  it('is the text of a drawing, too, when it is written over: calls are answered meanwhile', {
    timeout: 60_000,
  }, async () => {
    const { document } = (await read('small.clab.yml', lab(3))).body as { document: object }
    const made = await s.ok(
      'POST /topologies/import',
      { body: { name: 'Written by hand', document: document as never } },
      'teacher',
    )
    const text = `nodes:\n${Array.from({ length: 15_000 }, (_, n) => `- {name: n${n}}\n`).join('')}`
    await s.db.query('update topology_drawing set text = $2 where topology_id = $1', [made.id, text])
    const args = { params: { id: made.id }, query: { format: 'text' } } as const
    const [beats, from] = [[performance.now()], performance.now()]
    const pulse = setInterval(() => beats.push(performance.now()), 10)
    const r = await s.send('GET /topologies/:id/export', args, 'teacher')
    clearInterval(pulse)
    beats.push(performance.now())
    const took = performance.now() - from
    expect([r.status, r.raw.body]).toEqual([200, expect.stringMatching(/^isolation/)])
    // who waits for it waits longer than anybody else
    const gaps = beats.map((at, n) => at - (beats[n - 1] ?? at))
    expect(Math.max(...gaps)).toBeLessThan(took / 2)
    const list = { params: { id: made.id }, query: { format: 'containerlab' } } as const
    expect((await s.send('GET /topologies/:id/export', list, 'teacher')).raw.body).toContain('topology:')
  })

  it('is refused with what it is when it has more parts than can be read, or none', async () => {
    const many = await read('many.drawio', drawing(25_000))
    expect(many.problem.details).toMatchObject({ reason: 'too_many_parts', max: 20_000 })
    const twice = await read('twice.clab.yml', 'topology:\n  nodes:\n    a: {}\n    b: {}\n    a: {}\n')
    expect(twice.problem.details).toMatchObject({ reason: 'syntax', place: '5:5' })
  })

  it('is read in the thread when it is a workbook of people: given up with its sentence there, or turned away', async () => {
    const send = () =>
      s.send('POST /people-lists/read', {}, 'teacher', {
        payload: Buffer.from('PK'),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const run = vi.spyOn(s.platform.threads.read, 'run')
    try {
      expect((await send()).problem.code).toBe('archive_refused')
      expect(run.mock.calls.map(([task]) => task.kind)).toEqual(['people'])
      run.mockRejectedValueOnce(new Overrun('time'))
      expect((await send()).problem).toMatchObject({ code: 'archive_refused', details: { code: 'too_complex' } })
      run.mockRejectedValueOnce(new Unserved('queue'))
      expect((await send()).problem.code).toBe('busy')
    } finally {
      run.mockRestore()
    }
  })
})
