/** Pointer behaviour as state machines: what the pointer does and over what goes in; a gesture, a draft to show or a change comes out. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Point, Rect } from '../../../../parts/topology-view/figure.ts'
import type { TopologyChange } from '../model/change.ts'
import type { Grip, LinkRefusal } from '../model/links.ts'
import type { Mould } from '../model/nodes.ts'

export const corners = ['nw', 'ne', 'se', 'sw'] as const
export type Corner = (typeof corners)[number]

export type Hit =
  | { on: 'nothing' }
  | { on: 'node'; id: string }
  | { on: 'port'; node: string; id: string }
  | { on: 'link'; id: string }
  /** A bend, or the handle in the middle of a stretch that makes one. */
  | { on: 'bend'; link: string; index: number; fresh?: boolean }
  | { on: 'drawing'; id: string }
  | { on: 'corner'; drawing: string; corner: Corner }

/** Where the pointer is in the drawing and on the screen, what is under it, and which keys are held. */
export interface Pointed extends Point {
  screen: Point
  hit: Hit
  button: 'main' | 'middle' | 'second'
  shift: boolean
  alt: boolean
  space: boolean
  /** A finger: where a mouse would draw a band, it moves the view. */
  finger?: boolean
}

/** What a tool may look at. */
export interface Sight {
  doc: TopologyDocument
  selection: readonly string[]
  writable: boolean
  /** Pixels per unit of the drawing. */
  scale: number
  /** Node that a link is drawn from. */
  from: string | null
}

/** What a tool draws above the drawing while it is used. */
export type Overlay =
  | { at: 'band'; rect: Rect }
  | { at: 'cable'; from: Point; to: Point; target?: string; refused?: LinkRefusal }
  | { at: 'guides'; lines: readonly { x?: number; y?: number }[] }
  | { at: 'ghost'; x: number; y: number; kind: Mould['kind'] | 'note' | 'group' }

export type Gesture =
  | { at: 'pressed'; start: Pointed; already: boolean }
  | { at: 'moving'; start: Point; ids: ReadonlySet<string>; doc: TopologyDocument }
  | { at: 'band'; start: Point; base: readonly string[] }
  /** `click`: a click without a drag names an end, too. */
  | { at: 'linking'; from: Grip; start: Point; click?: true }
  | { at: 'bending'; link: string; index: number; doc: TopologyDocument; moved: boolean }
  | { at: 'sizing'; drawing: string; corner: Corner; start: Rect }
  | { at: 'panning'; last: Point }

export interface ToolStep {
  /** What goes on; null: nothing does. */
  gesture: Gesture | null
  /** Shown instead of the drawing until the gesture ends. */
  draft?: TopologyDocument
  overlay?: Overlay
  change?: TopologyChange
  /** Node that a link is drawn from now; null: from none. */
  from?: string | null
  select?: readonly string[]
  /** Screen pixels the view moves by. */
  pan?: Point
  /** The form of this thing is wanted. */
  open?: string
  /** Said to whoever tried. */
  refused?: LinkRefusal
}

export type ToolName = 'select' | 'hand' | 'connect'
/** Pixels the pointer may tremble before a press becomes a drag. */
export const slack = 4
