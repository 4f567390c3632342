/** Consoles on the page: each goes through asking, joining, open and back again until somebody closes it or its scene ends. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ConsoleEnd } from '../../../contract/scene/console.ts'
import type { ConsoleKind } from '../../../contract/scene/node.ts'
import type { AppProblem } from '../../../lib/problem.ts'

/** Where a console is reached, once. */
export interface ConsoleLine {
  url: string
  /** See `consoleProtocols`. */
  protocols: string[]
}

export interface ConsoleWanted {
  /** Of the page: one tab. */
  key: string
  scene: string
  node: string
  kind: ConsoleKind
  /** Console of somebody else to look over. */
  shadow?: string
  /** The class hour in which it is looked over; without one its scene is led. */
  hour?: string
  /** Console of one's own that was here before the page was loaded anew. */
  resume?: string
  record: boolean
}

export type ConsolePhase =
  /** A ticket is on its way. */
  | { at: 'asking'; again: number }
  | { at: 'joining'; again: number }
  /** `line` of a desktop, which speaks RFB itself. */
  | {
      at: 'open'
      recording: string | null
      shadow: boolean
      line: ConsoleLine | null
      /** What was to be come back to is gone, or not this page’s; this is a new one. */
      anew: boolean
    }
  /** The line broke; it is tried again. */
  | { at: 'returning'; again: number; problem: AppProblem | null }
  | { at: 'ended'; end: ConsoleEnd | null; problem: AppProblem | null }

export interface ConsoleState {
  wanted: ConsoleWanted
  phase: ConsolePhase
  /** Of the server, to come back to; until its session ends. */
  console: string | undefined
  /** Names of those who look on. */
  watched: readonly string[]
}
interface ConsolesState {
  open: Readonly<Record<string, ConsoleState>>
}
export interface WithConsoles {
  consoles?: ConsolesState
}

const initialState: ConsolesState = { open: {} }

export const consolesSlice = createSlice({
  name: 'consoles',
  initialState,
  reducers: {
    /** Opens a console, or one that ended once more. */
    opened(s, { payload }: PayloadAction<ConsoleWanted>) {
      const had = s.open[payload.key]
      const console = had ? had.console : payload.resume
      s.open[payload.key] = { wanted: payload, phase: { at: 'asking', again: 0 }, console, watched: [] }
    },
    closed(s, { payload: key }: PayloadAction<string>) {
      const { [key]: _, ...rest } = s.open
      s.open = rest
    },
    /** A page with consoles was left: all whose keys begin so are closed. */
    left(s, { payload: prefix }: PayloadAction<string>) {
      s.open = Object.fromEntries(Object.entries(s.open).filter(([key]) => !key.startsWith(prefix)))
    },
    phaseChanged(s, { payload: { key, phase } }: PayloadAction<{ key: string; phase: ConsolePhase }>) {
      const c = s.open[key]
      if (!c) return
      c.phase = phase
      if (phase.at !== 'open') c.watched = []
      if (phase.at === 'ended' && phase.end === 'exit') c.console = undefined
    },
    /** The server says which console it is. */
    joined(s, { payload: { key, console } }: PayloadAction<{ key: string; console: string }>) {
      const c = s.open[key]
      if (c) c.console = console
    },
    /** What was to be come back to is not this page’s: the next try asks for a new one. */
    forgotten(s, { payload: key }: PayloadAction<string>) {
      const c = s.open[key]
      if (c) c.console = undefined
    },
    watched(s, { payload: { key, by } }: PayloadAction<{ key: string; by: readonly string[] }>) {
      const c = s.open[key]
      if (c) c.watched = [...by]
    },
    /** A desktop has its line. */
    lineOpened(_s, _a: PayloadAction<string>) {},
    /** A desktop lost its line, or its page has it back. */
    lineLost(_s, _a: PayloadAction<{ key: string; code: number }>) {},
    /** Somebody does not want to wait for the next try. */
    again(_s, _a: PayloadAction<string>) {},
  },
})
export const consolesActions = consolesSlice.actions
