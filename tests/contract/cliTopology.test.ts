/** `range topology` against a whole server: files in, files out, and the same drawing again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProgram } from '#cli/program.ts'
import { password, testServer, type TestServer, username } from './support/server.ts'

let server: TestServer
let api = ''
const dir = mkdtempSync(path.join(os.tmpdir(), 'range-topology-'))

async function range(...argv: string[]) {
  let [out, err] = ['', '']
  const exit = await makeProgram({
    out: (t) => void (out += t),
    err: (t) => void (err += t),
    env: { RANGE_PASSWORD: password, LANG: 'en_US.UTF-8' },
    cwd: dir,
    config: path.join(dir, 'config'),
    interactive: false,
    ask: () => Promise.reject(new Error('nobody is there to be asked')),
    onInterrupt: () => () => {},
  }).run(argv)
  return { exit, out, err, json: <T>() => JSON.parse(out) as T }
}
interface Imported {
  imported: {
    id: string | null
    name: string
    done: string | null
    report: { format: string; taken: { nodes: number } }
  }[]
  refused: { file: string; code: string }[]
}

beforeAll(async () => {
  server = await testServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  api = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/mg/api`
  await range('login', '--api', api, '--username', username('admin'))
  writeFileSync(
    path.join(dir, 'lab.clab.yml'),
    `name: two-hosts
topology:
  nodes:
    pc: { kind: linux }
    core: { kind: vyosnetworks_vyos }
  links:
    - endpoints: ["pc:eth1", "core:eth1"]
`,
  )
  writeFileSync(path.join(dir, 'bad.gns3'), '{"type":"topology",\n"topology":')
  writeFileSync(
    path.join(dir, 'lossy.clab.yml'),
    'name: lossy\ntopology:\n  nodes:\n    pc: { kind: linux, exec: [ip link] }\n',
  )
})
afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

test('the ending of a file says its format, and a file that is not there or whose name is taken has its own exit', async () => {
  const { imported } = (await range('topology', 'import', 'lab.clab.yml', '--name', 'Ended', '--json')).json<Imported>()
  const id = imported[0]?.id ?? ''
  const out = async (...more: string[]) => (await range('topology', 'export', id, ...more)).exit
  expect(await out('--out', 'ended.clab.yml')).toBe(0)
  expect(readFileSync(path.join(dir, 'ended.clab.yml'), 'utf8')).toContain('topology:')
  expect(await out('--out', 'ended.mmd')).toBe(0)
  expect(readFileSync(path.join(dir, 'ended.mmd'), 'utf8')).toMatch(/^(?:---|flowchart|graph)/)
  expect(await out('--out', 'ended.xlsx')).toBe(2)
  expect(await out('--out', 'ended.zip', '--format', 'mermaid')).toBe(2)
  const add = async (...files: string[]) => (await range('topology', 'import', ...files, '--name', 'Ended')).exit
  expect([await add('lab.clab.yml'), await add('nowhere.yml')]).toEqual([6, 5])
  expect((await range('topology', 'check', 'nowhere.yml')).exit).toBe(5)
})

test('a file is kept, exported as each format, and comes back as the same drawing', async () => {
  const first = await range('topology', 'import', 'lab.clab.yml', '--json')
  expect([first.exit, first.err]).toEqual([0, ''])
  const [row] = first.json<Imported>().imported
  expect(row).toMatchObject({ name: 'two-hosts', report: { format: 'containerlab', taken: { nodes: 2 } } })
  for (const [format, ending] of [
    ['package', '.topology.zip'],
    ['text', '.topology.yml'],
    ['containerlab', '.clab.yml'],
    ['mermaid', '.mmd'],
  ] as const) {
    const { exit, out } = await range('topology', 'export', row?.id ?? '', '--format', format)
    expect([format, exit, out.trim()]).toEqual([format, 0, path.join(dir, `two-hosts${ending}`)])
    // a file whose name nobody typed is not written over
    expect((await range('topology', 'export', row?.id ?? '', '--format', format)).exit).toBe(6)
  }
  expect(readFileSync(path.join(dir, 'two-hosts.mmd'), 'utf8')).toContain('pc')
  const again = await range('topology', 'import', 'two-hosts.topology.zip', '--name', 'Once more', '--json')
  expect(again.exit).toBe(0)
  const drawing = async (id: string) =>
    (await server.ok('GET /topologies/:id/document', { params: { id } }, 'admin')).document
  expect(await drawing(again.json<Imported>().imported[0]?.id ?? '')).toEqual(await drawing(row?.id ?? ''))
})

test('what is refused, and what would lose parts, is said and not kept', async () => {
  const mixed = await range('topology', 'import', 'bad.gns3', 'lossy.clab.yml', '--json')
  expect(mixed.exit).toBe(1)
  const { imported, refused } = mixed.json<Imported>()
  expect(refused.map((r) => [r.file, r.code])).toEqual([['bad.gns3', 'topology_refused']])
  expect(imported[0]?.id).toBeNull()
  const partly = await range('topology', 'import', 'lossy.clab.yml', '--partly', '--json')
  expect([partly.exit, partly.json<Imported>().imported[0]?.id]).toEqual([0, expect.any(String)])
  const before = (await server.ok('GET /topologies', { query: {} }, 'admin')).total
  const dry = await range('topology', 'import', 'lossy.clab.yml', '--name', 'Dry', '--dry-run')
  expect(dry.exit).toBe(9)
  const alone = await range('topology', 'import', 'lossy.clab.yml', '--name', 'Not kept', '--json')
  expect([alone.exit, alone.json<Imported>().imported[0]?.id]).toEqual([9, null])
  expect((await range('topology', 'import', 'lossy.clab.yml', '--dry-run', '--partly')).exit).toBe(0)
  // as the import itself says it
  for (const { out } of [dry, await range('topology', 'import', 'lossy.clab.yml')])
    expect(out).toMatch(/^lossy\.clab\.yml, left out:\n {2}.*exec.*\n(?:.*\n)*lossy\.clab\.yml, changed:\n {2}/m)
  expect((await server.ok('GET /topologies', { query: {} }, 'admin')).total).toBe(before)
})

test('a name that is taken, an id nobody has and a format there is not end as they should', async () => {
  expect((await range('topology', 'import', 'lab.clab.yml', '--name', 'two-hosts')).exit).not.toBe(0)
  expect((await range('topology', 'export', 'nobody')).exit).toBe(5)
  expect((await range('topology', 'export', 'nobody', '--format', 'visio')).exit).toBe(2)
})

test('a file whose name another topology has is refused, skipped, put in its place or kept as a copy', async () => {
  const name = 'Twice drawn'
  const drawn = (hosts: string[]) =>
    `name: ${name}\ntopology:\n  nodes:\n${hosts.map((h) => `    ${h}: { kind: linux }\n`).join('')}`
  writeFileSync(path.join(dir, 'first.clab.yml'), drawn(['pc']))
  writeFileSync(path.join(dir, 'second.clab.yml'), drawn(['pc', 'server']))
  const import_ = (...more: string[]) => range('topology', 'import', 'second.clab.yml', '--json', ...more)
  const first = (await range('topology', 'import', 'first.clab.yml', '--json')).json<Imported>().imported[0]
  const nodes = async (id = '') =>
    (await server.ok('GET /topologies/:id/document', { params: { id } }, 'admin')).document.nodes.map((n) => n.name)
  const refused = await range('topology', 'import', 'second.clab.yml')
  expect([refused.exit, refused.out]).toEqual([
    6,
    expect.stringMatching(/^second\.clab\.yml: [^]*--on-duplicate skip/m),
  ])
  expect((await import_('--on-duplicate', 'skip')).json<Imported>().imported).toMatchObject([
    { id: first?.id, done: 'skipped' },
  ])
  expect(await nodes(first?.id ?? '')).toEqual(['pc'])
  const copied = (await import_('--on-duplicate', 'copy')).json<Imported>().imported[0]
  expect(copied).toMatchObject({ name: `${name} (2)`, done: 'copied' })
  expect((await import_('--on-duplicate', 'copy')).json<Imported>().imported[0]).toMatchObject({ name: `${name} (3)` })
  // somebody is drawing it: nothing of theirs is written over, and the reason is told
  const at = { params: { id: first?.id ?? '' } }
  await server.ok('POST /topologies/:id/lock', { ...at, body: { tab: 'another-tab' } }, 'super')
  const held = await import_('--on-duplicate', 'overwrite')
  expect([held.exit, held.json<Imported>().refused.map((r) => r.code)]).toEqual([1, ['locked']])
  await server.ok('POST /topologies/:id/lock/release', { ...at, body: { tab: 'another-tab' } }, 'super')
  const over = await import_('--on-duplicate', 'overwrite')
  expect([over.exit, over.json<Imported>().imported[0]]).toMatchObject([0, { id: first?.id, done: 'overwritten' }])
  expect(await nodes(first?.id ?? '')).toEqual(['pc', 'server'])
  expect((await server.ok('GET /topologies/:id/document', at, 'admin')).lock).toBeNull()
})

test('of several files each says its whole reason, with its place', async () => {
  const mixed = await range('topology', 'import', 'bad.gns3', 'lossy.clab.yml')
  expect(mixed.exit).toBe(1)
  expect(mixed.out).toMatch(/^bad\.gns3 cannot be read past this point.+ \(line 2, column \d+\)$/m)
  expect(mixed.out).toMatch(/^lossy\.clab\.yml is not kept.*\nlossy\.clab\.yml, left out:\n {2}.*pc.*: /m)
})

test('the server and the tool alone say the same of a file: its name, why, the place, nothing twice', async () => {
  writeFileSync(path.join(dir, 'range.yml'), 'ludus:\n  - vm_name: dc\n')
  writeFileSync(path.join(dir, 'empty.yml'), '')
  const said = async (...argv: string[]) => {
    const { err, out } = await range('topology', ...argv)
    // below the table
    return `${err}${out}`.split('\n').findLast((line) => line.startsWith(argv[1] ?? ''))
  }
  for (const [file, why] of [
    ['bad.gns3', 'cannot be read past this point: it is cut off or has a mistake. (line 2, column 12)'],
    ['range.yml', 'is a Ludus range, which cannot be imported.'],
    ['empty.yml', 'is empty.'],
  ] as const)
    for (const verb of ['check', 'import']) expect(await said(verb, file)).toBe(`${file} ${why}`)
  expect((await range('topology', 'check', 'nobody.yml')).err).toMatch(/^nobody\.yml does not exist\.$/m)
})

test('a check tells a file that is broken from one of which something is left out, and says that there is nothing', async () => {
  writeFileSync(path.join(dir, 'blank.clab.yml'), 'name: blank\ntopology:\n  nodes: {}\n')
  for (const [file, exit, said] of [
    ['lab.clab.yml', 0, '0 left out'],
    ['lossy.clab.yml', 9, '1 left out'],
    ['bad.gns3', 1, 'cannot be read past this point'],
    ['blank.clab.yml', 0, 'It is empty: there is no node and no network in it.'],
  ] as const) {
    const { out, err, exit: ended } = await range('topology', 'check', file)
    expect([file, ended, `${out}${err}`]).toEqual([file, exit, expect.stringContaining(said)])
  }
})

test('who sees what was imported is said, and chosen with it or afterwards', async () => {
  const plain = await range('topology', 'import', 'lab.clab.yml', '--name', 'Unseen')
  const [, id = ''] = /Unseen: visible only to those .*range topology audience (\S+) everybody/.exec(plain.out) ?? []
  expect((await range('topology', 'audience', id)).out).toContain('Only those who manage it.')
  expect((await range('topology', 'audience', id, 'everybody')).out).toMatch(/^everybody$/m)
  const given = await range(
    'topology',
    'import',
    'lab.clab.yml',
    '--name',
    'Seen',
    '--audience',
    'role:student',
    '--json',
  )
  const seen = given.json<Imported>().imported[0]?.id ?? ''
  expect((await range('topology', 'audience', seen, '--json')).json()).toMatchObject({
    all: false,
    roles: [expect.any(String)],
  })
  expect(await range('topology', 'audience', seen, 'role:nosuch')).toMatchObject({ exit: 5 })
  expect(await range('topology', 'audience', seen, 'student')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('“student” says nobody') as string,
  })
})
