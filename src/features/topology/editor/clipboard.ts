/** Copying between drawings: as text on the clipboard, and in this browser where a page may not read that. */
import { TopologyDocument } from '../../../contract/topology/document.schema.ts'
import { scoped } from '../../../lib/storage.ts'
import type { Point } from '../../../parts/topology-view/figure.ts'
import type { EditorState } from './editor.state.ts'
import type { TopologyChange } from './model/change.ts'
import { fragmentOf, type Fragment, fragmentFormat, placeFragment, fragmentText } from './model/fragment.ts'

const key = 'topology-clipboard'

/** A fragment from text that anybody may have written; undefined for any other text. */
function parsed(text: string | null | undefined): Fragment | undefined {
  if (!text?.includes(fragmentFormat)) return undefined
  try {
    const raw: Record<string, unknown> = JSON.parse(text)
    if (raw['format'] !== fragmentFormat) return undefined
    const { nodes, links, networks, drawings } = raw
    const read = TopologyDocument.safeParse({ isolation: 'isolated', nodes, links, networks, drawings })
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

export const clipboard = {
  /** What is selected, as text; kept here too. */
  take(s: EditorState): string | undefined {
    const fragment = fragmentOf(s.history.now, s.selection)
    if (!fragment) return undefined
    const text = fragmentText(fragment)
    scoped('local').set(key, text)
    return text
  },
  put(s: EditorState, text: string | null | undefined, at: Point): TopologyChange | undefined {
    const fragment = parsed(text) ?? (text ? undefined : parsed(scoped('local').get(key)))
    return fragment && placeFragment(s.history.now, fragment, at)
  },
  /** The clipboard's text where the browser gives it. */
  async read(): Promise<string | null> {
    try {
      const text = await navigator.clipboard.readText()
      return parsed(text) ? text : null
    } catch {
      return null
    }
  },
}
