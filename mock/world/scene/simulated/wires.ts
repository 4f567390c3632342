/** What goes over the wires of running scenes, for whoever listens at a terminal of the same server: nothing is kept, and nothing costs when nobody does. */
import type { ShellConnection, SentPackets, PacketNetwork } from '../shell/program.ts'

/** Connections that wait at a port, and characters that wait in one. */
const most = { waiting: 5, characters: 1024 * 1024 } as const

/** Both ends of a connection. */
function lineBetween(caller: string, called: string): readonly [ShellConnection, ShellConnection] {
  const sent = ['', '']
  const open = [true, true]
  const end = (mine: 0 | 1, from: string): ShellConnection => {
    const other = mine === 0 ? 1 : 0
    return {
      from,
      take() {
        const text = sent[other] ?? ''
        sent[other] = ''
        return text !== '' || open[other] ? text : undefined
      },
      send(text) {
        // whoever has gone takes nothing, as a socket that is closed
        if (!open[other]) return true
        if ((sent[mine] ?? '').length > most.characters) return false
        sent[mine] += text
        return true
      },
      close: () => void (open[mine] = false),
    }
  }
  return [end(0, called), end(1, caller)]
}

export interface PacketNetworkHub {
  of(scene: string): PacketNetwork
}
export function makePacketNetworkHub(): PacketNetworkHub {
  const taps = new Map<string, Set<(sent: SentPackets) => void>>()
  /** By scene, node and port: who has connected and is not taken yet. */
  const listeners = new Map<string, Map<string, Map<number, ShellConnection[]>>>()
  return {
    of: (scene) => ({
      send(sent) {
        for (const hears of taps.get(scene) ?? []) hears(sent)
      },
      tap(hears) {
        const all = taps.get(scene) ?? new Set()
        taps.set(scene, all.add(hears))
        return () => {
          all.delete(hears)
          if (!all.size) taps.delete(scene)
        }
      },
      listen(node, port) {
        const nodes = listeners.get(scene) ?? new Map<string, Map<number, ShellConnection[]>>()
        const ports = nodes.get(node) ?? new Map<number, ShellConnection[]>()
        if (ports.has(port)) return undefined
        const waiting: ShellConnection[] = []
        listeners.set(scene, nodes.set(node, ports.set(port, waiting)))
        return {
          next: () => waiting.shift(),
          close() {
            for (const l of waiting) l.close()
            ports.delete(port)
            if (!ports.size) nodes.delete(node)
            if (!nodes.size) listeners.delete(scene)
          },
        }
      },
      dial(node, port, from) {
        const waiting = listeners.get(scene)?.get(node)?.get(port)
        if (!waiting || waiting.length >= most.waiting) return undefined
        const [mine, theirs] = lineBetween(from, node)
        waiting.push(theirs)
        return mine
      },
      ports: (node) => [...(listeners.get(scene)?.get(node)?.keys() ?? [])],
    }),
  }
}
