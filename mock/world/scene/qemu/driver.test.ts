/** Real machines, where the programs for them are; elsewhere it says so. Two nodes and a router at a switch, a third behind it. */
import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Duplex, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import {
  emptyDocument,
  type Node,
  type NodeKind,
  type Port,
  type TopologyDocument,
} from '#src/contract/topology/document.ts'
import { madeLink, madeNetwork, madeNode, madePort } from '#src/contract/topology/made.ts'
import { silentLog } from '#mock/http/log.ts'
import type { InjectedFile, SceneOrder, UsbPlug } from '../driver.ts'
import { qemuDriver } from './driver.ts'
import { findBoot } from './smallLinux.ts'

const port = (id: string, network_id: string, address = ''): Port => ({
  ...madePort(id, `eth${id}`),
  network_id,
  address,
})
const node = (id: string, name: string, kind: NodeKind, ports: Port[]): Node => ({
  ...madeNode(id, name, kind, { x: 0, y: 0 }),
  cpu: 1,
  memory: 96,
  disk: 1,
  ports,
})
const machine = (id: string, name: string, network: string, address: string): Node => ({
  ...node(id, name, 'machine', [port('0', network, address)]),
  files: [{ path: '/root/welcome.txt', text: `this is ${name}\n`, mode: '0640' }],
  flags: [{ id: `flag-${id}`, name: 'flag', path: '/root/flag', value: '', points: 10 }],
})
const network = (id: string, cidr: string, gateway: string) => ({ ...madeNetwork(id, id, cidr), gateway })
const link = (from: string, to: string) => {
  const end = (text: string) => ({ node: text.split('/')[0] ?? '', port: text.split('/')[1] ?? '' })
  return madeLink(`${from}-${to}`, end(from), end(to))
}
const document: TopologyDocument = {
  ...emptyDocument(),
  networks: [network('lan', '10.9.0.0/24', '10.9.0.1'), network('dmz', '10.8.0.0/24', '10.8.0.1')],
  nodes: [
    machine('a', 'web', 'lan', '10.9.0.11'),
    machine('b', 'desk', 'lan', '10.9.0.12'),
    machine('c', 'far', 'dmz', '10.8.0.13'),
    node('r', 'gate', 'router', [port('0', 'lan', '10.9.0.1'), port('1', 'dmz', '10.8.0.1')]),
    node('s', 'sw', 'switch', [port('0', 'lan'), port('1', 'lan'), port('2', 'lan')]),
  ],
  links: [link('a/0', 's/0'), link('b/0', 's/1'), link('r/0', 's/2'), link('r/1', 'c/0')],
}
const order: SceneOrder = {
  scene: 'scene-of-two',
  fence: 1,
  document,
  addresses: {},
  flags: { 'flag-a': 'flag{of-web}', 'flag-b': 'flag{of-desk}', 'flag-c': 'flag{of-far}' },
  images: {},
  services: {},
}

const injected = (path: string, text: string | Buffer, mode = '0644'): InjectedFile => {
  const bytes = Buffer.from(text)
  return { path, mode, size: bytes.length, read: () => Readable.from([bytes]) }
}

const root = await fs.mkdtemp(path.join(os.tmpdir(), 'range-qemu-'))
const means = { system: env.qemu.system, accel: env.qemu.accel, now: () => new Date(), log: silentLog }
const driver = qemuDriver({ root, ...means })
const there = await driver.available()
const why = there.ok ? there.lacks : there.reason
const small = await findBoot(env.qemu.system)
const withUsb = small.ok && small.boot.usb
if (!why && !withUsb)
  console.warn('USB devices are not tested here: the kernel of the small Linux has no drivers for them')
if (why) console.warn(`machines of QEMU are not tested here: ${why}`)
afterAll(() => fs.rm(root, { recursive: true, force: true }))

async function until(what: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await what()); await pause(250))
    if (Date.now() > end) throw new Error(`not within ${ms} ms`)
}
const powers = async () => Object.fromEntries((await driver.look(order)).map((l) => [l.node, l.power]))

/** Types a line and waits for a text that only its answer holds. */
async function type(stream: Duplex, line: string, answer: string, ms = 20_000): Promise<string> {
  let said = ''
  const hear = (chunk: Buffer) => void (said += chunk.toString())
  stream.on('data', hear)
  stream.write(`${line}\n`)
  try {
    await until(() => Promise.resolve(said.includes(answer)), ms)
  } catch {
    throw new Error(`no "${answer}" in: ${said}`)
  } finally {
    stream.off('data', hear)
  }
  return said
}

async function processes(under: string): Promise<string[]> {
  const all = await fs.readdir('/proc')
  const lines = await Promise.all(
    all.filter((n) => /^\d+$/.test(n)).map((n) => fs.readFile(`/proc/${n}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter((l) => l.startsWith('qemu-system') && l.includes(under))
}

describe.skipIf(why !== undefined)('machines of QEMU', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    expect((await driver.plan(order)).problems).toEqual([])
    await driver.create(order)
    expect(await powers()).toEqual({ a: 'off', b: 'off', c: 'off', r: 'off' })
    await driver.start(order)
    await until(async () => Object.values(await powers()).every((p) => p === 'on'), 150_000)
  }, 200_000)
  afterAll(async () => {
    await driver.delete({ scene: order.scene, fence: 99 })
    expect(await processes(root)).toEqual([])
  }, 60_000)

  test('hear each other over the switch and through the router, by name, and find their files and flags', async () => {
    const { stream } = await driver.console(order, 'b', 'terminal')
    await type(stream, 'ping -c 1 web', '1 packets received')
    await type(stream, 'ping -c 1 far', 'ttl=63')
    await type(stream, 'cat /root/welcome.txt /root/flag', 'this is desk\r\nflag{of-desk}')
    await type(stream, "stat -c '%a' /root/welcome.txt", '\r\n640')
    stream.destroy()
  })

  test('take a file while they run, and refuse a path that is none', async () => {
    await driver.inject(order, 'a', injected('/srv/tool.sh', 'echo it works $((6*7))\n', '0755'))
    const { stream } = await driver.console(order, 'a', 'terminal')
    await type(stream, '/bin/sh /srv/tool.sh', 'it works 42')
    stream.destroy()
    await expect(driver.inject(order, 'a', injected('etc/x', 'x'))).rejects.toThrow('bad_path')
  })

  test('show a screen that speaks RFB', async () => {
    const { stream } = await driver.console(order, 'a', 'desktop')
    const hello = await new Promise<Buffer>((resolve) => stream.once('data', resolve))
    expect(hello.toString()).toMatch(/^RFB 003\.008\n/)
    stream.destroy()
  })

  test('tell their load, hold still and go on', async () => {
    const figures = await driver.metrics(order)
    expect(figures.map((f) => f.node)).toEqual(['a', 'b', 'c', 'r'])
    for (const f of figures) expect(f.memory).toBeGreaterThan(1)
    await driver.pause(order)
    expect(await powers()).toEqual({ a: 'suspended', b: 'suspended', c: 'suspended', r: 'suspended' })
    await driver.resume(order)
    expect(new Set(Object.values(await powers()))).toEqual(new Set(['on']))
  })

  test('see what is plugged in by USB until it is pulled out, each device once', async () => {
    const disk = path.join(root, 'stick')
    await fs.writeFile(disk, 'on the stick\n')
    const device = (class_code: string, more: Partial<UsbPlug> = {}): UsbPlug => ({
      id: `usb-${class_code}`,
      name: 'Device',
      class_code,
      vendor_id: '0951',
      product_id: '1666',
      manufacturer: '',
      serial: `S-${class_code}`,
      bytes: 0,
      file: '',
      ...more,
    })
    const stick = device('08', { file: disk, bytes: 13 })
    const sees = (on: Duplex, n: number) =>
      type(
        on,
        `until [ "$(cat /sys/bus/usb/devices/*/serial | grep -c S-)" = ${n} ]; do sleep 0.3; done; echo sa""w`,
        '\nsaw',
      )
    await expect(driver.plug?.(order, 'a', device('0E'))).rejects.toThrow(withUsb ? 'usb_class' : 'no_usb_driver')
    if (!withUsb) return
    await driver.plug?.(order, 'a', stick)
    await driver.plug?.(order, 'a', stick)
    const { stream } = await driver.console(order, 'a', 'terminal')
    await type(stream, 'until [ -b /dev/sda ]; do sleep 0.2; done; head -c 12 /dev/sda; echo', '\non the stick', 30_000)
    await sees(stream, 1)
    await type(stream, 'echo changed >/dev/sda; sync; head -c 7 /dev/sda; echo', '\r\nchanged')
    const others = ['03', '02', '01', 'E0', '0B']
    for (const code of others) await driver.plug?.(order, 'a', device(code))
    await sees(stream, others.length + 1)
    // not every one of them can be part of a state
    await driver.snapshot(order, 'with devices')
    await sees(stream, others.length + 1)
    await type(stream, 'head -c 7 /dev/sda; echo', '\r\nchanged')
    await driver.dropSnapshot(order, 'with devices')
    for (const id of ['08', ...others].map((code) => device(code).id)) {
      await driver.unplug?.(order, 'a', id)
      await driver.unplug?.(order, 'a', id)
    }
    await sees(stream, 0)
    expect(await fs.readFile(disk, 'utf8')).toBe('on the stick\n')
    await driver.plug?.(order, 'b', stick)
    await driver.stop(order, ['b'])
    await expect(driver.plug?.(order, 'b', stick)).rejects.toThrow('node_off')
    await driver.unplug?.(order, 'b', stick.id)
    await driver.start(order, ['b'])
    await until(async () => (await powers()).b === 'on')
    const second = await driver.console(order, 'b', 'terminal')
    await sees(second.stream, 0)
    stream.destroy()
    second.stream.destroy()
  })

  test('come back from a snapshot with memory and disk as they were', async () => {
    const first = await driver.console(order, 'a', 'terminal')
    await type(first.stream, 'echo before >/tmp/state; echo written $((1+1))', 'written 2')
    first.stream.destroy()
    expect((await driver.snapshot(order, 'good times')).bytes).toBeGreaterThan(1_000_000)
    const second = await driver.console(order, 'a', 'terminal')
    await type(second.stream, 'rm -rf /tmp/state /root; echo broken $((2+2))', 'broken 4')
    second.stream.destroy()
    await driver.restore(order, 'good times')
    expect(new Set(Object.values(await powers()))).toEqual(new Set(['off']))
    await driver.start(order)
    await until(async () => Object.values(await powers()).every((p) => p === 'on'))
    const third = await driver.console(order, 'a', 'terminal')
    await type(third.stream, 'cat /tmp/state /root/welcome.txt', 'before\r\nthis is web')
    third.stream.destroy()
    await driver.dropSnapshot(order, 'good times')
    await expect(driver.restore(order, 'good times')).rejects.toThrow('no_snapshot')
  })

  test('are seen as lost when they end, and an older owner is refused', async () => {
    await driver.stop(order, ['b'])
    expect(await powers()).toMatchObject({ a: 'on', b: 'off', c: 'on' })
    const pid = Number((await fs.readFile(path.join(await nodeFolder('a'), 'pid'), 'utf8')).trim())
    process.kill(pid, 'SIGKILL')
    await until(async () => (await powers()).a === 'crashed', 5000)
    await driver.resume({ ...order, fence: 7 })
    await expect(driver.start(order)).rejects.toThrow('fenced')
    expect(await driver.scenes()).toEqual([order.scene])
    expect((await driver.events({ scene: order.scene, fence: 7 }, new Date(0))).map((e) => e.code)).toContain(
      'node_stopped',
    )
  })
})

describe.skipIf(why !== undefined)('an order of an older owner', { timeout: 60_000 }, () => {
  test('is refused as fenced off, whatever it wants to change, and changes nothing', async () => {
    const own: SceneOrder = {
      ...order,
      scene: 'fenced',
      fence: 5,
      document: { ...document, nodes: [machine('a', 'web', 'lan', '')], links: [] },
    }
    await driver.create(own)
    const old = { ...own, fence: 4 }
    const device = { id: 'd', name: 'd', class_code: '08', vendor_id: '', product_id: '', manufacturer: '', serial: '' }
    const calls: Record<string, () => Promise<unknown> | undefined> = {
      create: () => driver.create({ ...old, document: { ...old.document, nodes: [] } }),
      start: () => driver.start(old),
      stop: () => driver.stop(old),
      pause: () => driver.pause(old),
      resume: () => driver.resume(old),
      snapshot: () => driver.snapshot(old, 's'),
      restore: () => driver.restore(old, 's'),
      dropSnapshot: () => driver.dropSnapshot(old, 's'),
      capture: () => driver.capture?.(old, 'a', { file: path.join(root, 'captured'), layer: '' }),
      plug: () => driver.plug?.(old, 'a', { ...device, bytes: 0, file: '' }),
      unplug: () => driver.unplug?.(old, 'a', 'd'),
      delete: () => driver.delete(old),
    }
    for (const [what, call] of Object.entries(calls))
      await expect(call(), what).rejects.toMatchObject({ name: 'DriverRefusal', code: 'fenced' })
    expect(await driver.look(own)).toMatchObject([{ node: 'a', power: 'off' }])
    // its system is in memory: there is no disk of an image to keep
    await expect(driver.capture?.(own, 'a', { file: path.join(root, 'captured'), layer: '' })).rejects.toMatchObject({
      code: 'image_format',
    })
    await driver.delete({ scene: 'fenced', fence: 6 })
    expect(await driver.look(own)).toEqual([])
  })
})

describe.skipIf(why !== undefined)('a server that is killed', { timeout: 60_000 }, () => {
  test('leaves no machine behind, and the next one knows what was there', async () => {
    const own = await fs.mkdtemp(path.join(os.tmpdir(), 'range-qemu-'))
    const alone: SceneOrder = {
      ...order,
      scene: 'killed',
      document: { ...document, nodes: [machine('a', 'web', 'lan', '')] },
    }
    const code = `
      const { qemuDriver } = await import(${JSON.stringify(new URL('driver.ts', import.meta.url).href)})
      const d = qemuDriver({ root: ${JSON.stringify(own)}, system: ${JSON.stringify(env.qemu.system)}, accel: 'tcg', now: () => new Date(), log: console })
      await d.create(${JSON.stringify(alone)})
      await d.start(${JSON.stringify(alone)})
      console.log('started')
      setInterval(() => {}, 1000)`
    const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { stdio: 'pipe' })
    await new Promise((resolve) => server.stdout.once('data', resolve))
    expect(await processes(own)).toHaveLength(1)
    server.kill('SIGKILL')
    await until(async () => (await processes(own)).length === 0, 5000)
    const next = qemuDriver({ root: own, ...means })
    expect(await next.scenes()).toEqual(['killed'])
    expect(await next.look(alone)).toMatchObject([{ node: 'a', power: 'crashed', reason: 'process_ended' }])
    await next.delete(alone)
    expect(await fs.readdir(own)).toEqual([])
    await fs.rm(own, { recursive: true })
  })
})

/** The folder whose machine has the node's name. */
async function nodeFolder(node: string): Promise<string> {
  const [scene] = await fs.readdir(root)
  for (const name of await fs.readdir(path.join(root, scene ?? ''))) {
    const folder = path.join(root, scene ?? '', name)
    const pid = await fs.readFile(path.join(folder, 'pid'), 'utf8').catch(() => '')
    const line = pid ? await fs.readFile(`/proc/${pid.trim()}/cmdline`, 'utf8').catch(() => '') : ''
    if (line.includes(`${order.scene}/${node}\0`)) return folder
  }
  throw new Error(`no machine of ${node}`)
}
