/** What of the commands only the page can do: the clipboard, pictures, the view, and giving up what is going on. */
import type { Point } from '../../../parts/topology-view/figure.ts'
import { t } from '../../../i18n/index.ts'
import { pendingWord } from './text/mistake.ts'
import { downloadFile } from '../../../lib/save.ts'
import { copyText } from '../../../ui/data/clipboard.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Canvas } from './canvas/controller.ts'
import { pngOfSvg, svgOf } from './canvas/picture.ts'
import { clipboard } from './clipboard.ts'
import type { Effect } from './commands/command.ts'
import type { Doer } from './desk.ts'
import { isWritable, type Placing } from './editor.state.ts'
import { addDrawing } from './model/drawings.ts'
import { placeFragment } from './model/fragment.ts'
import type { LinkRefusal } from './model/links.ts'
import { addNode, freePlace, type Mould, removeParts } from './model/nodes.ts'
import type { Placeable } from './palette/Palette.tsx'
import type { EditorStore } from './store.ts'

export interface Doing extends Doer {
  /** A place in sight that nothing stands on. */
  free(): Point
  /** Sets a piece down. */
  set(what: Placeable, at: Point): void
  /** The selection as text, for the browser's own copy and cut. */
  taken(): string | undefined
  paste(text: string | null | undefined): void
}

interface Page {
  canvas(): Canvas | undefined
  /** Puts the caret into the palette's search. */
  palette(): void
}

const isMould = (what: Placing): what is Mould => what.kind !== 'note' && what.kind !== 'group'

export function doingOf(store: EditorStore, page: Page): Doing {
  const middle = () => page.canvas()?.middle() ?? { x: 0, y: 0 }
  const taken = () => clipboard.take(store.getState())
  const copy = (cut: boolean) => {
    const text = taken()
    if (text === undefined) return
    void copyText(text)
    const { history, selection } = store.getState()
    if (cut) store.dispatch({ type: 'changed', change: { doc: removeParts(history.now, new Set(selection)) } })
  }
  const paste = (text: string | null | undefined) => {
    const s = store.getState()
    const change = isWritable(s) ? clipboard.put(s, text, middle()) : undefined
    if (change) store.dispatch({ type: 'changed', change })
    else if (isWritable(s)) toast.info(t('editor.paste_nothing'))
  }
  const picture = async (as: 'png' | 'svg') => {
    const stage = page.canvas()?.stage
    const extent = stage?.extent()
    if (!stage || !extent) return
    const svg = svgOf(stage, extent)
    try {
      const file = as === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOfSvg(svg)
      downloadFile(file, `${store.getState().name}.${as}`)
    } catch {
      toast.bad(t('editor.picture_failed'))
    }
  }
  /** Esc: gives up what is going on, step by step, then what is selected. */
  const leave = () => {
    const s = store.getState()
    if (page.canvas()?.cancel()) return
    if (s.placing || s.tool !== 'select')
      store.dispatch({ type: 'set', parts: { placing: null, tool: 'select', from: null } })
    else store.dispatch({ type: 'selected', ids: [] })
  }
  const effects: Partial<Record<Effect, () => void>> = {
    fit: () => page.canvas()?.fit(),
    actual: () => page.canvas()?.actual(),
    zoom_in: () => page.canvas()?.zoom(1.25),
    zoom_out: () => page.canvas()?.zoom(1 / 1.25),
    reveal: () => page.canvas()?.reveal(store.getState().selection),
    png: () => void picture('png'),
    svg: () => void picture('svg'),
    copy: () => copy(false),
    cut: () => copy(true),
    paste: () => void clipboard.read().then(paste),
    palette: () => page.palette(),
    leave,
  }
  return {
    middle,
    free: () => freePlace(store.getState().history.now, middle(), (p) => page.canvas()?.sees(p) ?? true),
    taken,
    paste,
    effect: (e) => effects[e]?.(),
    unsaved: (text) => toast.warn(t('editor.text_not_saved', { reason: pendingWord(text) })),
    refused: (why: LinkRefusal) => toast.warn(t(`editor.refused.${why}`)),
    set(what, at) {
      const now = store.getState().history.now
      const change =
        'stamp' in what
          ? placeFragment(now, what.stamp, at)
          : isMould(what.placing)
            ? addNode(now, what.placing, at)
            : addDrawing(now, what.placing.kind, at)
      store.dispatch({ type: 'changed', change })
      store.dispatch({ type: 'set', parts: { placing: null, panel: 'form' } })
    },
  }
}
