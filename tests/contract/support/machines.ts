/** Real machines as tests see them through a server of their own: over HTTP and the console, and as processes and files beside it. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { consoleSocket } from '#tests/support/console.ts'
import { env } from '#config/env.ts'
import type { Deposit } from '#src/contract/device/deposit.schema.ts'
import type { Scene, SceneEventLine } from '#src/contract/scene/scene.schema.ts'
import { emptyDocument, type Node, type TopologyDocument } from '#src/contract/topology/document.ts'
import { madeLink, madeNetwork, madeNode, madePort } from '#src/contract/topology/made.ts'
import { silentLog } from '#mock/http/log.ts'
import { qemuDriver } from '#mock/world/scene/qemu/driver.ts'
import type { Process } from './importProcess.ts'

/** Why machines cannot be run here, if so. */
export async function whyNoMachines(): Promise<string | undefined> {
  const { system, accel } = env.qemu
  const log = silentLog
  const here = await qemuDriver({ root: os.tmpdir(), system, accel, now: () => new Date(), log }).available()
  const why = here.ok ? here.lacks : here.reason
  if (why) console.warn(`scenes of real machines are not tested here: ${why}`)
  return why
}

export const machine = (id: string, address: string, more: Partial<Node> = {}): Node => ({
  ...madeNode(id, id, 'machine', { x: 0, y: 0 }),
  cpu: 1,
  memory: 96,
  disk: 1,
  ports: [{ ...madePort('p', 'eth0'), network_id: 'lan', address }],
  ...more,
})
export const two: TopologyDocument = {
  ...emptyDocument(),
  networks: [{ ...madeNetwork('lan', 'lan', '10.9.0.0/24'), gateway: '10.9.0.1' }],
  nodes: [machine('web', '10.9.0.11'), machine('desk', '10.9.0.12')],
  links: [madeLink('l', { node: 'web', port: 'p' }, { node: 'desk', port: 'p' })],
}
export const alone = (node: Node): TopologyDocument => ({ ...two, nodes: [node], links: [] })

/** @param server whichever runs now @param dir its data directory */
export function machinesOf(server: () => Process, dir: () => string) {
  const ok = async <T>(method: string, at: string, body?: unknown): Promise<T> => {
    const r = await server().call<T>(method, at, body)
    expect(r.status, `${method} ${at} ${JSON.stringify(r.body)}`).toBe(200)
    return r.body
  }
  const scene = (id: string) => ok<Scene>('GET', `/scenes/${id}`)
  return {
    ok,
    send: (id: string, event: string, body: object = {}) => ok<Scene>('POST', `/scenes/${id}/${event}`, body),
    until: async (id: string, status: string): Promise<Scene> => {
      for (let waited = 0; waited < 90_000; waited += 300) {
        const now = await scene(id)
        if (now.status === status) return now
        await pause(300)
      }
      throw new Error(`not ${status}: ${JSON.stringify(await scene(id))}`)
    },
    gone: (id: string) =>
      expect.poll(async () => (await server().call('GET', `/scenes/${id}`)).status, { timeout: 30_000 }).toBe(404),
    events: async (id: string) => (await ok<{ items: SceneEventLine[] }>('GET', `/scenes/${id}/events`)).items,

    /** Sends a file for an image, a service or a USB device in one part. */
    bring: async (
      kind: 'image' | 'service' | 'usb-device',
      target: string,
      name: string,
      bytes: Buffer,
    ): Promise<void> => {
      const body = { kind, target, name, size: bytes.length, ...(kind === 'image' ? { keep: true } : {}) }
      const { id } = await ok<Deposit>('POST', '/deposits', body)
      const r = await fetch(`${server().url}/deposits/${id}/content`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${server().token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes),
      })
      expect(r.status).toBe(204)
    },

    /** Machines of this data directory, as processes. */
    processes: async (): Promise<string[]> => {
      const pids = (await fs.readdir('/proc')).filter((n) => /^\d+$/.test(n))
      const lines = await Promise.all(pids.map((n) => fs.readFile(`/proc/${n}/cmdline`, 'utf8').catch(() => '')))
      return lines.filter((l) => l.startsWith('qemu-system') && l.includes(dir()))
    },
    /** What lies in the folders of machines and of their sockets. */
    left: async (): Promise<string[]> => {
      const folders = await fs.readdir(path.join(dir(), 'machines')).catch(() => [])
      const sockets = (await fs.readdir(os.tmpdir())).filter((n) => n.startsWith('range-scene-'))
      const own = await Promise.all(
        sockets.map(async (n) => {
          const owner = await fs.readFile(path.join(os.tmpdir(), n, 'owner'), 'utf8').catch(() => '')
          return owner.startsWith(dir()) ? [n] : []
        }),
      )
      return [...folders, ...own.flat()]
    },
    /** A system without an agent counts as up two minutes after its start; here they have passed already. */
    olden: async (): Promise<void> => {
      const root = path.join(dir(), 'machines')
      for (const name of await fs.readdir(root, { recursive: true }).catch(() => []))
        if (path.basename(name) === 'on') await fs.utimes(path.join(root, name), 0, 0).catch(() => undefined)
    },

    consoleOf: async (id: string, node: string) => {
      const body = { node, kind: 'terminal', columns: 100, rows: 30 }
      const { ticket } = await ok<{ ticket: string }>('POST', `/scenes/${id}/console`, body)
      const socket = consoleSocket(server().url, ticket)
      let text = ''
      let recording = ''
      socket.on('message', (bytes: Buffer, binary: boolean) => {
        if (binary) text += bytes.toString()
        else {
          const said = JSON.parse(bytes.toString()) as { type: string; recording?: string }
          if (said.type === 'ready') recording = said.recording ?? ''
        }
      })
      await new Promise((done, failed) => {
        socket.once('open', done)
        socket.once('error', failed)
      })
      await expect.poll(() => recording).not.toBe('')
      return {
        recording: () => recording,
        resize: (columns: number, rows: number) => socket.send(JSON.stringify({ type: 'resize', columns, rows })),
        shows: (answer: string) => expect.poll(() => text, { timeout: 20_000 }).toContain(answer),
        /** Types a line and waits for what only its answer holds. */
        async type(line: string, answer: string) {
          const from = text.length
          socket.send(Buffer.from(`${line}\n`))
          await expect.poll(() => text.slice(from), { timeout: 30_000 }).toContain(answer)
        },
        async close() {
          const over = new Promise((done) => socket.once('close', done))
          socket.close()
          await over
        },
      }
    },
  }
}
