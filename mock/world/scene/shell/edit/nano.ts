/** GNU nano, as far as a file is mended with it. */
import type { Cmd } from '../program.ts'
import { fileWords } from '../disk.ts'
import { at } from '../commands/files.ts'
import { cellsIn } from '../width.ts'
import { type EditedFile, openDoc, type EditFileErrorCode, saveDoc } from './file.ts'
import { type Input, input } from './input.ts'
import { isText } from './keys.ts'
import { cellAt, window } from './layout.ts'
import { left, right, search, vertical, wordBack, wordOn } from './moves.ts'
import { inverse, type TerminalFrame } from './painter.ts'
import type { TerminalEditor } from './program.ts'

const help = [
  ['^O Write Out', '^W Where Is', '^K Cut', '^C Location', 'M-U Undo'],
  ['^X Exit', '^S Save', '^U Paste', '^/ Go To Line', 'M-E Redo'],
]
const why = (p: EditFileErrorCode): string =>
  p === 'CHARSET' ? 'Invalid or incomplete multibyte character' : fileWords[p]
const linesWord = (n: number): string => `${n} line${n === 1 ? '' : 's'}`

/** A question at the foot: a line, or one of a few keys. */
type Question =
  | { label: string; line: Input; done(text: string): void }
  | { label: string; keys: Readonly<Record<string, () => void>>; foot: string[] }

export function nano(c: Pick<Cmd, 'shell'>, name: string): TerminalEditor {
  let doc = openDoc(c, name, { room: true })
  let message = firstWords(doc)
  if (doc.problem) doc = openDoc(c, '', { room: true })
  const b = doc.buffer
  const way = vertical(b)
  let question: Question | undefined
  let [over, wrote, meta, cutting] = [false, false, false, false]
  let [pasted, sought] = ['', '']
  let top = 0
  let height = 20

  function firstWords(d: EditedFile): string {
    if (d.problem === 'EISDIR') return `"${d.name}" is a directory`
    if (d.problem) return `Error reading ${d.name}: ${why(d.problem)}`
    if (d.name === '') return ''
    if (d.fresh) return 'New File'
    if (!d.writable) return `File '${d.name}' is unwritable`
    return `Read ${linesWord(d.buffer.lines.length - 1)}${d.ending === '\r\n' ? ' (converted from DOS format)' : ''}`
  }
  const cancel = () => {
    question = undefined
    message = 'Cancelled'
  }
  function ask(label: string, done: (text: string) => void, first = ''): void {
    question = { label, line: input(first), done }
  }
  function choose(label: string, yes: () => void, no: () => void): void {
    const keys = { y: yes, Y: yes, n: no, N: no, '<C-c>': cancel }
    question = { label, keys, foot: [' Y Yes', ' N No', '^C Cancel'] }
  }

  function write(to: string, then: () => void): void {
    const done = saveDoc(c, doc, to)
    if (typeof done === 'string') {
      message = `Error writing ${to}: ${why(done)}`
      return
    }
    doc.name = to
    doc.fresh = false
    wrote = true
    b.saved()
    message = `Wrote ${linesWord(done.lines)}`
    then()
  }
  function writeOut(then = () => {}): void {
    ask(
      'File Name to Write: ',
      (to) => {
        if (to === '') return cancel()
        if (to === doc.name || !c.shell.disk.stat(at(c, to))) return write(to, then)
        choose(`File "${to}" exists; OVERWRITE? `, () => write(to, then), cancel)
      },
      doc.name,
    )
  }
  const leave = () => void (over = true)
  function exit(): void {
    if (!b.changed) leave()
    else choose('Save modified buffer? ', () => writeOut(leave), leave)
  }
  function seek(text: string): void {
    if (text !== '') sought = text
    if (sought === '') return cancel()
    const wanted = sought.toLowerCase()
    const found = search(b, (line, from) => line.toLowerCase().indexOf(wanted, from))
    if (!found) message = `"${sought}" not found`
    else {
      const same = found.place.line === b.at.line && found.place.col === b.at.col
      if (found.wrapped) message = same ? 'This is the only occurrence' : 'Search Wrapped'
      b.at = found.place
    }
  }
  function location(): void {
    const share = (n: number, of: number) => `${n}/${of} (${of ? Math.round((100 * n) / of) : 100}%)`
    const all = b.lines.reduce((n, l) => n + l.length + 1, 0) - 1
    const before = b.lines.slice(0, b.at.line).reduce((n, l) => n + l.length + 1, b.at.col)
    const [col, cols] = [cellAt(b.line, b.at.col) + 1, cellAt(b.line, b.line.length) + 1]
    message = `line ${share(b.at.line + 1, b.lines.length)}, col ${share(col, cols)}, char ${share(before, all)}`
  }
  function cutLine(): void {
    const last = b.at.line + 1 === b.lines.length
    if (last && b.line === '') return
    if (!cutting) {
      pasted = ''
      b.step()
    }
    cutting = true
    const end = last ? { line: b.at.line, col: b.line.length } : { line: b.at.line + 1, col: 0 }
    pasted += b.cut({ line: b.at.line, col: 0 }, end)
  }
  const insert = (text: string) => {
    if (!b.insert(text)) message = 'The buffer is full'
  }
  const erase = () => {
    const from = left(b)
    if (from !== b.at) b.cut(from, b.at)
  }
  const lineStart = () => void (b.at = { line: b.at.line, col: 0 })
  const lineEnd = () => void (b.at = { line: b.at.line, col: b.line.length })
  function jump(text: string): void {
    const [, line, col] = /^\s*(\d+)?\s*(?:[,. ]\s*(\d+))?\s*$/.exec(text) ?? []
    if (line === undefined && col === undefined) return void (message = 'Invalid line or column number')
    b.at = { line: line === undefined ? b.at.line : Number(line) - 1, col: Number(col ?? 1) - 1 }
  }
  const go = () => ask('Enter line number, column number: ', jump)
  const again = (turn: () => boolean, done: string, none: string) => {
    message = turn() ? done : none
  }
  const undo = () => again(b.undo, 'Undid edit', 'Nothing to undo')
  const redo = () => again(b.redo, 'Redid edit', 'Nothing to redo')

  const moves: Readonly<Record<string, () => void>> = {
    '<Left>': () => void (b.at = left(b)),
    '<Right>': () => void (b.at = right(b)),
    '<C-b>': () => void (b.at = left(b)),
    '<C-f>': () => void (b.at = right(b)),
    '<C-Left>': () => void (b.at = wordBack(b, b.at)),
    '<C-Right>': () => void (b.at = wordOn(b, b.at)),
    '<Home>': lineStart,
    '<C-a>': lineStart,
    '<End>': lineEnd,
    '<C-e>': lineEnd,
    'M-\\': () => void (b.at = { line: 0, col: 0 }),
    'M-/': () => void (b.at = { line: b.lines.length, col: Number.MAX_SAFE_INTEGER }),
    '<C-w>': () => ask(`Search${sought === '' ? '' : ` [${sought}]`}: `, seek),
    'M-w': () => seek(''),
    '<C-_>': go,
    'M-g': go,
  }
  const steps: Readonly<Record<string, number | 'page up' | 'page down'>> = {
    '<Up>': -1,
    '<C-p>': -1,
    '<Down>': 1,
    '<C-n>': 1,
    '<PageUp>': 'page up',
    '<C-y>': 'page up',
    '<PageDown>': 'page down',
    '<C-v>': 'page down',
  }
  const commands: Readonly<Record<string, () => void>> = {
    '<CR>': () => insert('\n'),
    '<Tab>': () => insert('\t'),
    '<BS>': erase,
    '<Del>': () => {
      const to = right(b)
      if (to !== b.at) b.cut(b.at, to)
    },
    '<C-u>': () => {
      b.step()
      insert(pasted)
    },
    '<C-o>': () => writeOut(),
    '<C-s>': () => (doc.name === '' ? writeOut() : write(doc.name, () => {})),
    '<C-x>': exit,
    '<C-c>': location,
    '<C-l>': () => {},
    'M-u': undo,
    'M-e': redo,
    'M-6': () => {
      pasted = `${b.line}\n`
      b.at = { line: b.at.line + 1, col: 0 }
    },
  }

  function answer(q: Question, k: string): void {
    if ('keys' in q) {
      const known = q.keys[k]
      if (!known) return
      question = undefined
      known()
    } else if (k === '<C-c>') cancel()
    else if (k === '<CR>') {
      question = undefined
      q.done(q.line.text)
    } else q.line.key(k)
  }
  function press(k: string): void {
    const by = steps[k]
    if (by !== undefined) {
      b.step()
      b.at = way.by(by === 'page up' ? 2 - height : by === 'page down' ? height - 2 : by)
      return
    }
    way.other()
    if (k === '<C-k>') return cutLine()
    if (isText(k)) return insert(k)
    const move = moves[k]
    if (move) b.step()
    const known = move ?? commands[k]
    if (known) known()
    else message = `Unbound key: ${k.startsWith('<C-') ? `^${k.slice(3, -1).toUpperCase()}` : k.replace(/[<>]/g, '')}`
  }

  return {
    get over() {
      return over
    },
    wrote() {
      const had = wrote
      wrote = false
      return had
    },
    goto: jump,
    key(given) {
      if (given === '<Esc>' && !question) return void (meta = !meta)
      const k = meta && isText(given) ? `M-${given.toLowerCase()}` : given === '<C-d>' ? '<Del>' : given
      meta = false
      message = ''
      if (question) return answer(question, k)
      if (k !== '<C-k>') cutting = false
      press(k)
    },
    picture(columns, rows): TerminalFrame {
      height = Math.max(1, rows - 4)
      top = scrolled(top, b.at.line, height)
      const cell = cellAt(b.line, b.at.col)
      const from = pageOf(cell, columns)
      const out = [title(columns)]
      for (let i = top; i < top + height; i++)
        out.push(i < b.lines.length ? shown(b.lines[i] ?? '', i === b.at.line ? from : 0, columns) : '')
      out.push(status(columns))
      const foot = question && 'keys' in question ? [question.foot.slice(0, 2), question.foot.slice(2)] : help
      for (const words of foot) out.push(menu(words, columns))
      const asks = question && 'line' in question ? question : undefined
      const cursor = question
        ? {
            row: rows - 3,
            cell: Math.min(columns - 1, cellsIn(question.label) + (asks ? cellAt(asks.line.text, asks.line.at) : 0)),
          }
        : { row: 1 + b.at.line - top, cell: cell - from }
      return { rows: out.slice(0, rows), cursor }
    },
  }

  function title(columns: number): string {
    const file = doc.name === '' ? 'New Buffer' : doc.name
    const name = '  GNU nano 7.2'
    const state = b.changed ? 'Modified' : ''
    const room = columns - 2 - state.length
    const space = Math.max(name.length + 2, Math.floor((columns - cellsIn(file)) / 2))
    const text = window(`${name.padEnd(space)}${file}`, 0, room)
    return inverse(`${text}${' '.repeat(Math.max(0, columns - 2 - cellsIn(text) - state.length))}${state}  `)
  }
  function status(columns: number): string {
    if (question) {
      const line = 'line' in question ? question.line.text : ''
      const text = window(`${question.label}${line}`, 0, columns - 1)
      return inverse(text + ' '.repeat(columns - cellsIn(text)))
    }
    if (message === '') return ''
    const text = window(`[ ${message} ]`, 0, columns)
    return ' '.repeat(Math.floor((columns - cellsIn(text)) / 2)) + inverse(text)
  }
}

/** By one line where the cursor left by one, else so that it is in the middle. */
function scrolled(top: number, line: number, height: number): number {
  if (line >= top && line < top + height) return top
  if (line === top - 1) return line
  return line === top + height ? top + 1 : Math.max(0, line - (height >> 1))
}

/** The first cell shown of the line of the cursor. */
const pageOf = (cell: number, columns: number): number =>
  cell + 2 < columns ? 0 : cell - 6 - ((cell - 6) % (columns - 8))

function shown(line: string, from: number, columns: number): string {
  const before = from > 0 ? inverse('<') : ''
  const rest = window(line, from + (before ? 1 : 0), columns - (before ? 1 : 0))
  const more = cellAt(line, line.length) > from + columns
  return before + (more ? window(line, from + (before ? 1 : 0), columns - (before ? 2 : 1)) + inverse('>') : rest)
}

function menu(words: readonly string[], columns: number): string {
  const width = Math.max(10, Math.floor(columns / Math.max(3, words.length)))
  return words
    .slice(0, Math.max(1, Math.floor(columns / width)))
    .map((w) => {
      const key = w.slice(0, w.startsWith('M-') ? 3 : 2)
      return inverse(key) + window(w.slice(key.length).padEnd(width - key.length), 0, width - key.length)
    })
    .join('')
}
