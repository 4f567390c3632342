/**
 * USB devices of machines, as QEMU emulates them (qemu.org/docs, "USB emulation"), put in and pulled out while a machine runs. What is in lies
 * in a folder of the node, which goes with its power. Vendor and product are QEMU's own; the serial number is the device's.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { UsbPlug } from '../driver.ts'
import { qemuImg } from './disk.ts'
import type { MachineFiles } from './machine.ts'
import { isThere, shortName } from './place.ts'
import { type QmpSession, withMachine } from './qmp.ts'
import { driverRefusalOf } from './refusal.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

type Ask = [string, Record<string, unknown>]
/** A back end, and the device that is plugged in, in words of QMP. */
interface Model {
  driver: string
  behind?: { add: Ask; remove: Ask }
  props?: Record<string, unknown>
}

const MiB = 1024 * 1024
/** What a stick holds that nobody put anything on. */
const emptyStick = 64 * MiB

/** Milliseconds a back end may take to be let go. */
const patience = 2000

const idOf = (device: string): string => `u${shortName(device)}`
const stickOf = (f: MachineFiles, id: string): string => path.join(f.usb, `${id}.qcow2`)

/** By the base class of the standard. Cameras and what has a class of its own are nothing that QEMU emulates. */
const models: Readonly<Record<string, (id: string, f: MachineFiles) => Model>> = {
  '08': (id, f) => ({
    driver: 'usb-storage',
    props: { drive: id, removable: true },
    behind: {
      add: ['blockdev-add', { driver: 'qcow2', 'node-name': id, file: { driver: 'file', filename: stickOf(f, id) } }],
      remove: ['blockdev-del', { 'node-name': id }],
    },
  }),
  // a keyboard would take the keys of the screen from the one that every system has a driver for
  '03': () => ({ driver: 'usb-tablet' }),
  // with nothing at the other end of its cable
  '02': (id) => ({
    driver: 'usb-serial',
    props: { chardev: id, 'always-plugged': true },
    behind: {
      add: ['chardev-add', { id, backend: { type: 'null', data: {} } }],
      remove: ['chardev-remove', { id }],
    },
  }),
  '01': () => ({ driver: 'usb-audio', props: { audiodev: silence } }),
  E0: () => ({ driver: 'usb-net' }),
  '0B': () => ({ driver: 'usb-ccid' }),
}
export const emulatedUsbClasses: ReadonlySet<string> = new Set(Object.keys(models))

const silence = 'silent'
/** Sockets of the controller: more would make a hub, whose place nobody knows. */
const sockets = 8
/** The controller that every machine has, and where its sound goes. */
export const usbArgs = [
  '-audiodev',
  `none,id=${silence}`,
  '-device',
  `qemu-xhci,id=usb,p2=${sockets},p3=${sockets}`,
] as const

/** A layer over what the store keeps: what is written goes when it is pulled out. */
async function stick(f: MachineFiles, id: string, { file, bytes }: UsbPlug): Promise<void> {
  const at = stickOf(f, id)
  if (await isThere(at)) return
  const from = file ? ['-b', path.resolve(file), '-F', 'raw'] : []
  const size = file ? Math.ceil(bytes / MiB) * MiB : emptyStick
  await qemuImg('create', '-q', '-f', 'qcow2', ...from, `${at}.next`, String(size))
  await fs.rename(`${at}.next`, at)
}

/** @returns ids of what the machine has in, with the socket */
async function inside(c: QmpSession): Promise<ReadonlySet<string>> {
  const all = await c.ask<{ name: string; type: string }[]>('qom-list', { path: '/machine/peripheral' })
  return new Set(all.flatMap((p) => (p.name.startsWith('u') && p.type.startsWith('child<usb-') ? [p.name] : [])))
}

/** One that is in stays in. */
export async function plugIn(f: MachineFiles, device: UsbPlug): Promise<void> {
  const model = models[device.class_code]?.(idOf(device.id), f)
  if (!model) throw driverRefusalOf('usb_class')
  const id = idOf(device.id)
  await fs.mkdir(f.usb, { recursive: true, mode: 0o700 })
  await withMachine(f.qmp, async (c) => {
    const there = await inside(c)
    if (there.has(id)) return
    if (there.size >= sockets) throw driverRefusalOf('usb_full')
    if (device.class_code === '08') await stick(f, id, device)
    const { add, remove } = model.behind ?? {}
    if (add && remove) {
      // of a try that was cut off
      await c.ask(...remove).catch(() => undefined)
      await c.ask(...add)
    }
    const serial = device.serial ? { serial: device.serial } : {}
    try {
      await c.ask('device_add', { driver: model.driver, id, bus: 'usb.0', ...model.props, ...serial })
    } catch (e) {
      if (remove) await c.ask(...remove).catch(() => undefined)
      throw e
    }
  })
  await fs.writeFile(path.join(f.usb, `${id}.json`), JSON.stringify(device))
}

/** One that is out stays out. */
export async function pullOut(f: MachineFiles, device: Pick<UsbPlug, 'id'>): Promise<void> {
  const id = idOf(device.id)
  const was = (await plugged(f)).find((d) => d.id === device.id)
  await withMachine(f.qmp, async (c) => {
    if ((await inside(c)).has(id)) await c.ask('device_del', { id })
    const behind = was && models[was.class_code]?.(id, f).behind
    // it is let go a moment after the device is out
    for (let waited = 0; behind && waited < patience; waited += 25) {
      const gone = await c.ask(...behind.remove).then(
        () => true,
        () => false,
      )
      if (gone) break
      await pause(25)
    }
  })
  await fs.rm(path.join(f.usb, `${id}.json`), { force: true })
  await fs.rm(stickOf(f, id), { force: true })
}

/** What a node has in. */
async function plugged(f: MachineFiles): Promise<UsbPlug[]> {
  const names = (await fs.readdir(f.usb).catch(() => [])).filter((n) => n.endsWith('.json'))
  return Promise.all(names.map(async (n) => ownJson<UsbPlug>(await fs.readFile(path.join(f.usb, n), 'utf8'))))
}

/** Pulls everything out, as not every device can be part of a state. @returns what puts it in again, with what was written on it */
export async function takeOut(f: MachineFiles): Promise<() => Promise<void>> {
  const all = (await plugged(f)).map((device) => ({ device, at: stickOf(f, idOf(device.id)) }))
  for (const { device, at } of all) {
    await fs.link(at, `${at}.kept`).catch(() => undefined)
    await pullOut(f, device)
  }
  return async () => {
    for (const { device, at } of all) {
      await fs.rename(`${at}.kept`, at).catch(() => undefined)
      await plugIn(f, device)
    }
  }
}
