/** Keys of a terminal by name, as Vim writes them: `a`, `<Up>`, `<Esc>`, `<C-x>`. */
export interface TerminalKey {
  name: string
  /** Where the next one begins. */
  end: number
}

const sequences: Readonly<Record<string, string>> = {
  A: '<Up>',
  B: '<Down>',
  C: '<Right>',
  D: '<Left>',
  H: '<Home>',
  F: '<End>',
  '1~': '<Home>',
  '7~': '<Home>',
  '4~': '<End>',
  '8~': '<End>',
  '2~': '<Insert>',
  '3~': '<Del>',
  '5~': '<PageUp>',
  '6~': '<PageDown>',
  '1;5C': '<C-Right>',
  '1;5D': '<C-Left>',
}
const controls: Readonly<Record<string, string>> = {
  '\r': '<CR>',
  '\n': '<CR>',
  '\t': '<Tab>',
  '\x7f': '<BS>',
  '\b': '<BS>',
  '\x1b': '<Esc>',
}
const nameOf = (c: string): string =>
  controls[c] ?? (c < ' ' ? `<C-${String.fromCharCode(c.charCodeAt(0) + 64).toLowerCase()}>` : c)

/** Sequences that are not known are left out; an escape that begins none is the key of that name. */
export function* terminalKeysOf(text: string): Generator<TerminalKey> {
  for (let i = 0; i < text.length; ) {
    const found = text[i] === '\x1b' ? /^\x1b(?:\[([0-9;]*[A-Za-z~])|O([A-Z]))/.exec(text.slice(i, i + 12)) : null
    const raw = found?.[0] ?? String.fromCodePoint(text.codePointAt(i) ?? 0)
    i += raw.length
    const name = found ? sequences[found[1] ?? found[2] ?? ''] : nameOf(raw)
    if (name !== undefined) yield { name, end: i }
  }
}

export const isText = (key: string): boolean => [...key].length === 1
