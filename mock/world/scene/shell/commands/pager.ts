/** Texts a page at a time. */
import { pattern, PatternError, type Pattern } from '../pattern.ts'
import { inverse, type TerminalFrame } from '../edit/painter.ts'
import { type TerminalEditor, runEditor } from '../edit/program.ts'
import { isText } from '../edit/keys.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { linesOf, forEachText } from './text.ts'

/** Lines as wide as the screen. */
const folded = (lines: readonly string[], columns: number): string[] =>
  lines.flatMap((l) =>
    l === '' ? [''] : (l.replaceAll('\t', '    ').match(new RegExp(`.{1,${columns}}`, 'gu')) ?? ['']),
  )

function pager(name: string, lines: readonly string[], numbers: boolean): TerminalEditor {
  const shown = numbers ? lines.map((l, i) => `${String(i + 1).padStart(7)} ${l}`) : lines
  let [top, page, wide] = [0, 1, 80]
  let over = false
  let asks: string | undefined
  let says = ''
  let sought: Pattern | undefined
  const all = () => folded(shown, wide)
  const last = () => Math.max(0, all().length - page)
  const go = (n: number) => (top = Math.max(0, Math.min(last(), n)))
  const seek = (from: number, step: 1 | -1): void => {
    const rows = all()
    for (let i = from; i >= 0 && i < rows.length; i += step)
      if (sought?.test(rows[i] ?? '')) {
        top = i
        return
      }
    says = 'Pattern not found'
  }
  const keys: Readonly<Record<string, () => void>> = {
    ' ': () => go(top + page),
    f: () => go(top + page),
    '<PageDown>': () => go(top + page),
    b: () => go(top - page),
    '<PageUp>': () => go(top - page),
    d: () => go(top + Math.ceil(page / 2)),
    u: () => go(top - Math.ceil(page / 2)),
    j: () => go(top + 1),
    '<CR>': () => go(top + 1),
    '<Down>': () => go(top + 1),
    k: () => go(top - 1),
    '<Up>': () => go(top - 1),
    g: () => go(0),
    '<Home>': () => go(0),
    G: () => go(last()),
    '<End>': () => go(last()),
    n: () => seek(top + 1, 1),
    N: () => seek(top - 1, -1),
    '/': () => void (asks = ''),
    q: () => void (over = true),
    Q: () => void (over = true),
    '<C-c>': () => void (over = true),
  }
  return {
    key(k) {
      says = ''
      if (asks === undefined) return keys[k]?.()
      if (k === '<CR>') {
        try {
          sought = pattern(asks, false, true)
          seek(top, 1)
        } catch (e) {
          if (!(e instanceof PatternError)) throw e
          says = e.message
        }
        asks = undefined
      } else if (k === '<Esc>' || (k === '<BS>' && asks === '')) asks = undefined
      else if (k === '<BS>') asks = asks.slice(0, -1)
      else if (isText(k)) asks += k
    },
    picture(columns, rows): TerminalFrame {
      ;[wide, page] = [columns, rows - 1]
      const text = all()
      const part = text.slice(top, top + page)
      const end = top + page >= text.length
      const foot =
        asks !== undefined
          ? `/${asks}`
          : says !== ''
            ? inverse(says)
            : end
              ? inverse('(END)')
              : top === 0
                ? inverse(name)
                : ':'
      const cell =
        asks !== undefined ? asks.length + 1 : says !== '' ? says.length : end ? 5 : top === 0 ? name.length : 1
      const body = Array.from({ length: page }, (_, i) => part[i] ?? '~')
      return { rows: [...body, foot], cursor: { row: page, cell: Math.min(columns - 1, cell) } }
    },
    get over() {
      return over
    },
    goto: (place) => void go(Number(place) - 1 || 0),
    wrote: () => false,
  }
}

const show = (name: 'less' | 'more'): Program => ({
  keyboard: 0,
  about: 'show a text a page at a time',
  use: `${name} [-N] [-F] [file…]`,
  more: `  -N, -F         with numbers; not a page at a time where it is short
  Space b        a page on, back; d u half a page; j k a line; g G the beginning, the end
  /pattern n N   look for something, further on, back
  q              leave
`,
  knows: 'N/LINE-NUMBERS F/quit-if-one-screen ~R ~S ~X',
  async run(c: Cmd) {
    const { o } = c
    const parts: string[] = []
    const status = forEachText(c, name, o.rest, (t) => parts.push(t))
    const lines = linesOf(parts.join(''))
    if (status && !parts.length) return status
    // as the real one: into a pipe it only writes
    const { screen } = c
    const short = lines.length < c.shell.rows
    if (!screen || (short && (o.has('F') || name === 'more'))) {
      lines.forEach((l, i) => c.out(`${o.has('N') && screen ? `${String(i + 1).padStart(7)} ` : ''}${l}\n`))
      return status
    }
    await runEditor(c, screen, pager(o.rest.at(-1) ?? '', lines, o.has('N')))
    return status
  },
})

export const pagerCommands: Programs = { less: show('less'), more: show('more') }
