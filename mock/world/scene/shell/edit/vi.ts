/** Vim, as far as a file is mended with it: normal, insert and command mode. */
import type { Cmd } from '../program.ts'
import { patternOr } from '../pattern.ts'
import { cellsIn } from '../width.ts'
import { isBefore, type BufferPosition, stepBack, stepOn } from './buffer.ts'
import { type EditedFile, openDoc, saveDoc } from './file.ts'
import { type Input, input } from './input.ts'
import { isText } from './keys.ts'
import { cellAt, type LineSegment, window, wrappedRows } from './layout.ts'
import { left, right, search, vertical, wordBack, wordEnd, wordOn, wordStop } from './moves.ts'
import type { TerminalFrame } from './painter.ts'
import type { TerminalEditor } from './program.ts'
import { substitute } from './substitute.ts'

/** Where a motion leads, and what an operator takes on the way. */
interface Motion {
  to: BufferPosition
  takes?: 'lines' | 'last'
}
type Mode = 'normal' | 'insert' | 'command'

const mostCount = 99_999
const quoted = (d: Pick<EditedFile, 'name'>): string => `"${d.name}"`

export function vi(c: Pick<Cmd, 'shell'>, given: string): TerminalEditor {
  let doc = openDoc(c, given)
  let b = doc.buffer
  let way = vertical(b)
  let mode: Mode = 'normal'
  /** What stands at the foot, and whether it is an error. */
  let message = opened()
  let failed = false
  /** A command as far as it was typed: `2d3` of `2d3w`. */
  let [count, operator, prefix, outer] = ['', '', '', '']
  let line: Input | undefined
  let lead = ''
  let register = { text: '', lines: false }
  let [over, wrote, numbers, warned] = [false, false, false, false]
  let sought = { text: '', back: false }
  let [top, height] = [{ line: 0, row: 0 }, 20]
  /** Keys of this change and of the last, which `.` does again. */
  let [keys, before]: [string[], number] = [[], 0]
  let last: string[] = []

  function opened(): string {
    if (doc.name === '') return ''
    if (doc.problem === 'EISDIR') return `${quoted(doc)} is a directory`
    if (doc.problem) return `${quoted(doc)} [Permission Denied]`
    if (doc.fresh) return `${quoted(doc)} [New]`
    const notes = `${doc.writable ? '' : '[readonly] '}${doc.ending === '\r\n' ? '[dos] ' : ''}`
    const { lines, bytes } = extent()
    return `${quoted(doc)} ${notes}${lines}L, ${bytes}B`
  }
  function extent(): { lines: number; bytes: number } {
    const lines = b.lines.length === 1 && b.line === '' ? 0 : b.lines.length
    const bytes = b.lines.reduce((n, l) => n + Buffer.byteLength(l, doc.encoding) + doc.ending.length, 0)
    return { lines, bytes: lines ? bytes : 0 }
  }
  const say = (text: string) => {
    message = text
    failed = false
  }
  const refuse = (text: string) => {
    message = text
    failed = true
  }

  const leave = () => void (over = true)

  // --- motions
  const n = () => Math.min(mostCount, Number(count || 1))
  const times = (step: (from: BufferPosition) => BufferPosition): BufferPosition => {
    let at = b.at
    for (let i = n(); i > 0; i--) {
      const next = step(at)
      if (next.line === at.line && next.col === at.col) break
      at = next
    }
    return at
  }
  const sideways = (step: (l: string, col: number) => number) => (): Motion => ({
    to: times((p) => ({ line: p.line, col: step(b.lines[p.line] ?? '', p.col) })),
  })
  const down = (by: number): Motion | undefined => {
    const line = b.at.line + by
    if (by && (by < 0 ? b.at.line === 0 : b.at.line + 1 === b.lines.length)) return undefined
    return { to: way.by(line - b.at.line), takes: 'lines' }
  }
  const firstText = (line: number): BufferPosition => {
    const l = Math.min(b.lines.length - 1, Math.max(0, line))
    return { line: l, col: /^\s*/.exec(b.lines[l] ?? '')?.[0].length ?? 0 }
  }
  const toLine = (line: number): Motion => ({ to: firstText(line), takes: 'lines' })
  function seek(back: boolean): Motion | undefined {
    const none = (why: string): undefined => {
      refuse(why)
      return undefined
    }
    if (sought.text === '') return none('E35: No previous regular expression')
    const wanted = patternOr(sought.text)
    const found = search(b, (l, from) => wanted.at(l, from), back)
    if (!found) return none(`E486: Pattern not found: ${sought.text}`)
    if (!found.wrapped) say(`${back ? '?' : '/'}${sought.text}`)
    else if (back) refuse('search hit TOP, continuing at BOTTOM')
    else refuse('search hit BOTTOM, continuing at TOP')
    return { to: found.place }
  }
  const backward = sideways(stepBack)
  const forward = sideways(stepOn)
  const endOfLine = (): Motion => {
    const at = Math.min(b.lines.length - 1, b.at.line + n() - 1)
    if (operator === '') way.end()
    return { to: { line: at, col: (b.lines[at] ?? '').length } }
  }
  const startOfLine = (): Motion => ({ to: { line: b.at.line, col: 0 } })
  const page = (lines: number) => () => down(Math.trunc(lines * height))
  const motions: Readonly<Record<string, () => Motion | undefined>> = {
    h: backward,
    '<Left>': backward,
    '<BS>': () => ({ to: times((p) => left(b, p)) }),
    l: forward,
    '<Right>': forward,
    ' ': () => ({ to: times((p) => right(b, p)) }),
    j: () => down(n()),
    '<Down>': () => down(n()),
    '<C-n>': () => down(n()),
    k: () => down(-n()),
    '<Up>': () => down(-n()),
    '<C-p>': () => down(-n()),
    '<CR>': () => down(n()) && toLine(b.at.line + n()),
    '+': () => down(n()) && toLine(b.at.line + n()),
    '-': () => down(-n()) && toLine(b.at.line - n()),
    w: () => ({ to: times((p) => wordOn(b, p)) }),
    '<C-Right>': () => ({ to: times((p) => wordOn(b, p)) }),
    b: () => ({ to: times((p) => wordBack(b, p)) }),
    '<C-Left>': () => ({ to: times((p) => wordBack(b, p)) }),
    e: () => ({ to: times((p) => wordEnd(b, p)), takes: 'last' }),
    '0': startOfLine,
    '<Home>': startOfLine,
    '^': () => ({ to: firstText(b.at.line) }),
    $: endOfLine,
    '<End>': endOfLine,
    G: () => toLine(count === '' ? b.lines.length - 1 : n() - 1),
    gg: () => toLine(n() - 1),
    n: () => seek(sought.back),
    N: () => seek(!sought.back),
    '<C-f>': page(1),
    '<PageDown>': page(1),
    '<C-b>': page(-1),
    '<PageUp>': page(-1),
    '<C-d>': page(0.5),
    '<C-u>': page(-0.5),
  }

  // --- changes
  function insertMode(at?: BufferPosition): void {
    if (at) b.at = at
    mode = 'insert'
    say('')
    if (!doc.writable && !doc.fresh && !warned) {
      warned = true
      refuse('W10: Warning: Changing a readonly file')
    }
  }
  const put = (text: string) => {
    if (!b.insert(text)) refuse('E342: Out of memory!')
  }
  function takeLines(from: number, to: number, keep: boolean): void {
    register = { text: b.lines.slice(from, to + 1).join('\n'), lines: true }
    if (keep) return
    b.splice(from, to - from + 1, [])
    b.at = firstText(Math.min(from, b.lines.length - 1))
    if (to - from > 1) say(`${to - from + 1} fewer lines`)
  }
  function takeBetween(from: BufferPosition, to: BufferPosition, keep: boolean): void {
    register = { text: keep ? b.between(from, to) : b.cut(from, to), lines: false }
    b.at = from
  }
  function operate(op: string, m: Motion): void {
    const [from, to] = isBefore(m.to, b.at) ? [m.to, b.at] : [b.at, m.to]
    const keep = op === 'y'
    if (m.takes === 'lines') {
      if (op === 'c') {
        register = { text: b.lines.slice(from.line, to.line + 1).join('\n'), lines: true }
        b.splice(from.line, to.line - from.line + 1, [''])
        return insertMode({ line: from.line, col: 0 })
      }
      takeLines(from.line, to.line, keep)
      if (keep) {
        if (to.line - from.line > 1) say(`${to.line - from.line + 1} lines yanked`)
        b.at = { line: from.line, col: b.at.col }
      }
      return
    }
    const end = m.takes === 'last' ? { line: to.line, col: stepOn(b.lines[to.line] ?? '', to.col) } : to
    takeBetween(from, end, keep)
    if (op === 'c') insertMode()
  }
  /** Of a word it is the rest of this line that is taken, and of `cw` the word without what is behind it. */
  function narrowed(op: string, key: string, m: Motion): Motion {
    if (key !== 'w') return m
    if (op === 'c' && /\S/.test(b.line[b.at.col] ?? '')) {
      let at = wordStop(b, b.at)
      for (let i = n() - 1; i > 0; i--) at = wordEnd(b, at)
      return { to: at, takes: 'last' }
    }
    const ahead = b.lines[m.to.line] ?? ''
    const onLast = m.to.line === b.lines.length - 1 && m.to.col >= ahead.length
    if (m.to.line > b.at.line && !onLast && m.to.col <= firstText(m.to.line).col)
      return { to: { line: m.to.line - 1, col: (b.lines[m.to.line - 1] ?? '').length } }
    return m
  }
  function paste(behind: boolean): void {
    const { text, lines } = register
    const all = n()
    if (text === '' && !lines) return
    if (text.length * all > 4 * 1024 * 1024) return refuse('E342: Out of memory!')
    if (lines) {
      const at = b.at.line + (behind ? 1 : 0)
      const more = Array.from({ length: all }, () => text.split('\n')).flat()
      if (!b.splice(at, 0, more)) return refuse('E342: Out of memory!')
      b.at = firstText(at)
      if (more.length > 2) say(`${more.length} more lines`)
      return
    }
    if (behind && b.line !== '') b.at = { line: b.at.line, col: stepOn(b.line, b.at.col) }
    put(text.repeat(all))
    if (!text.includes('\n')) b.at = { line: b.at.line, col: stepBack(b.line, b.at.col) }
  }
  function openLine(at: number): void {
    b.splice(at, 0, [''])
    insertMode({ line: at, col: 0 })
  }
  function join(): void {
    for (let i = Math.max(1, n() - 1); i > 0 && b.at.line + 1 < b.lines.length; i--) {
      const next = (b.lines[b.at.line + 1] ?? '').trimStart()
      const here = b.line
      const glue = next === '' || next.startsWith(')') || here === '' || /\s$/.test(here) ? '' : ' '
      const line = b.at.line
      b.splice(line, 2, [here + glue + next])
      b.at = { line, col: here.length }
    }
  }
  function turn(step: () => boolean, none: string): void {
    for (let i = Math.min(1000, n()); i > 0; i--) if (!step()) return say(none)
  }
  const operation = (op: string, motion: string) => () => {
    operator = op
    act(motion)
  }
  function swapCase(): void {
    for (let i = n(); i > 0 && b.at.col < b.line.length; i--) {
      const end = stepOn(b.line, b.at.col)
      const ch = b.line.slice(b.at.col, end)
      const other = ch.toUpperCase() === ch ? ch.toLowerCase() : ch.toUpperCase()
      b.splice(b.at.line, 1, [b.line.slice(0, b.at.col) + other + b.line.slice(end)])
      b.at = { line: b.at.line, col: b.at.col + other.length }
    }
  }
  const commands: Readonly<Record<string, () => void>> = {
    i: () => insertMode(),
    '<Insert>': () => insertMode(),
    I: () => insertMode(firstText(b.at.line)),
    a: () => insertMode({ line: b.at.line, col: stepOn(b.line, b.at.col) }),
    A: () => insertMode({ line: b.at.line, col: b.line.length }),
    o: () => openLine(b.at.line + 1),
    O: () => openLine(b.at.line),
    x: operation('d', 'l'),
    '<Del>': operation('d', 'l'),
    X: operation('d', 'h'),
    s: operation('c', 'l'),
    D: operation('d', '$'),
    C: operation('c', '$'),
    S: operation('c', 'c'),
    Y: operation('y', 'y'),
    p: () => paste(true),
    P: () => paste(false),
    J: join,
    '~': swapCase,
    u: () => turn(b.undo, 'Already at oldest change'),
    '<C-r>': () => turn(b.redo, 'Already at newest change'),
    '.': () => {
      for (const k of last) press(k)
    },
    ':': () => command(':'),
    '/': () => command('/'),
    '?': () => command('?'),
    ZZ: () => write({ after: leave, onlyChanged: true }),
    ZQ: leave,
    '<C-c>': () => say(`Type  :qa${b.changed ? '!' : ''}  and press <Enter> to abandon all changes and exit Vim`),
    '<C-g>': () => say(`${opened()} --${Math.round((100 * (b.at.line + 1)) / b.lines.length)}%--`),
    '<C-l>': () => {},
  }
  function command(first: string): void {
    mode = 'command'
    lead = first
    line = input(first === ':' && count !== '' ? `.,.+${n() - 1}` : '')
  }

  /** A motion, by itself or of the operator before it. */
  function act(key: string): void {
    const op = operator
    if (op !== '' && key === op) {
      const to = Math.min(b.lines.length - 1, b.at.line + n() - 1)
      operate(op, { to: { line: to, col: b.at.col }, takes: 'lines' })
    } else {
      const m = motions[key]?.()
      if (m && op !== '') operate(op, narrowed(op, key, m))
      else if (m) b.at = m.to
    }
  }
  function normal(key: string): void {
    if (prefix === 'r') {
      prefix = ''
      const end = b.at.col + n()
      if (key !== '<CR>' && !isText(key)) return reset()
      if (end <= b.line.length) {
        const with_ = key === '<CR>' ? '\n' : key.repeat(n())
        b.cut(b.at, { line: b.at.line, col: n() === 1 ? stepOn(b.line, b.at.col) : end })
        put(with_)
        if (key !== '<CR>') b.at = { line: b.at.line, col: stepBack(b.line, b.at.col) }
      }
      return reset()
    }
    if (/^[1-9]$/.test(key) || (key === '0' && count !== '')) return void (count = (count + key).slice(0, 6))
    const whole = prefix + key
    prefix = ''
    if (key === '<Esc>') return reset()
    if (whole === 'g' || whole === 'Z' || (whole === 'r' && operator === '')) return void (prefix = whole)
    if (operator === '' && /^[dcy]$/.test(whole)) {
      operator = whole
      outer = count
      count = ''
      return
    }
    // 2d3w is six words
    if (outer !== '') count = String(Math.min(mostCount, Number(outer) * Number(count || 1)))
    if (motions[whole] || whole === operator) {
      if (!/^([jk$+-]|<(Up|Down|CR|End|Page.*|C-[npfbdu])>)$/.test(whole)) way.other()
      act(whole)
    } else if (operator === '') {
      if (commands[whole]) way.other()
      commands[whole]?.()
    }
    reset()
  }
  const reset = () => {
    ;[count, operator, prefix, outer] = ['', '', '', '']
  }
  /** The cursor of normal mode stands on a character. */
  function settle(): void {
    if (mode === 'normal' && b.at.col >= b.line.length && b.line !== '')
      b.at = { line: b.at.line, col: stepBack(b.line, b.line.length) }
  }

  const typing: Readonly<Record<string, () => void>> = {
    '<CR>': () => put('\n'),
    '<Tab>': () => put('\t'),
    '<BS>': () => {
      const from = left(b)
      if (from !== b.at) b.cut(from, b.at)
    },
    '<Del>': () => {
      const to = right(b)
      if (to !== b.at) b.cut(b.at, to)
    },
    '<C-w>': () => b.cut(b.at.col ? wordBack(b, b.at) : left(b), b.at),
    '<C-u>': () => b.cut({ line: b.at.line, col: 0 }, b.at),
    '<Left>': () => void (b.at.col && (b.at = left(b))),
    '<Right>': () => void (b.at.col < b.line.length && (b.at = right(b))),
    '<C-Left>': () => void (b.at = wordBack(b, b.at)),
    '<C-Right>': () => void (b.at = wordOn(b, b.at)),
    '<Home>': () => void (b.at = { line: b.at.line, col: 0 }),
    '<End>': () => void (b.at = { line: b.at.line, col: b.line.length }),
  }
  const lines: Readonly<Record<string, () => number>> = {
    '<Up>': () => -1,
    '<Down>': () => 1,
    '<PageUp>': () => 2 - height,
    '<PageDown>': () => height - 2,
  }
  function insert(key: string): void {
    if (key === '<Esc>' || key === '<C-c>') {
      mode = 'normal'
      b.step()
      if (b.at.col) b.at = { line: b.at.line, col: stepBack(b.line, b.at.col) }
      return say('')
    }
    const by = lines[key]?.()
    if (by !== undefined) return void (b.at = way.by(by))
    way.other()
    if (isText(key)) put(key)
    else typing[key]?.()
  }

  // --- the command line
  function write(o: {
    to?: string
    force?: boolean
    onlyChanged?: boolean
    range?: [number, number]
    after?: () => void
  }): void {
    const name = o.to ?? doc.name
    if (o.onlyChanged && !b.changed && o.to === undefined) return o.after?.()
    if (name === '') return refuse('E32: No file name')
    const own = name === doc.name
    if (own && !doc.writable && !doc.fresh && !o.force)
      return refuse("E45: 'readonly' option is set (add ! to override)")
    const fresh = own ? doc.fresh : openDoc(c, name).fresh
    if (!own && !fresh && !o.force) return refuse('E13: File exists (add ! to override)')
    const done = saveDoc(c, doc, name, o.range)
    if (done === 'EISDIR') return refuse(`E502: "${name}" is a directory`)
    if (done === 'ENOSPC') return refuse('E514: Write error (file system full?)')
    if (done === 'CHARSET') return refuse('E513: Write error, conversion failed')
    if (typeof done === 'string') return refuse(`"${name}" E212: Can't open file for writing`)
    wrote = true
    if (doc.name === '') doc.name = name
    if (name === doc.name) {
      doc.fresh = false
      if (!o.range) b.saved()
    }
    say(`"${name}" ${fresh ? '[New] ' : ''}${done.lines}L, ${done.bytes}B written`)
    o.after?.()
  }
  function reload(name: string): void {
    doc = openDoc(c, name)
    b = doc.buffer
    way = vertical(b)
    say(opened())
  }
  const unsaved = (force: boolean): boolean => {
    if (force || !b.changed) return false
    refuse('E37: No write since last change (add ! to override)')
    return true
  }
  /** Lines a command is for, from 0; undefined where a line is named that there is not. */
  function rangeOf(text: string): [number, number] | undefined {
    if (text === '%') return [0, b.lines.length - 1]
    const place = (t: string): number => {
      const [, from = '', step = ''] = /^(\d+|\.|\$)?([+-]\d*)?$/.exec(t) ?? []
      const at = from === '' || from === '.' ? b.at.line : from === '$' ? b.lines.length - 1 : Number(from) - 1
      return at + (step === '' ? 0 : step.length === 1 ? Number(`${step}1`) : Number(step))
    }
    const [a = '', z = a] = text.split(',')
    const [from, to] = [place(a), Math.min(place(z), b.lines.length - 1)]
    return from < 0 || from > to ? undefined : [from, to]
  }
  function run(text: string): void {
    const [, range = '', name = '', bang = '', rest = ''] =
      /^[\s:]*(%|(?:\d+|[.$])?(?:[+-]\d*)?(?:,(?:\d+|[.$])?(?:[+-]\d*)?)?)\s*([a-zA-Z]*)(!?)(.*)$/s.exec(text) ?? []
    const force = bang === '!'
    const arg = rest.trim()
    const given = range === '' ? undefined : rangeOf(range)
    // a line behind the last is the last, as Vim goes there
    if (range !== '' && name === '' && rest === '' && bang === '')
      return void (b.at = firstText(given?.[1] ?? (/^0|-/.test(range) ? 0 : b.lines.length - 1)))
    if (range !== '' && !given) return refuse('E16: Invalid range')
    const here: [number, number] = given ?? [b.at.line, b.at.line]
    const to = arg === '' ? {} : { to: arg }
    const part: { range?: [number, number] } = given ? { range: [given[0], given[1] + 1] } : {}
    const known: Readonly<Record<string, () => void>> = {
      '': () => (rest === '' && !force ? undefined : refuse(`E492: Not an editor command: ${text}`)),
      w: () => write({ ...to, ...part, force }),
      wq: () => write({ ...to, force, after: leave }),
      x: () => write({ ...to, force, onlyChanged: true, after: leave }),
      q: () => (unsaved(force) ? undefined : leave()),
      e: () => {
        if (!unsaved(force)) reload(arg === '' ? doc.name : arg)
      },
      d: () => takeLines(...here, false),
      y: () => takeLines(...here, true),
      s: () => {
        const done = substitute(b, here, `${bang}${rest}`)
        if (typeof done === 'string') refuse(done)
        else if (done > 2) say(`${done} substitutions`)
      },
      noh: () => {},
      set: () => {
        if (/^(nu|number)$/.test(arg)) numbers = true
        else if (/^(nonu|nonumber)$/.test(arg)) numbers = false
        else if (arg !== '' && arg !== 'paste' && arg !== 'nopaste') refuse(`E518: Unknown option: ${arg}`)
      },
    }
    const full: Readonly<Record<string, string>> = {
      write: 'w',
      wa: 'w',
      wqa: 'wq',
      xit: 'x',
      xa: 'x',
      quit: 'q',
      qa: 'q',
      qall: 'q',
      edit: 'e',
      delete: 'd',
      yank: 'y',
      substitute: 's',
      se: 'set',
      nohl: 'noh',
      nohlsearch: 'noh',
    }
    const short = full[name] ?? name
    const way = Object.hasOwn(known, short) ? known[short] : undefined
    if (way) way()
    else refuse(`E492: Not an editor command: ${text}`)
  }
  function commandKey(key: string): void {
    if (!line) return
    if (key === '<Esc>' || key === '<C-c>' || (key === '<BS>' && line.text === '')) {
      mode = 'normal'
      line = undefined
    } else if (key === '<CR>') {
      const { text } = line
      mode = 'normal'
      line = undefined
      say(lead + text)
      if (lead === ':') {
        b.step()
        run(text)
        b.step()
      } else {
        sought = { text: text === '' ? sought.text : text, back: lead === '?' }
        const m = seek(sought.back)
        if (m) b.at = m.to
      }
    } else line.key(key)
  }

  function press(key: string): void {
    if (mode === 'command') commandKey(key)
    else if (mode === 'insert') insert(key)
    else normal(key)
    settle()
  }
  const idle = () => mode === 'normal' && prefix === '' && operator === '' && count === ''

  return {
    get over() {
      return over
    },
    wrote() {
      const had = wrote
      wrote = false
      return had
    },
    goto(place) {
      b.at = firstText(place === '' ? b.lines.length - 1 : Number(place) - 1)
    },
    key(key) {
      if (idle()) {
        b.step()
        keys = []
        before = b.revision
        failed = false
      }
      const was = b
      if (mode !== 'command') keys.push(key)
      press(key)
      if (idle() && was === b && b.revision !== before && !/^\d*(u|<C-r>|\.|:)$/.test(keys.join(''))) last = keys
    },
    picture(columns, rows): TerminalFrame {
      height = rows - 1
      const gutter = numbers ? Math.max(3, String(b.lines.length).length) + 1 : 0
      const width = columns - gutter
      const partsOf = (l: number): LineSegment[] => wrappedRows(b.lines[l] ?? '', width)
      const rowIn = (parts: readonly LineSegment[], col: number): number => parts.findLastIndex((p) => p.from <= col)
      const here = partsOf(b.at.line)
      const row = rowIn(here, b.at.col)
      // back to the top row that still shows the cursor at the foot
      const first = { line: b.at.line, row }
      for (let up = height - 1; up > 0 && (first.line > 0 || first.row > 0); ) {
        const step = Math.min(up, first.row)
        first.row -= step
        up -= step
        if (up > 0 && first.line > 0) {
          first.line--
          first.row = partsOf(first.line).length - 1
          up--
        }
      }
      const earlier = (x: typeof top, y: typeof top) => x.line < y.line || (x.line === y.line && x.row < y.row)
      if (earlier({ line: b.at.line, row }, top)) top = { line: b.at.line, row }
      else if (earlier(top, first)) top = first
      const out: string[] = []
      let cursor = { row: 0, cell: 0 }
      for (let l = top.line; l < b.lines.length && out.length < height; l++) {
        const parts = l === b.at.line ? here : partsOf(l)
        for (let r = l === top.line ? top.row : 0; r < parts.length && out.length < height; r++) {
          if (l === b.at.line && r === row)
            cursor = {
              row: out.length,
              cell: gutter + Math.min(width - 1, cellAt(b.line, b.at.col) - cellAt(b.line, parts[r]?.from ?? 0)),
            }
          const number = gutter ? `\x1b[33m${(r ? '' : `${l + 1}`).padStart(gutter - 1)} \x1b[39m` : ''
          out.push(number + (parts[r]?.text ?? ''))
        }
      }
      while (out.length < height) out.push('\x1b[34m~\x1b[39m')
      if (line) {
        out.push(window(lead + line.text, 0, columns))
        cursor = { row: rows - 1, cell: Math.min(columns - 1, 1 + cellAt(line.text, line.at)) }
      } else out.push(foot(columns))
      return { rows: out, cursor }
    },
  }

  function foot(columns: number): string {
    const [col, cell] = [Buffer.byteLength(b.line.slice(0, b.at.col)) + 1, cellAt(b.line, b.at.col) + 1]
    const end =
      b.lines.length <= height
        ? 'All'
        : top.line === 0
          ? 'Top'
          : top.line + height >= b.lines.length
            ? 'Bot'
            : `${Math.floor((100 * top.line) / (b.lines.length - height))}%`
    const place = b.line === '' ? '0-1' : col === cell ? `${col}` : `${col}-${cell}`
    const ruler = `${`${b.at.line + 1},${place}`.padEnd(14)} ${end}`
    const pending = `${outer}${operator}${count}${prefix}`
    const full = message !== '' ? message : mode === 'insert' ? '-- INSERT --' : ''
    const right = `${pending.slice(0, 10).padEnd(11)}${ruler.padEnd(18)}`
    // what is said goes over where the cursor is
    const room = columns - right.length > cellsIn(full) ? right : ''
    const text = window(full, 0, columns)
    const look = failed ? `\x1b[41;97m${text}\x1b[49;39m` : message === '' ? `\x1b[1m${text}\x1b[22m` : text
    return room ? `${look}${' '.repeat(columns - room.length - cellsIn(text))}${room}` : look
  }
}
