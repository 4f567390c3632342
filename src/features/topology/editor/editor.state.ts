/** What the editor knows, as one value: the drawing with its past, what is selected, how saving and the lock stand, what is open. */
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import type { TextError } from '../../../contract/topology/text/cursor.ts'
import { emptyDocument } from '../../../contract/topology/document.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import type { TopologyChange } from './model/change.ts'
import { newHistory, type History, recordChange, redo, closeUndoStep, undo } from '../../../lib/history.ts'
import type { Mould } from './model/nodes.ts'
import { existingIds } from './model/selection.ts'
import type { ToolName } from './tools/tool.ts'

export interface DrawingUsage {
  n: number
  /** Of the first that the viewer may see. */
  names: readonly string[]
}
/** A drawing as the server keeps it. */
export interface StoredDrawing {
  document: TopologyDocument
  /** What people wrote of it; empty where nobody did. */
  text: string
  version: number
  updated_at: string
  by: string
}

type SavePhase =
  | { at: 'saved'; when: string | null }
  | { at: 'changed' }
  | { at: 'saving' }
  | { at: 'failed'; problem: AppProblem }
  /** Others use it: nothing is saved before the viewer has said so. */
  | { at: 'held'; asking: boolean }
  /** Somebody saved another one meanwhile. */
  | { at: 'conflict'; theirs: StoredDrawing }

type HoldPhase =
  | { at: 'asking' }
  | { at: 'mine' }
  /** Somebody else edits: since when, until when his lock stands. */
  | { at: 'theirs'; who: string; since: string; me: boolean }
  /** The viewer may look only. */
  | { at: 'none' }

const panels = ['form', 'networks', 'problems'] as const
export type EditorPanel = (typeof panels)[number]
export type Open = 'help' | 'search' | 'stamp' | 'start' | 'discard' | null

export interface EditorState {
  phase: { at: 'loading' } | { at: 'failed'; problem: AppProblem } | { at: 'ready' }
  name: string
  /** Change locked nodes, and lock others. */
  unlock: boolean
  /** Start a scene of it. */
  start: boolean
  /** Nodes the licence lets a drawing have. */
  editableNodes: number | null
  stored: StoredDrawing | null
  /** Questions whose scenes are made of it, and whether the viewer knows that they change with it. */
  used: DrawingUsage | null
  agreed: boolean
  history: History<TopologyDocument>
  selection: readonly string[]
  save: SavePhase
  hold: HoldPhase
  tool: ToolName
  /** Node that a link is drawn from by keyboard. */
  from: string | null
  /** What a click in the drawing sets down. */
  placing: Placing | null
  panel: EditorPanel
  open: Open
  /** The text beside the drawing. */
  text: boolean
  /** What is typed there and cannot be drawn. */
  pending: Pending | null
  /** Counts what asks for the panel's first field. */
  asked: number
}
/** A text that the drawing does not say: it has mistakes, or the drawing was changed meanwhile. */
export interface Pending {
  text: string
  /** What both sides last said, and the text that said it. */
  said: TopologyDocument
  whole: string
  apart: boolean
  /** The first mistake; line 0 where there is none left. */
  line: number
  code: TextError['code'] | null
  params?: TextError['params'] | undefined
  mistakes: number
}
export type Placing = Mould | { kind: 'note' | 'group' }

const initial: EditorState = {
  phase: { at: 'loading' },
  name: '',
  unlock: false,
  start: false,
  editableNodes: null,
  stored: null,
  used: null,
  agreed: false,
  history: newHistory(emptyDocument()),
  selection: [],
  save: { at: 'saved', when: null },
  hold: { at: 'asking' },
  tool: 'select',
  from: null,
  placing: null,
  panel: 'form',
  open: null,
  text: false,
  pending: null,
  asked: 0,
}

export type EditorAction =
  | {
      type: 'loaded'
      name: string
      stored: StoredDrawing
      unlock: boolean
      start: boolean
      editableNodes: number | null
      used: DrawingUsage | null
      draft?: TopologyDocument
    }
  | { type: 'failed'; problem: AppProblem }
  | { type: 'changed'; change: TopologyChange }
  | { type: 'sealed' }
  | { type: 'selected'; ids: readonly string[] }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'save'; phase: SavePhase }
  | { type: 'stored'; stored: StoredDrawing }
  | { type: 'agreed' }
  | { type: 'hold'; phase: HoldPhase }
  | {
      type: 'set'
      parts: Partial<Pick<EditorState, 'tool' | 'from' | 'placing' | 'panel' | 'open' | 'text' | 'pending'>>
    }
  /** Somebody wants to write into a panel: the form, unless it says another. */
  | { type: 'form'; panel?: EditorPanel }
  /** For the saga: */
  | { type: 'ask/save' }
  | { type: 'ask/hold'; takeOver: boolean }
  | { type: 'ask/settle'; way: 'theirs' | 'mine' }
  | { type: 'ask/again' }
  /** What is not on the server is kept in the browser now. */
  | { type: 'ask/keep' }

export const isWritable = (s: EditorState): boolean => s.phase.at === 'ready' && s.hold.at === 'mine'
export const isUnsaved = (s: EditorState): boolean => s.stored !== null && s.history.now !== s.stored.document

/** The first change of what others use waits for the viewer's word. */
export const isHeld = (s: EditorState): boolean => s.used !== null && !s.agreed && isUnsaved(s)

/** Something is here only, and leaving would not bring it to the server. */
export const isLeft = (s: EditorState): boolean =>
  s.phase.at === 'ready' && (s.pending !== null || s.save.at === 'failed' || s.save.at === 'conflict' || isHeld(s))

const moved = (s: EditorState, history: History<TopologyDocument>, select?: readonly string[]): EditorState => {
  if (history.now === s.history.now) {
    const selection = select ?? s.selection
    return history === s.history && selection === s.selection ? s : { ...s, history, selection }
  }
  const selection = existingIds(history.now, select ?? s.selection)
  // a node that is gone is no end of a link
  const from = history.now.nodes.some((n) => n.id === s.from) ? s.from : null
  const stays = s.save.at === 'conflict' || s.save.at === 'saving' || s.save.at === 'held'
  const save: SavePhase = stays ? s.save : { at: 'changed' }
  return { ...s, history, selection, save, from }
}

export function reduce(s: EditorState = initial, a: EditorAction): EditorState {
  switch (a.type) {
    case 'loaded': {
      const history = newHistory(a.stored.document)
      const state: EditorState = {
        ...s,
        phase: { at: 'ready' },
        name: a.name,
        unlock: a.unlock,
        start: a.start,
        editableNodes: a.editableNodes,
        stored: a.stored,
        used: a.used,
        history,
        selection: existingIds(a.stored.document, s.selection),
        save: { at: 'saved', when: a.stored.updated_at },
      }
      return a.draft ? moved(state, recordChange(history, a.draft)) : state
    }
    case 'failed':
      return { ...s, phase: { at: 'failed', problem: a.problem } }
    case 'changed':
      return moved(s, recordChange(s.history, a.change.doc, a.change.mark), a.change.select)
    case 'sealed':
      return { ...s, history: closeUndoStep(s.history) }
    case 'selected':
      return a.ids === s.selection ? s : { ...s, selection: a.ids, history: closeUndoStep(s.history) }
    case 'undone':
      return moved(s, undo(s.history))
    case 'redone':
      return moved(s, redo(s.history))
    case 'save':
      return { ...s, save: a.phase }
    case 'stored':
      return { ...s, stored: a.stored }
    case 'agreed':
      return { ...s, agreed: true, save: { at: 'changed' } }
    case 'hold':
      return {
        ...s,
        hold: a.phase,
        ...(a.phase.at === 'mine' ? {} : { tool: 'select' as const, placing: null, from: null }),
      }
    case 'set':
      return { ...s, ...a.parts }
    case 'form':
      return { ...s, panel: a.panel ?? 'form', asked: s.asked + 1 }
    default:
      return s
  }
}
