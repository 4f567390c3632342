/** Which console is in which place of the desk: pure, so that closing, splitting and choosing never lose one. */
export interface Desk {
  /** Keys of open consoles in the order of their tabs. */
  tabs: readonly string[]
  /** Of the places, one or two; undefined where a place is empty. */
  shown: readonly [string | undefined, string | undefined]
  split: boolean
  /** Place that the next choice goes to. */
  active: 0 | 1
}
export const emptyDesk: Desk = { tabs: [], shown: [undefined, undefined], split: false, active: 0 }

const put = (d: Desk, place: 0 | 1, key: string | undefined): Desk['shown'] =>
  place === 0 ? [key, d.shown[1]] : [d.shown[0], key]

/** Shows a console in the active place; one that is in the other place changes places. */
export function choose(d: Desk, key: string): Desk {
  const tabs = d.tabs.includes(key) ? d.tabs : [...d.tabs, key]
  if (d.split && d.shown[d.active === 0 ? 1 : 0] === key) return { ...d, tabs, active: d.active === 0 ? 1 : 0 }
  return { ...d, tabs, shown: put(d, d.active, key) }
}

/** Its neighbour comes into the place it leaves. */
export function close(d: Desk, key: string): Desk {
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
export function splitDesk(d: Desk): Desk {
  if (d.split) {
    const kept = d.shown[d.active] ?? d.shown[0] ?? d.shown[1]
    return { ...d, split: false, active: 0, shown: [kept, undefined] }
  }
  return { ...d, split: true, active: 1, shown: [d.shown[0], d.tabs.find((t) => t !== d.shown[0])] }
}

export const activate = (d: Desk, place: 0 | 1): Desk => (d.active === place ? d : { ...d, active: place })
