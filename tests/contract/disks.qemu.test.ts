/** What is brought to real machines: disks they boot from, USB devices, packages of services, large files. */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import type { UsbDevice } from '#src/contract/device/usb.schema.ts'
import type { Image } from '#src/contract/image/image.schema.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import type { Scene, SceneFile } from '#src/contract/scene/scene.schema.ts'
import { findBoot } from '#mock/world/scene/qemu/smallLinux.ts'
import { zip } from '#tests/support/archives.ts'
import { bootDisk, said } from './support/bootDisk.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'
import { alone, machine, machinesOf, two, whyNoMachines } from './support/machines.ts'

const why = await whyNoMachines()
const small = await findBoot(env.qemu.system)
const withUsb = small.ok && small.boot.usb
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(why !== undefined)('what is brought to real machines', { timeout: 240_000 }, () => {
  let data: Awaited<ReturnType<typeof dataDirectory>>
  let s: Process
  const { ok, send, until, gone, events, bring, processes, left, olden, consoleOf } = machinesOf(
    () => s,
    () => data.dir,
  )
  beforeAll(async () => {
    data = await dataDirectory()
    s = await startProcess(data.dir, 4664, 'super', '', {})
    const { version } = await ok<{ version: number }>('GET', '/config/scenes')
    await ok('PUT', '/config/scenes', { scene_driver: 'qemu', scene_choice: true, version })
  })
  afterAll(async () => {
    await s.kill()
    data.remove()
  })

  const image = async (id: string, ready: (i: Image) => boolean): Promise<Image> => {
    for (let waited = 0; waited < 60_000; waited += 200) {
      const now = await ok<Image>('GET', `/images/${id}`)
      if (ready(now)) return now
      await pause(200)
    }
    throw new Error(JSON.stringify(await ok<Image>('GET', `/images/${id}`)))
  }
  /** An image whose disk is the program, as qcow2. */
  async function bootable(name: string): Promise<string> {
    const [raw, disk] = ['raw', 'qcow2'].map((n) => path.join(data.dir, `boot.${n}`)) as [string, string]
    fs.writeFileSync(raw, bootDisk())
    execFileSync('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', raw, disk])
    const body = { name, category: 'server', description: 'A program on a disk' }
    const { id } = await ok<Image>('POST', '/images', body)
    await bring('image', id, 'disk.qcow2', fs.readFileSync(disk))
    await image(id, (i) => i.status === 'saved')
    return id
  }
  /** Its keeper’s machine, when it has said what it says. */
  async function work(id: string, time: number): Promise<string> {
    const { bench } = await ok<Image>('POST', `/images/${id}/connect`)
    const scene = bench?.scene_id ?? ''
    await expect.poll(async () => (await processes()).length).toBe(1)
    await olden()
    await until(scene, 'running')
    const console = await consoleOf(scene, 'image')
    await console.shows(said(time))
    await console.close()
    return scene
  }

  test('a disk boots what is on it, and what was done at it is kept over the image or as a snapshot', async () => {
    const id = await bootable('Counting disk')
    const first = await work(id, 1)
    await ok('POST', `/images/${id}/bench/save`, { as: 'image', name: '', note: '' })
    const kept = await image(id, (i) => i.bench === null && i.status === 'saved')
    expect(kept.size).toBeGreaterThan(0)
    await gone(first)

    await work(id, 2)
    await ok('POST', `/images/${id}/bench/save`, { as: 'snapshot', name: 'twice', note: '' })
    await image(id, (i) => i.bench === null && i.status === 'saved')
    const { items } = await ok<{ items: { id: string }[] }>('GET', `/images/${id}/snapshots`)
    expect(items).toMatchObject([{ name: 'twice', state: 'ready' }])

    // the image itself is as it was kept, the snapshot as it was then
    const third = await work(id, 2)
    await ok('POST', `/images/${id}/bench/discard`)
    await gone(third)
    await image(id, (i) => i.bench === null && i.status === 'saved')
    await ok('POST', `/image-snapshots/${items[0]?.id}/restore`)
    await image(id, (i) => i.status === 'saved')
    const last = await work(id, 3)
    await ok('POST', `/images/${id}/bench/discard`)
    await gone(last)
    expect([await processes(), await left()]).toEqual([[], []])
  })

  test('an image without a file is not connected to', async () => {
    const body = { name: 'Only drawn', category: 'server', description: 'Nothing in the store' }
    const { id } = await ok<Image>('POST', '/images', body)
    const refused = await s.call<{ code: string }>('POST', `/images/${id}/connect`)
    expect([refused.status, refused.body.code]).toEqual([409, 'not_allowed_in_state'])
  })

  test('USB devices go into a machine and out of it, or it is said why not', async () => {
    const usb = (name: string, device_class: string) =>
      ok<UsbDevice>('POST', '/usb-devices', { name, device_class, vendor_id: '0951', product_id: '1666', serial: name })
    const [stick, camera] = [await usb('S-4711', 'storage'), await usb('Cam-1', 'video')]
    await bring('usb-device', stick.id, 'contents.img', Buffer.from('brought by a stick\n'))
    const kept = () => ok<UsbDevice>('GET', `/usb-devices/${stick.id}`)
    await expect.poll(async () => (await kept()).size).toBeGreaterThan(0)
    const { id } = await ok<Scene>('POST', '/scenes', { name: 'Plugged', document: alone(machine('web', '')) })
    await until(id, 'running')
    const at = { scene_id: id, node_id: 'web' }
    const refused = await s.call<{ code: string }>('POST', `/usb-devices/${camera.id}/attach`, at)
    expect([refused.status, refused.body.code]).toEqual([409, 'usb_class_unsupported'])
    await ok('POST', `/usb-devices/${stick.id}/attach`, at)
    const codes = async () => (await events(id)).map((e) => [e.code, e.params['code']])
    if (withUsb) {
      await expect.poll(async () => (await kept()).plugged?.state).toBe('plugged')
      const web = await consoleOf(id, 'web')
      await web.type('until [ -b /dev/sda ]; do sleep 0.3; done; head -c 18 /dev/sda; echo', '\nbrought by a stick')
      await ok('POST', `/usb-devices/${stick.id}/detach`)
      await web.type('while [ -b /dev/sda ]; do sleep 0.3; done; echo o""ut', '\nout')
      await web.close()
      await ok('POST', `/usb-devices/${stick.id}/attach`, at)
      await expect.poll(async () => (await kept()).plugged?.state).toBe('plugged')
      await ok('POST', '/instances/stop', { ids: [`${id}.web`] })
      await expect.poll(async () => (await kept()).plugged).toBeNull()
    } else {
      await expect.poll(codes).toContainEqual(['usb_failed', 'no_usb_driver'])
      expect((await kept()).plugged).toBeNull()
    }
    await send(id, 'close')
    await gone(id)
  })

  test('packages of services stand in the folder of the service with every start; a system without an agent says no', async () => {
    const body = { name: 'Ticket Desk', platform: 'docker', description: 'Tickets', release: '2.4', port: 8080 }
    const { id: service } = await ok<{ id: string }>('POST', '/services', body)
    const bytes = zip([{ name: 'desk', data: randomBytes(300_000) }])
    await bring('service', service, 'desk.zip', bytes)
    const saved = async () => (await ok<{ status: string }>('GET', `/services/${service}`)).status
    await expect.poll(saved).toBe('saved')
    const disk = await bootable('No agent on it')
    const document = {
      ...two,
      nodes: [
        machine('web', '10.9.0.11', { service_ids: [service] }),
        machine('desk', '10.9.0.12', { service_ids: [service], image_id: disk }),
      ],
    }
    const { id } = await ok<Scene>('POST', '/scenes', { name: 'With services', document })
    // the one with an agent says by itself that it is up
    const webIs = async () => (await ok<Scene>('GET', `/scenes/${id}`)).nodes.find((n) => n.name === 'web')?.status
    await expect.poll(webIs, { interval: 300 }).toBe('on')
    await olden()
    await until(id, 'running')
    const at = '/opt/ticket-desk/desk.zip'
    const files = async () =>
      (await ok<{ items: SceneFile[] }>('GET', `/scenes/${id}/files`)).items
        .map((f) => [f.node_name, f.path, f.status, f.reason, f.tries])
        .sort()
    await expect.poll(files).toEqual([
      ['desk', at, 'failure', 'no_agent', 1],
      ['web', at, 'success', null, 1],
    ])
    const web = await consoleOf(id, 'web')
    await web.type(`sha256sum ${at}`, hash(bytes))
    await web.close()
    expect((await events(id)).map((e) => [e.code, e.node_name])).toEqual(
      expect.arrayContaining([
        ['file_injected', 'web'],
        ['file_failed', 'desk'],
      ]),
    )
    await ok('POST', '/instances/reboot', { ids: [`${id}.web`] })
    await expect.poll(files).toContainEqual(['web', at, 'success', null, 2])
    const again = await consoleOf(id, 'web')
    await again.type(`sha256sum ${at}`, hash(bytes))
    await again.close()
    await send(id, 'close')
    await gone(id)
  })

  test('the largest file arrives whole where there is room for it, and is refused where there is none', async () => {
    const document = { ...two, nodes: [machine('web', '10.9.0.11', { memory: 384 }), machine('desk', '10.9.0.12')] }
    const { id } = await ok<Scene>('POST', '/scenes', { name: 'Large files', document })
    await until(id, 'running')
    const bytes = randomBytes(sceneLimits.file)
    const inject = async (node: string) => {
      const place = new URLSearchParams({ node, path: '/srv/', name: 'large', mode: '0600' })
      const begun = performance.now()
      const { body } = await s.put<SceneFile>(`/scenes/${id}/files?${place}`, bytes)
      const seen = new Set([body.status])
      for (;;) {
        const { items } = await ok<{ items: SceneFile[] }>('GET', `/scenes/${id}/files`)
        const now = items.find((f) => f.id === body.id)
        if (now) seen.add(now.status)
        if (now?.status !== 'injecting') return { ...now, seen: [...seen], seconds: (performance.now() - begun) / 1000 }
        await pause(100)
      }
    }
    const whole = await inject('web')
    console.log(`${sceneLimits.file / 2 ** 20} MiB into a real machine: ${whole.seconds.toFixed(1)} s`)
    expect(whole.seen).toEqual(['injecting', 'success'])
    const web = await consoleOf(id, 'web')
    await web.type('sha256sum /srv/large', hash(bytes))
    await web.close()
    expect(await inject('desk')).toMatchObject({ status: 'failure', reason: 'no_space' })
    await send(id, 'close')
    await gone(id)
    expect([await processes(), await left()]).toEqual([[], []])
  })
})
