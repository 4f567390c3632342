/**
 * The drawing and its text, kept alike: whichever side was changed last writes the other. While the text has mistakes the drawing stays as it
 * was; should it be changed meanwhile, the two have come apart, and whoever edits them says which of the two stands.
 */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { readTopologyText, type TextRead } from '../../../../contract/topology/text/read.ts'
import type { ExternalNames } from '../../../../contract/topology/text/value.ts'
import { writeText } from '../../../../contract/topology/text/write.ts'
import { structurallyShared } from './shared.ts'

export interface Twin {
  /** `typed` is not read yet, `wrong` has mistakes, `apart` says another drawing than the one there is. */
  at: 'even' | 'typed' | 'wrong' | 'apart'
  text: string
  /** What both sides last said, and the text that said it. */
  said: TopologyDocument
  whole: string
  /** Of `text`, but of `whole` while it is `typed`. */
  read: TextRead
}

function even(said: TopologyDocument, text: string, names: ExternalNames): Twin {
  return { at: 'even', text, said, whole: text, read: readTopologyText(text, { before: said, names }) }
}
const written = (doc: TopologyDocument, names: ExternalNames, previous: string): string =>
  writeText(doc, { names, previous })

/** @param previous a text of an earlier state of the drawing, for its comments and layout */
export const initialTextSync = (doc: TopologyDocument, names: ExternalNames, previous = ''): Twin =>
  even(doc, written(doc, names, previous), names)

/** Somebody types. */
export const afterTextChange = (t: Twin, text: string): Twin =>
  text === t.text ? t : { ...t, text, at: t.at === 'apart' ? 'apart' : 'typed' }

/** The typing rests: what does the text say? A drawing of its own where it says another one, or says the same in another way. */
export function rested(t: Twin, now: TopologyDocument, names: ExternalNames): Twin {
  if (t.at === 'even') return t
  if (now === t.said && t.text === t.whole) return even(now, t.whole, names)
  const read = readTopologyText(t.text, { before: t.said, names })
  if (now !== t.said) return { ...t, read, at: 'apart' }
  if (!read.document) return { ...t, read, at: 'wrong' }
  const same = structurallyShared(now, read.document)
  // what was renamed is called by its new name everywhere else too
  if (read.renamed) return even(same, written(same, names, t.text), names)
  // words around it are an act too: undone in their turn, and kept
  const said = same === now ? { ...now } : same
  return { at: 'even', text: t.text, said, whole: t.text, read: { ...read, document: said } }
}

/** The drawing is another one. @param known the text it had when it was this one before */
export function afterDrawingChange(t: Twin, now: TopologyDocument, names: ExternalNames, known?: string): Twin {
  if (now === t.said) return t.at === 'apart' ? rested({ ...t, at: 'typed' }, now, names) : t
  if (t.at === 'even') return even(now, known ?? written(now, names, t.whole), names)
  return t.at === 'apart' ? t : { ...t, read: readTopologyText(t.text, { before: t.said, names }), at: 'apart' }
}

/** Which of the two stands. A text with mistakes cannot. */
export function resolvedTextSync(t: Twin, way: 'drawing' | 'text', now: TopologyDocument, names: ExternalNames): Twin {
  if (way === 'drawing') return even(now, written(now, names, t.whole), names)
  const read = readTopologyText(t.text, { before: now, names })
  if (!read.document) return t
  const said = structurallyShared(now, read.document)
  if (read.renamed) return even(said, written(said, names, t.text), names)
  return { at: 'even', text: t.text, said, whole: t.text, read }
}
