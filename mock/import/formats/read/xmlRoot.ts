/** The first element of an XML text, seen from its beginning alone: what stands before it is stepped over once, whatever it holds. */
export interface RootTag {
  /** Without its prefix. */
  name: string
  prefixed: boolean
  /** As they are written; cut off where the text is. */
  attributes: string
}

/** Behind a document type, whose own declarations stand in brackets; -1 where it has no end. */
function behindDoctype(text: string, from: number): number {
  let inside = false
  for (let at = from; at < text.length; at++) {
    const c = text[at]
    if (c === '[') inside = true
    else if (c === ']') inside = false
    else if (c === '>' && !inside) return at + 1
  }
  return -1
}

function behind(text: string, at: number): number {
  const after = (end: string, from: number) => {
    const found = text.indexOf(end, from)
    return found < 0 ? -1 : found + end.length
  }
  if (text.startsWith('<?', at)) return after('>', at)
  if (text.startsWith('<!--', at)) return after('-->', at + 4)
  return text.startsWith('<!DOCTYPE', at) ? behindDoctype(text, at) : at
}

export function rootTag(text: string): RootTag | undefined {
  const space = /\s*/y
  for (let at = text.startsWith('\ufeff') ? 1 : 0; ; ) {
    space.lastIndex = at
    space.test(text)
    const next = behind(text, space.lastIndex)
    if (next < 0) return undefined
    if (next === space.lastIndex) {
      const found = /^<([\w-]+:)?([\w-]+)(?=[\s>])([^>]*)/.exec(text.slice(next))
      if (!found) return undefined
      return { name: found[2] ?? '', prefixed: found[1] !== undefined, attributes: found[3] ?? '' }
    }
    at = next
  }
}
