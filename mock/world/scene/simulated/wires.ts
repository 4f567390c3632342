/** What goes over the wires of running scenes, for whoever listens at a terminal of the same server: nothing is kept, and nothing costs when nobody does. */
import type { Sent, Wire } from '../shell/program.ts'

export interface Wires {
  of(scene: string): Wire
}
export function makeWires(): Wires {
  const taps = new Map<string, Set<(sent: Sent) => void>>()
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
    }),
  }
}
