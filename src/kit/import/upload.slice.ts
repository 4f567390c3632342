/** Files on their way to the server, in the order they were dropped. The bytes themselves stay with the saga. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ImportKind, TextPage } from '../../contract/import/import.ts'
import type { AppProblem } from '../../lib/problem.ts'

/** What a file becomes: the plan of an import, or a backup in the list. */
export type UploadKind = ImportKind | 'backup'

/** What its sender says of a file that is imported. */
export interface ImportFileOptions {
  page?: TextPage
  /** The set that its questions go into, or the course that its lessons do. */
  set_id?: string
  /** What new courses are sorted under. */
  direction_id?: string
}

export type UploadPhase =
  | { at: 'waiting' }
  /** `sent` bytes of the whole arrived. */
  | { at: 'sending'; sent: number }
  /** The connection broke; goes on by itself. */
  | { at: 'retrying'; sent: number; code: string }
  | { at: 'failed'; problem: AppProblem }
  | { at: 'done'; made: string }

export interface UploadItem {
  key: string
  name: string
  size: number
  kind: UploadKind
  phase: UploadPhase
  /** Chosen by itself: its plan opens as soon as it can. */
  alone?: boolean
}

export const uploadSlice = createSlice({
  name: 'uploads',
  initialState: { items: [] as UploadItem[] },
  reducers: {
    added: (
      s,
      {
        payload: { key, file, kind = 'resources', alone = false },
      }: PayloadAction<{ key: string; file: File; kind?: UploadKind; said?: ImportFileOptions; alone?: boolean }>,
    ) => {
      s.items.push({ key, name: file.name, size: file.size, kind, phase: { at: 'waiting' }, alone })
    },
    moved: (s, { payload }: PayloadAction<{ key: string; phase: UploadPhase }>) => {
      const item = s.items.find((i) => i.key === payload.key)
      if (item) item.phase = payload.phase
    },
    /** Stops it when it is under way and takes it off the list. */
    dismissed: (s, { payload }: PayloadAction<string>) => {
      s.items = s.items.filter((i) => i.key !== payload)
    },
  },
})
export const uploadActions = uploadSlice.actions
export interface UploadState {
  uploads: { items: UploadItem[] }
}
