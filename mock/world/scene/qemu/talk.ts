/** Talking to a machine that runs: its terminal and its screen, files and USB devices for it. */
import net from 'node:net'
import type { Console, InjectedFile, UsbPlug } from '../driver.ts'
import { imageFor } from './disk.ts'
import { putFile, sizeLine } from './guest.ts'
import { machineFilesOf, type MachineFiles, type SceneMachines } from './machine.ts'
import { pidOf } from './process.ts'
import { QemuError } from './qmp.ts'
import { fileRefusal, driverRefusalOf } from './refusal.ts'
import type { sharedLine } from './serial.ts'
import { plugIn, pullOut } from './usb.ts'

/** Milliseconds after which a terminal that is being drawn larger has its size. */
const settled = 150

/** The last of many sizes while somebody draws a window larger. */
function sizing(socket: string): (columns: number, rows: number) => void {
  let timer: NodeJS.Timeout | undefined
  return (columns, rows) => {
    clearTimeout(timer)
    // a system without an agent keeps the size it has
    timer = setTimeout(() => void sizeLine(socket, columns, rows).catch(() => {}), settled)
    timer.unref()
  }
}

export async function openNodeConsole(
  lines: ReturnType<typeof sharedLine>,
  m: SceneMachines,
  node: string,
  kind: 'terminal' | 'desktop',
): Promise<Console> {
  const f = machineFilesOf(m.place, node)
  if (kind === 'terminal') return { stream: await lines.open(f.serial, f.log), resize: sizing(f.guest) }
  const stream = net.connect(f.screen)
  await new Promise<void>((resolve, reject) => {
    stream.once('connect', resolve)
    stream.once('error', (e) => reject(new QemuError('no_answer', e.message)))
  })
  return { stream }
}

/** A node that runs, with the image it has. */
async function running(m: SceneMachines, id: string): Promise<{ f: MachineFiles; image: ReturnType<typeof imageFor> }> {
  const node = m.order.document.nodes.find((n) => n.id === id)
  const f = machineFilesOf(m.place, id)
  if (!node || !(await pidOf(f.pid, f.qmp))) throw driverRefusalOf('node_off')
  return { f, image: imageFor(m.order, node) }
}

const [unix, windows] = [/^\/[^"\\\p{Cc}]*$/u, /^[A-Za-z]:[\\/][^"\p{Cc}]*$/u]

export async function injectInto(m: SceneMachines, node: string, file: InjectedFile): Promise<void> {
  const { f, image } = await running(m, node)
  if (!(image?.os === 'windows' ? windows : unix).test(file.path)) throw fileRefusal(new Error('is a directory'))
  await putFile(f.guest, image ? undefined : f.files, file).catch((e: unknown) => {
    throw fileRefusal(e)
  })
}

export async function plugInto(m: SceneMachines, node: string, device: UsbPlug): Promise<void> {
  const { f, image } = await running(m, node)
  // of a system of somebody's own nobody knows what it has
  if (!image && !(await m.boot()).usb) throw driverRefusalOf('no_usb_driver')
  await plugIn(f, device)
}

export async function pullOutOf(m: SceneMachines, node: string, device: string): Promise<void> {
  const f = machineFilesOf(m.place, node)
  if (await pidOf(f.pid, f.qmp)) await pullOut(f, { id: device })
}
