/** B1: what another keeper may do with packages and sticks beyond their rows: bring the file, put them on a drawing, plug them in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResourceSpec } from '#src/contract/lib/resource.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { bodyOf, makeRow } from '#tests/support/rows.ts'
import { lan, node } from '#tests/support/scene.ts'
import { makeKeepers } from './support/keepers.ts'
import { type AccountName, testServer, type TestServer } from './support/server.ts'

const owner: AccountName = 'teacher'
const other: AccountName = 'referee'
let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await makeKeepers(s, owner, other)
}, 120_000)
afterAll(() => s.close())

type Row = { id: string; version: number; can: string[] }
const ok = async (as: AccountName, key: string, args: object = {}) => {
  const r = await s.send(key, args as never, as)
  expect(r.status, `${key} by ${as}: ${r.raw.body.slice(0, 300)}`).toBe(200)
  return r.body as unknown as Row
}
let seed = 70
async function made(name: ResourceName, more: object = {}): Promise<Row> {
  const row = (await makeRow((key, args) => s.send(key, args as never, owner), name, { seed: seed++ })) as Row
  const body = { ...bodyOf(name, row), ...more, version: row.version }
  return ok(owner, `PUT ${resources[name].line.path}/:id`, { params: { id: row.id }, body })
}
async function share(path: string, id: string, scope: string, level = 'use') {
  const { version } = await ok(owner, `GET ${path}/:id/sharing`, { params: { id } })
  await ok(owner, `PUT ${path}/:id/sharing`, { params: { id }, body: { scope, level, people: [], version } })
}

/** Libraries whose rows are nobody's own, and why. */
const ownerless: Partial<Record<ResourceName, string>> = {
  dork: 'comes by import alone and is changed by nobody',
  user: 'people, managed by standing',
  role: 'rights, given no further than they are held',
  team: 'people who belong together',
  alarm: 'of the platform',
  announcement: 'of its writer, and of those he may announce to',
  comment: 'of its writer',
  'compute-node': 'the installation',
  'physical-device': 'the installation: taken and given back, not made',
}
it('every resource has owners, or is named here with the reason', () => {
  const lines = Object.values(resources) as { line: ResourceSpec & { name: ResourceName } }[]
  expect(
    lines
      .filter(({ line }) => !line.owned)
      .map(({ line }) => line.name)
      .toSorted(),
  ).toEqual(Object.keys(ownerless).toSorted())
})

describe.each([
  ['service', { platform: 'docker' }, 'package.zip'],
  ['usb-device', { device_class: 'storage' }, 'stick.img'],
] as const)('%s', (name, more, file) => {
  const { path } = resources[name].line
  it('takes its file from whom it lets change it, and from nobody who only uses it', async () => {
    const { id } = await made(name, more)
    const bring = (as: AccountName) =>
      s.send('POST /deposits', { body: { kind: name, target: id, name: file, size: 1000 } } as never, as)
    await share(path, id, 'private')
    expect((await bring(other)).problem.code).toBe('not_found')
    await share(path, id, 'everybody', 'use')
    expect((await bring(other)).problem.code).toBe('not_shared')
    await share(path, id, 'everybody', 'change')
    expect((await bring(other)).status).toBe(200)
  })
})

it('a service is put on a drawing by whom it is shared with, and stays where it stands', async () => {
  const { id } = await made('service', { platform: 'docker' })
  const drawing = await ok(other, 'POST /topologies', { body: { name: 'Lent', description: '' } })
  const document = lan(node('a', 'machine', { service_ids: [id] }))
  const tab = 'tab-of-the-test'
  await ok(other, 'POST /topologies/:id/lock', { params: { id: drawing.id }, body: { tab, take_over: false } })
  const save = async () => {
    const { version } = (await ok(other, 'GET /topologies/:id/document', { params: { id: drawing.id } })) as Row
    const body = { version, tab, document, text: '' }
    return s.send('PUT /topologies/:id/document', { params: { id: drawing.id }, body } as never, other)
  }
  await share('/services', id, 'private')
  const refused = await save()
  expect([refused.status, JSON.stringify(refused.problem?.details)]).toEqual([
    422,
    expect.stringContaining('service_unknown'),
  ])
  await share('/services', id, 'everybody', 'use')
  expect((await save()).status).toBe(200)
  await share('/services', id, 'private')
  expect((await save()).status).toBe(200)
})

it('a stick is plugged in by whom it is lent to', async () => {
  const { id } = await made('usb-device', { device_class: 'storage' })
  const can = async () => (await ok(other, 'GET /usb-devices/:id', { params: { id } })).can
  await share('/usb-devices', id, 'everybody', 'read')
  expect(await can()).not.toContain('attach')
  await share('/usb-devices', id, 'everybody', 'use')
  expect(await can()).toContain('attach')
})
