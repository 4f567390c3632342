/** What the editor needs from outside: the server, a place for drafts in the browser, and its pace. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { EditorAction, StoredDrawing, DrawingUsage } from '../editor.state.ts'

/** Who holds a drawing's lock. */
export interface EditLockHolder {
  by: { name: string }
  mine: boolean
  since: string
}
export interface LoadedTopology {
  name: string
  document: TopologyDocument
  text: string
  version: number
  updated_at: string
  updated_by_name: string
  can: { save: boolean; unlock: boolean; start: boolean }
  editable_nodes: number | null
  used_by: DrawingUsage | null
}
/** The server, as the editor needs it; every call rejects with a problem. */
export interface TopologyServer {
  read: () => Promise<LoadedTopology>
  /** @param text undefined: the one the server has */
  save: (version: number, document: TopologyDocument, text?: string) => Promise<{ version: number; updated_at: string }>
  lock: (takeOver: boolean) => Promise<EditLockHolder>
  holder(): Promise<EditLockHolder | null>
  keep: () => Promise<EditLockHolder>
  release: () => Promise<unknown>
}
/** What was drawn and is not on the server yet. */
export interface TopologyDraft {
  version: number
  document: TopologyDocument
  text?: string | undefined
  /** A text that the drawing does not say, and whether the drawing was changed beside it. */
  typed?: { text: string; apart: boolean } | undefined
}
export interface TopologyDraftStore {
  read(): TopologyDraft | undefined
  keep(draft: TopologyDraft): void
  drop(): void
}
export interface EditorTimings {
  /** Milliseconds from a change to its draft in the browser, and to the server. */
  draft: number
  save: number
  /** From a change to the server at the longest, while more come. */
  most: number
  /** Between two signs of life, and between two tries after a failure. */
  beat: number
  again: number
}
export const usualPace: EditorTimings = { draft: 300, save: 1200, most: 5000, beat: 20_000, again: 5000 }

export const storedDrawingOf = (r: LoadedTopology): StoredDrawing => ({
  document: r.document,
  text: r.text,
  version: r.version,
  updated_at: r.updated_at,
  by: r.updated_by_name,
})
/** The editor as it was read. */
export const loaded = (r: LoadedTopology, draft?: TopologyDocument): EditorAction => ({
  type: 'loaded',
  name: r.name,
  stored: storedDrawingOf(r),
  unlock: r.can.unlock,
  start: r.can.start,
  editableNodes: r.editable_nodes,
  used: r.used_by,
  ...(draft ? { draft } : {}),
})
