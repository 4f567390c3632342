/** A line asked for at the foot of an editor. */
import { stepBack, stepOn } from './buffer.ts'
import { isText } from './keys.ts'

export interface Input {
  readonly text: string
  readonly at: number
  /** False of a key that means nothing here. */
  key(k: string): boolean
}
const longest = 1000

export function input(text = ''): Input {
  let at = text.length
  const keys: Readonly<Record<string, () => void>> = {
    '<Left>': () => (at = stepBack(text, at)),
    '<Right>': () => (at = stepOn(text, at)),
    '<Home>': () => (at = 0),
    '<End>': () => (at = text.length),
    '<C-a>': () => (at = 0),
    '<C-e>': () => (at = text.length),
    '<BS>': () => cut(stepBack(text, at), at),
    '<Del>': () => cut(at, stepOn(text, at)),
    '<C-u>': () => cut(0, at),
  }
  function cut(from: number, to: number): void {
    text = text.slice(0, from) + text.slice(to)
    at = from
  }
  return {
    get text() {
      return text
    },
    get at() {
      return at
    },
    key(k) {
      const known = keys[k]
      if (known) known()
      else if (!isText(k)) return false
      else if (text.length < longest) {
        text = text.slice(0, at) + k + text.slice(at)
        at += k.length
      }
      return true
    },
  }
}
