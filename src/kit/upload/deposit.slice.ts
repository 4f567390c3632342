/** Files on their way into the image store. The bytes themselves stay with the saga. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { DepositKind } from '../../contract/device/deposit.ts'
import type { AppProblem } from '../../lib/problem.ts'

export type DepositPhase =
  /** The file is looked at, the server is asked. */
  | { at: 'preparing' }
  /** Bytes of the whole that arrived, bytes per second, seconds left; 0 and null before enough of it was seen. */
  | { at: 'sending'; sent: number; speed: number; left: number | null }
  | { at: 'paused'; sent: number }
  /** The connection broke; goes on by itself. */
  | { at: 'retrying'; sent: number; code: string }
  | { at: 'failed'; problem: AppProblem }
  | { at: 'done' }

/** What a file is for, where its page may be gone when it has come: a place on it, and the file as it is named there. */
export interface Meant {
  place: string
  attached: { file: string; name: string; size: number }
}
export interface DepositItem {
  /** `kind target`: a row is sent one file at a time. */
  key: string
  name: string
  size: number
  phase: DepositPhase
  meant?: Meant | undefined
}
export interface NewItem {
  kind: DepositKind
  target: string
  file: File
  /** Of an image: kept as soon as it has come. */
  keep?: boolean
  meant?: Meant
}
export const depositKeyOf = (kind: DepositKind, target: string): string => `${kind} ${target}`

export const depositSlice = createSlice({
  name: 'deposits',
  initialState: { items: [] as DepositItem[] },
  reducers: {
    added: (s, { payload: { kind, target, file, meant } }: PayloadAction<NewItem>) => {
      const key = depositKeyOf(kind, target)
      s.items = s.items.filter((i) => i.key !== key)
      s.items.push({ key, name: file.name, size: file.size, phase: { at: 'preparing' }, meant })
    },
    moved: (s, { payload }: PayloadAction<{ key: string; phase: DepositPhase }>) => {
      const item = s.items.find((i) => i.key === payload.key)
      if (item) item.phase = payload.phase
    },
    /** Stops sending; what came stays. */
    paused: (s, { payload }: PayloadAction<string>) => {
      const phase = s.items.find((i) => i.key === payload)?.phase
      if (phase && 'sent' in phase) Object.assign(phase, { at: 'paused' })
    },
    resumed: (s, { payload }: PayloadAction<string>) => {
      const item = s.items.find((i) => i.key === payload)
      if (item?.phase.at === 'paused') item.phase = { at: 'sending', sent: item.phase.sent, speed: 0, left: null }
    },
    /** Gives it up: what came of it is thrown away on the server too. */
    dismissed: (s, { payload }: PayloadAction<string>) => {
      s.items = s.items.filter((i) => i.key !== payload)
    },
  },
})
export const depositActions = depositSlice.actions
/** Absent until the first page that can send a file. */
export interface DepositState {
  deposits?: { items: DepositItem[] }
}
