/** A line as it is typed at a terminal: editing keys, history, completion (the usual ones of GNU readline’s emacs mode). */
import { cellsIn } from './width.ts'

export interface LineEditor {
  /** Bytes from the keyboard. */
  feed(text: string): void
  /** Writes the prompt and waits for a line; undefined: the end (^D). */
  read(
    prompt: string,
    o?: { hidden?: boolean; history?: string[]; complete?: (line: string) => string[] },
  ): Promise<string | undefined>
  /** Keys go there as they come instead, ^C as well. @returns how to take them back, with those that are left */
  lend(keys: (text: string) => void): (rest: string) => void
  /** Called for ^C: while nobody reads it ends what runs, else the line. */
  onInterrupt(fn: () => void): void
}

/** Longest line that is taken. */
const longest = 4096
/** Characters that keys of one message may move or draw; those behind are not taken. */
const mostWork = 2_000_000

export function lineEditor(write: (text: string) => void): LineEditor {
  let reading:
    | {
        prompt: string
        hidden: boolean
        history: string[]
        complete?: (line: string) => string[]
        done(line: string | undefined): void
      }
    | undefined
  let line: string[] = []
  let at = 0
  let place = 0
  let kept = ''
  let waiting = ''
  let interrupt = (): void => {}
  let lent: ((text: string) => void) | undefined
  let pending = ''
  /** While keys of one message are taken the line is drawn once, at their end or before anything else is written. */
  let [batch, stale, work, looked] = [false, false, 0, false]

  const draw = (): void => {
    if (!reading || reading.hidden) return
    stale = batch
    if (batch) return
    const behind = cellsIn(line.slice(at).join(''))
    write(`\r\x1b[K${reading.prompt}${line.join('')}${behind ? `\x1b[${behind}D` : ''}`)
  }
  const drawn = (): void => {
    if (!stale) return
    batch = false
    draw()
    batch = true
  }
  const set = (text: string) => {
    line = [...text]
    at = line.length
    draw()
  }
  const finish = (value: string | undefined, echo = '\r\n') => {
    drawn()
    const r = reading
    reading = undefined
    line = []
    at = 0
    write(echo)
    r?.done(value)
  }
  function browse(step: number): void {
    const all = reading?.history ?? []
    if (place === all.length) kept = line.join('')
    const next = Math.min(all.length, Math.max(0, place + step))
    if (next === place) return
    place = next
    set(place === all.length ? kept : (all[place] ?? ''))
  }
  function complete(): void {
    // once in a message: nobody types two of these at a time
    if (looked) return
    looked = batch
    const before = line.slice(0, at).join('')
    const found = reading?.complete?.(before) ?? []
    const word = /\S*$/.exec(before)?.[0] ?? ''
    if (!found.length) return
    let common = found[0] ?? ''
    for (const f of found) while (!f.startsWith(common)) common = common.slice(0, -1)
    const more = Array.from(common.slice((word.split('/').at(-1) ?? '').length))
    if (found.length === 1 && !common.endsWith('/')) more.push(' ')
    if (more.length) {
      line.splice(at, 0, ...more)
      at += more.length
      draw()
    } else if (found.length > 1) {
      drawn()
      write(`\r\n${found.slice(0, 60).join('  ')}\r\n`)
      draw()
    }
  }
  const escapes: Readonly<Record<string, () => void>> = {
    '[A': () => browse(-1),
    '[B': () => browse(1),
    OA: () => browse(-1),
    OB: () => browse(1),
    '[C': () => move(1),
    '[D': () => move(-1),
    OC: () => move(1),
    OD: () => move(-1),
    '[H': () => move(-line.length),
    '[F': () => move(line.length),
    '[1~': () => move(-line.length),
    '[4~': () => move(line.length),
    '[3~': () => cut(at, at + 1),
  }
  function move(n: number): void {
    at = Math.min(line.length, Math.max(0, at + n))
    draw()
  }
  function cut(from: number, to: number): void {
    line.splice(from, to - from)
    at = from
    draw()
  }
  const keys: Readonly<Record<string, () => void>> = {
    '\r': () => finish(line.join('')),
    '\n': () => finish(line.join('')),
    '\x7f': () => at > 0 && cut(at - 1, at),
    '\b': () => at > 0 && cut(at - 1, at),
    '\x01': () => move(-line.length),
    '\x05': () => move(line.length),
    '\x02': () => move(-1),
    '\x06': () => move(1),
    '\x0b': () => cut(at, line.length),
    '\x15': () => cut(0, at),
    '\x17': () => {
      let from = at
      while (from > 0 && line[from - 1] === ' ') from--
      while (from > 0 && line[from - 1] !== ' ') from--
      cut(from, at)
    },
    '\x0c': () => {
      drawn()
      write('\x1b[H\x1b[2J')
      draw()
    },
    '\t': complete,
    '\x10': () => browse(-1),
    '\x0e': () => browse(1),
    '\x04': () => (line.length ? cut(at, at + 1) : finish(undefined)),
  }
  function key(c: string): void {
    if (c === '\x03') {
      if (reading) {
        interrupt()
        finish('', '^C\r\n')
      } else {
        write('^C\r\n')
        waiting = ''
        interrupt()
      }
      return
    }
    // typed ahead while a command runs
    if (!reading) {
      if (waiting.length < longest) waiting += c
      return
    }
    const known = keys[c]
    if (known) {
      work += line.length + 1
      known()
    } else if (c >= ' ' && line.length < longest) {
      line.splice(at, 0, c)
      at++
      if (reading.hidden) return
      if (at === line.length && !stale) write(c)
      else draw()
    }
  }
  function feed(text: string): void {
    if (lent) return lent(text)
    const all = pending + text
    pending = ''
    const chars = [...all]
    ;[batch, work, looked] = [true, 0, false]
    for (let i = 0; i < chars.length && work < mostWork; i++) {
      if (chars[i] !== '\x1b') {
        key(chars[i] ?? '')
        continue
      }
      const rest = chars.slice(i + 1, i + 6).join('')
      const found = /^(\[[0-9;]*[A-Za-z~]|O[A-Z])/.exec(rest)
      if (!found && rest.length < 2) {
        pending = chars.slice(i).join('')
        break
      }
      if (found) {
        work += line.length + 1
        if (reading) escapes[found[0]]?.()
        i += found[0].length
      }
    }
    drawn()
    batch = false
  }
  return {
    feed,
    lend(keys) {
      lent = keys
      const typed = waiting
      waiting = ''
      if (typed) keys(typed)
      return (rest) => {
        lent = undefined
        if (rest) feed(rest)
      }
    },
    onInterrupt(fn) {
      interrupt = fn
    },
    read: (prompt, { hidden = false, history = [], complete: words } = {}) =>
      new Promise((done) => {
        reading = { prompt, hidden, history, done, ...(words ? { complete: words } : {}) }
        place = history.length
        write(prompt)
        const typed = waiting
        waiting = ''
        if (typed) feed(typed)
      }),
  }
}
