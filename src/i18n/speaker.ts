/**
 * Several apps may share a page, and with it this code: each has words of its own. Whose are meant by `t` follows from who asks: the app that
 * is being drawn, or else the one whose event, action or saga is running. With one app on the page there is nothing to find out.
 */
import React, { createContext } from 'react'
import type { Tongue } from './tongue.ts'

const present: Tongue[] = []
let acting: Tongue | undefined
/** The words of what is drawn below. */
export const TongueContext = createContext<Tongue | undefined>(undefined)

interface Dispatcher {
  readContext(context: typeof TongueContext): Tongue | undefined
  useContext: unknown
  useState: unknown
}
/** React's own note of what it is drawing with; outside of drawing all its hooks are one function that refuses. It holds for the pinned React 18.3. */
const react =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no type has what React keeps to itself
  (React as unknown as Record<string, { ReactCurrentDispatcher?: { current: Dispatcher | null } } | undefined>)[
    '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED'
  ]
function drawing(): Tongue | undefined {
  const dispatcher = react?.ReactCurrentDispatcher?.current
  return dispatcher && dispatcher.useContext !== dispatcher.useState ? dispatcher.readContext(TongueContext) : undefined
}

export function currentTongue(alone: Tongue): Tongue {
  if (present.length < 2) return present[0] ?? alone
  return drawing() ?? (acting && present.includes(acting) ? acting : present[present.length - 1]) ?? alone
}
export const speakers = (alone: Tongue): readonly Tongue[] => (present.length ? present : [alone])

/** From here on something is done for this app, until something is done for another. */
export function actAs(tongue: Tongue): void {
  acting = tongue
}

const signs = [
  'pointerover',
  'pointerdown',
  'click',
  'keydown',
  'input',
  'change',
  'submit',
  'focusin',
  'drop',
  'paste',
] as const
/** The app's words are there; what happens inside its elements is done for it. Returns how to leave. */
export function enterAs(tongue: Tongue, elements: readonly HTMLElement[]): () => void {
  present.push(tongue)
  const act = () => actAs(tongue)
  for (const el of elements) for (const sign of signs) el.addEventListener(sign, act, true)
  return () => {
    present.splice(present.indexOf(tongue), 1)
    if (acting === tongue) acting = undefined
    for (const el of elements) for (const sign of signs) el.removeEventListener(sign, act, true)
  }
}
