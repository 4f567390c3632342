/** Which console is in which place of the desk: pure, so that closing, splitting and choosing never lose one. */
import type { ConsoleKind } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'

export interface ConsoleDeskState {
  /** Keys of open consoles in the order of their tabs. */
  tabs: readonly string[]
  /** Of the places, one or two; undefined where a place is empty. */
  shown: readonly [string | undefined, string | undefined]
  split: boolean
  /** Place that the next choice goes to. */
  active: 0 | 1
}
export const emptyDesk: ConsoleDeskState = { tabs: [], shown: [undefined, undefined], split: false, active: 0 }

const put = (d: ConsoleDeskState, place: 0 | 1, key: string | undefined): ConsoleDeskState['shown'] =>
  place === 0 ? [key, d.shown[1]] : [d.shown[0], key]

/** Shows a console in the active place; one that is in the other place changes places. */
export function showConsole(d: ConsoleDeskState, key: string): ConsoleDeskState {
  const tabs = d.tabs.includes(key) ? d.tabs : [...d.tabs, key]
  if (d.split && d.shown[d.active === 0 ? 1 : 0] === key) return { ...d, tabs, active: d.active === 0 ? 1 : 0 }
  return { ...d, tabs, shown: put(d, d.active, key) }
}

/** Its neighbour comes into the place it leaves. */
export function closeConsole(d: ConsoleDeskState, key: string): ConsoleDeskState {
  const at = d.tabs.indexOf(key)
  if (at < 0) return d
  const tabs = d.tabs.filter((t) => t !== key)
  const other = (place: 0 | 1) => (d.split ? d.shown[place === 0 ? 1 : 0] : undefined)
  const next = (place: 0 | 1): string | undefined => {
    if (d.shown[place] !== key) return d.shown[place]
    const free = tabs.filter((t) => t !== other(place))
    return free[Math.min(at, free.length - 1)]
  }
  return { ...d, tabs, shown: [next(0), next(1)] }
}

/** One beside the other, or one at a time; the second place takes a console that is not shown. */
export function splitDesk(d: ConsoleDeskState): ConsoleDeskState {
  if (d.split) {
    const kept = d.shown[d.active] ?? d.shown[0] ?? d.shown[1]
    return { ...d, split: false, active: 0, shown: [kept, undefined] }
  }
  return { ...d, split: true, active: 1, shown: [d.shown[0], d.tabs.find((t) => t !== d.shown[0])] }
}

export const activatePlace = (d: ConsoleDeskState, place: 0 | 1): ConsoleDeskState =>
  d.active === place ? d : { ...d, active: place }

/** The one node of a scene that somebody may open, once nothing boots that could be another; undefined where there is a choice. */
export function onlyPlace(nodes: Scene['nodes']): { node: string; kind: ConsoleKind } | undefined {
  const [only, ...more] = nodes.filter((n) => n.can.includes('console'))
  const kind = only?.consoles[0]
  const late = nodes.some((n) => n.consoles.length > 0 && n.status === 'booting')
  return only && kind && !more.length && !late ? { node: only.id, kind } : undefined
}

/** A desk as it is kept for a page that is loaded anew, with the server's consoles by the keys of their tabs. */
export interface KeptDesk {
  desk: ConsoleDeskState
  consoles: Readonly<Record<string, string>>
}

const isKey = (v: unknown): v is string => typeof v === 'string' && v.length <= 400
const mostTabs = 40

/** What was kept; of anything else what can be made sense of, and never a place that shows what has no tab. */
export function readDesk(text: string | null): KeptDesk {
  const none: KeptDesk = { desk: emptyDesk, consoles: {} }
  if (text === null) return none
  try {
    const { desk, consoles }: { desk?: Partial<ConsoleDeskState>; consoles?: Record<string, unknown> } =
      JSON.parse(text)
    const tabs = [...new Set((desk?.tabs ?? []).filter(isKey))].slice(0, mostTabs)
    const [a, b] = [desk?.shown?.[0], desk?.shown?.[1]].map((k) => (isKey(k) && tabs.includes(k) ? k : undefined))
    const split = desk?.split === true
    return {
      desk: {
        tabs,
        split,
        active: split && desk.active === 1 ? 1 : 0,
        shown: split ? [a, a === b ? undefined : b] : [a ?? tabs[0], undefined],
      },
      consoles: Object.fromEntries(
        tabs.flatMap((t) => (isKey(consoles?.[t]) ? [[t, consoles[t]] as [string, string]] : [])),
      ),
    }
  } catch {
    return none
  }
}

/** Pixels below which letters of somebody else's screen are not made smaller: then it scrolls. */
const smallest = 7

/**
 * How large the letters of somebody else's screen are, so that all of it is seen.
 * @param room columns and rows that the place has for letters of `at` pixels
 * @param wanted the reader's own size, which is never exceeded
 */
export function lettersFor(
  screen: { cols: number; rows: number },
  room: { cols: number; rows: number; at: number },
  wanted: number,
): number {
  const share = Math.min(room.cols / screen.cols, room.rows / screen.rows)
  return Math.max(smallest, Math.min(wanted, Math.floor(room.at * share)))
}
