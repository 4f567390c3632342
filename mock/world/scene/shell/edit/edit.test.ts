/** Editors as people use them: keys go in, and what stands on the screen and on the disk comes out. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, type Disk, type DiskEntry, makeDisk, diskText } from '../disk.ts'
import { editorCommands } from '../commands/editors.ts'
import type { Cmd, Shell } from '../program.ts'
import { cellWidthOf } from '../width.ts'

const now = () => new Date('2026-05-01T08:00:00Z')
const entry = (kind: DiskEntry['kind'], mode: number, owner: string, text?: string): DiskEntry => ({
  kind,
  mode,
  owner,
  size: text?.length ?? 4096,
  changed: now(),
  ...(text === undefined ? {} : { body: bytesOf(text) }),
})
let disk: Disk
beforeEach(() => {
  disk = makeDisk(
    new Map([
      ['/', entry('folder', 0o755, 'root')],
      ['/home', entry('folder', 0o755, 'ann')],
      ['/etc', entry('folder', 0o755, 'root')],
      ['/etc/hosts', entry('file', 0o644, 'root', '127.0.0.1 localhost\n')],
      ['/etc/shadow', entry('file', 0o600, 'root', 'root:*\n')],
      ['/home/list', entry('file', 0o644, 'ann', 'one\ntwo\nthree\n')],
      ['/home/words', entry('file', 0o644, 'ann', '中文字 here\n')],
      ['/home/long', entry('file', 0o644, 'ann', Array.from({ length: 100 }, (_, i) => `line ${i + 1}\n`).join(''))],
    ]),
    [],
    now,
  )
})
const text = (file: string): string => diskText(disk.read(file, 'root'))

/** The part of a terminal that the editors use: its cells, where the cursor is, which page is shown. */
function display(columns: number, rows: number) {
  let cells = Array.from({ length: rows }, () => Array<string>(columns).fill(' '))
  let [row, cell, other] = [0, 0, false]
  return {
    get other() {
      return other
    },
    get cursor() {
      return [row + 1, cell + 1]
    },
    size(c: number, r: number) {
      ;[columns, rows] = [c, r]
      cells = Array.from({ length: rows }, () => Array<string>(columns).fill(' '))
    },
    write: (given: string) => {
      for (let i = 0; i < given.length; ) {
        const [all = '', mark = '', numbers = '', end = ''] =
          /^\x1b\[(\??)([\d;]*)([A-Za-z])/.exec(given.slice(i, i + 20)) ?? []
        if (all) {
          if (mark && numbers === '1049') other = end === 'h'
          else if (end === 'H') [row = 0, cell = 0] = numbers.split(';').map((n) => Number(n) - 1)
          else if (end === 'K') cells[row]?.fill(' ', cell)
          else if (end === 'J') for (const r of cells) r.fill(' ')
          else if (!mark && end !== 'm') throw new Error(`not known: ${JSON.stringify(all)}`)
          i += all.length
          continue
        }
        const ch = String.fromCodePoint(given.codePointAt(i) ?? 0)
        if (ch < ' ') throw new Error(`a control character on the screen: ${JSON.stringify(ch)}`)
        if (cell >= columns || row >= rows) throw new Error(`outside the screen: ${row} ${cell}`)
        const line = cells[row] as string[]
        line[cell] = ch
        if (cellWidthOf(ch) === 2) line[cell + 1] = ''
        cell += cellWidthOf(ch)
        i += ch.length
      }
    },
    get lines() {
      return cells.map((r) => r.join('').trimEnd())
    },
  }
}

async function open(name: string, args: string[], { user = 'ann', columns = 60, rows = 12 } = {}) {
  const screen = display(columns, rows)
  let ends: { keys(t: string): void; resized(): void; gone(): void } | undefined
  let [flushed, rest, waits] = [0, '', 0]
  const shell = { disk, user, cwd: '/home', vars: new Map([['HOME', '/home']]), columns, rows } as unknown as Shell
  const over = editorCommands[name]?.run({
    args,
    use: '',
    shell,
    out: screen.write,
    err: screen.write,
    terminal: {
      write: screen.write,
      take(o: typeof ends) {
        ends = o
        return (left: string) => {
          ends = undefined
          rest = left
        }
      },
      turn: () => {
        waits++
        return new Promise<void>((done) => {
          setImmediate(() => {
            waits--
            done()
          })
        })
      },
      flush: async () => void flushed++,
    },
  } as unknown as Cmd)
  // A slow machine lets others have their turn between any two keys.
  const settled = async () => {
    do await new Promise((done) => setTimeout(done, 2))
    while (waits > 0)
  }
  await settled()
  return {
    screen,
    over,
    get flushed() {
      return flushed
    },
    get rest() {
      return rest
    },
    get open() {
      return ends !== undefined
    },
    get foot() {
      return screen.lines.at(-1) ?? ''
    },
    async type(...keys: string[]) {
      for (const k of keys) ends?.keys(k)
      await settled()
    },
    async size(c: number, r: number) {
      Object.assign(shell, { columns: c, rows: r })
      screen.size(c, r)
      ends?.resized()
      await settled()
    },
    gone: () => ends?.gone(),
  }
}
const [up, down, right, home] = ['\x1b[A', '\x1b[B', '\x1b[C', '\x1b[H']
const ctrl = (c: string) => String.fromCharCode(c.toUpperCase().charCodeAt(0) - 64)

describe('nano', () => {
  it('shows the file on a page of its own, and gives the screen back', async () => {
    const e = await open('nano', ['list'])
    expect(e.screen.other).toBe(true)
    expect(e.screen.lines[0]).toMatch(/GNU nano 7\.2\s+list/)
    expect(e.screen.lines.slice(1, 4)).toEqual(['one', 'two', 'three'])
    expect(e.screen.lines[9]).toContain('[ Read 3 lines ]')
    expect(e.screen.lines[10]).toMatch(/^\^O Write Out/)
    expect(e.screen.cursor).toEqual([2, 1])
    await e.type(ctrl('x'))
    expect(await e.over).toBe(0)
    expect(e.screen.other).toBe(false)
  })
  it('types, moves, erases and writes the file out', async () => {
    const e = await open('nano', ['list'])
    await e.type(down, '\x1b[F', '!', '\r', 'new', '\x7f', up, home, '\x1b[3~')
    expect(e.screen.lines[0]).toContain('Modified')
    await e.type(ctrl('o'))
    expect(e.screen.lines[9]).toBe('File Name to Write: list')
    await e.type('\r')
    expect(e.screen.lines[9]).toContain('[ Wrote 4 lines ]')
    expect(text('/home/list')).toBe('one\nwo!\nne\nthree\n')
    expect(e.flushed).toBe(1)
    expect(e.screen.lines[0]).not.toContain('Modified')
  })
  it('asks before what was changed is lost', async () => {
    const e = await open('nano', ['fresh'])
    expect(e.screen.lines[9]).toContain('[ New File ]')
    await e.type('hello', ctrl('x'))
    expect(e.screen.lines[9]).toBe('Save modified buffer?')
    await e.type(ctrl('c'))
    expect(e.screen.lines[9]).toContain('[ Cancelled ]')
    await e.type(ctrl('x'), 'y', '\r')
    expect(await e.over).toBe(0)
    expect(text('/home/fresh')).toBe('hello\n')
    const other = await open('nano', ['fresh'])
    await other.type('no', ctrl('x'), 'n')
    expect(await other.over).toBe(0)
    expect(text('/home/fresh')).toBe('hello\n')
  })
  it('cuts lines one after the other and puts them in elsewhere', async () => {
    const e = await open('nano', ['list'])
    await e.type(ctrl('k'), ctrl('k'), down, ctrl('u'))
    expect(e.screen.lines.slice(1, 4)).toEqual(['three', 'one', 'two'])
    await e.type('\x1bu', '\x1bu')
    expect(e.screen.lines.slice(1, 4)).toEqual(['one', 'two', 'three'])
    expect(e.screen.lines[0]).not.toContain('Modified')
    await e.type('\x1be')
    expect(e.screen.lines[1]).toBe('three')
  })
  it('looks for words', async () => {
    const e = await open('nano', ['list'])
    await e.type(ctrl('w'), 'THR', '\r')
    expect(e.screen.cursor).toEqual([4, 1])
    await e.type(ctrl('w'), 'o', '\r')
    expect(e.screen.lines[9]).toContain('[ Search Wrapped ]')
    expect(e.screen.cursor).toEqual([2, 1])
    await e.type(ctrl('w'), '\r')
    expect(e.screen.cursor).toEqual([3, 3])
    await e.type(ctrl('w'), 'nowhere', '\r')
    expect(e.screen.lines[9]).toContain('[ "nowhere" not found ]')
  })
  it('goes by the rights of whoever runs it', async () => {
    const e = await open('nano', ['/etc/hosts'])
    expect(e.screen.lines[9]).toContain("[ File '/etc/hosts' is unwritable ]")
    await e.type('x', ctrl('o'), '\r')
    expect(e.screen.lines[9]).toContain('[ Error writing /etc/hosts: Permission denied ]')
    expect(text('/etc/hosts')).toBe('127.0.0.1 localhost\n')
    const secret = await open('nano', ['/etc/shadow'])
    expect(secret.screen.lines[9]).toContain('[ Error reading /etc/shadow: Permission denied ]')
    expect(secret.screen.lines[1]).toBe('')
    const root = await open('nano', ['/etc/hosts'], { user: 'root' })
    await root.type('# ', ctrl('s'))
    expect(text('/etc/hosts')).toBe('# 127.0.0.1 localhost\n')
    expect(disk.stat('/etc/hosts')).toMatchObject({ owner: 'root', mode: 0o644 })
  })
  it('says that the disk is full, and takes the file once it is small enough', async () => {
    disk.write('/home/big', bytesOf('x'.repeat(1024 * 1024 - 3)), 'ann')
    const e = await open('nano', ['big'])
    await e.type('abcd', ctrl('s'), ctrl('s'))
    expect(e.screen.lines[9]).toContain('[ Error writing big: No space left on device ]')
    await e.type('\x7f\x7f', ctrl('s'))
    expect(e.screen.lines[9]).toContain('[ Wrote 1 line ]')
  })
  it('counts two cells for a wide character', async () => {
    const e = await open('nano', ['words'])
    await e.type(right, right, '国')
    expect(e.screen.lines[1]).toBe('中文国字 here')
    expect(e.screen.cursor).toEqual([2, 7])
    await e.type('\x7f\x7f', '\x1b[F')
    expect(e.screen.lines[1]).toBe('中字 here')
    expect(e.screen.cursor).toEqual([2, 10])
  })
  it('scrolls, pages a long line sideways, and follows the size of the window', async () => {
    const e = await open('nano', ['long'])
    await e.type(...Array<string>(8).fill(down))
    expect(e.screen.lines[8]).toBe('line 9')
    await e.type('\x1b[6~\x1b[6~')
    expect(e.screen.lines.join()).toContain('line 21')
    await e.type('\x1b[F', 'x'.repeat(80))
    expect(e.screen.lines.join('\n')).toMatch(/^<x+/m)
    await e.size(100, 20)
    expect(e.screen.lines.at(-1)).toMatch(/^\^X Exit/)
    expect(e.screen.lines.join('\n')).toMatch(/^line 21x{80}/m)
    await e.size(20, 6)
    expect(e.screen.lines).toHaveLength(6)
  })
})

describe('vi', () => {
  it('begins in normal mode, types in insert mode, and writes and quits', async () => {
    const e = await open('vi', ['list'])
    expect(e.screen.lines.slice(0, 4)).toEqual(['one', 'two', 'three', '~'])
    expect(e.foot).toContain('"list" 3L, 14B')
    await e.type('i')
    expect(e.foot).toContain('-- INSERT --')
    await e.type('zero\r', '\x1b')
    expect(e.foot).not.toContain('INSERT')
    await e.type(':wq\r')
    expect(await e.over).toBe(0)
    expect(text('/home/list')).toBe('zero\none\ntwo\nthree\n')
    expect(e.screen.other).toBe(false)
  })
  it.each([
    ['x', 'ne two'],
    ['2x', 'e two'],
    ['A!\x1b', 'one two!'],
    ['wi1 \x1b', 'one 1 two'],
    ['ea,\x1b', 'one, two'],
    ['dw', 'two'],
    ['wD', 'one '],
    ['cwsix\x1b', 'six two'],
    ['wcwx\x1b', 'one x'],
    ['$x0x', 'ne tw'],
    ['rXu', 'one two'],
    ['rX', 'Xne two'],
    ['yyp', 'one two\none two'],
    ['oafter\x1b', 'one two\nafter'],
    ['Obefore\x1b', 'before\none two'],
    ['oA\x1bkddp', 'A\none two'],
    ['oA\x1boB\x1bggdG', ''],
    ['oA\x1boB\x1b1Gjdd', 'one two\nB'],
    ['oA\x1bkJ', 'one two A'],
    ['x..', ' two'],
    ['xxuu', 'one two'],
    ['xxuu\x12', 'ne two'],
    ['wyw0P', 'twoone two'],
    ['~w~', 'One Two'],
    [':s/o/0/g\r', '0ne tw0'],
    ['yy3p:%s/one/1\r', '1 two\n1 two\n1 two\n1 two'],
    ['yy3p:2,3d\r', 'one two\none two'],
    ['/tw\rD', 'one '],
    ['2dw', ''],
    ['dd', ''],
    ['3iab\x1b', 'abone two'],
  ])('%j', async (keys, wanted) => {
    disk.write('/home/line', bytesOf('one two\n'), 'ann')
    const e = await open('vim', ['line'])
    await e.type(keys, ':wq\r')
    expect(await e.over).toBe(0)
    expect(text('/home/line')).toBe(wanted === '' ? '' : `${wanted}\n`)
  })
  it('moves with gg, G, 0 and $, and keeps to the column on the way', async () => {
    const e = await open('vi', ['list'])
    await e.type('G')
    expect(e.screen.cursor).toEqual([3, 1])
    await e.type('$')
    expect(e.screen.cursor).toEqual([3, 5])
    await e.type('gg')
    expect(e.screen.cursor).toEqual([1, 1])
    await e.type('2l', down, down)
    expect(e.screen.cursor).toEqual([3, 3])
    await e.type('0')
    expect(e.screen.cursor).toEqual([3, 1])
    await e.type('2G')
    expect(e.screen.cursor).toEqual([2, 1])
  })
  it('does not quit over what was changed, unless it is told to', async () => {
    const e = await open('vi', ['list'])
    await e.type('x', ':q\r')
    expect(e.foot).toContain('E37: No write since last change')
    expect(e.open).toBe(true)
    await e.type('u', ':q\r')
    expect(await e.over).toBe(0)
    const other = await open('vi', ['list'])
    await other.type('dd', ':q!\r')
    expect(await other.over).toBe(0)
    expect(text('/home/list')).toBe('one\ntwo\nthree\n')
  })
  it('goes by the rights of whoever runs it', async () => {
    const e = await open('vi', ['/etc/hosts'])
    expect(e.foot).toContain('"/etc/hosts" [readonly] 1L, 20B')
    await e.type('x', ':w\r')
    expect(e.foot).toContain("E45: 'readonly' option is set")
    await e.type(':w!\r')
    expect(e.foot).toContain(`"/etc/hosts" E212: Can't open file for writing`)
    await e.type(':w copy\r')
    expect(e.foot).toContain('"copy" [New] 1L, 19B written')
    expect(text('/home/copy')).toBe('27.0.0.1 localhost\n')
    expect(text('/etc/hosts')).toBe('127.0.0.1 localhost\n')
    const secret = await open('vi', ['/etc/shadow'])
    expect(secret.foot).toContain('[Permission Denied]')
    expect(secret.screen.lines[0]).toBe('')
  })
  it('says what it does not know', async () => {
    const e = await open('vi', ['list'])
    await e.type(':frobnicate\r')
    expect(e.foot).toContain('E492: Not an editor command: frobnicate')
    await e.type('/nothing\r')
    expect(e.foot).toContain('E486: Pattern not found: nothing')
  })
  it('wraps long lines, keeps the cursor on the screen and follows the size of the window', async () => {
    const e = await open('vi', ['long'])
    await e.type('G')
    expect(e.screen.lines[10]).toBe('line 100')
    await e.type('gg', 'A', '中'.repeat(40), '\x1b')
    expect(e.screen.lines[0]).toBe(`line 1${'中'.repeat(27)}`)
    expect(e.screen.lines[1]).toBe('中'.repeat(13))
    expect(e.screen.cursor).toEqual([2, 25])
    await e.size(100, 6)
    expect(e.screen.lines[0]).toBe(`line 1${'中'.repeat(40)}`)
    expect(e.screen.lines[1]).toBe('line 2')
    await e.type(':set nu\r', 'G')
    expect(e.screen.lines[4]).toBe('100 line 100')
  })
  it('opens at a line, and keeps bytes that are no text', async () => {
    disk.write('/home/raw', new Uint8Array([0xff, 0x00, 0x0a, 0x61, 0x0d, 0x0a]), 'ann')
    const e = await open('vi', ['+2', 'raw'])
    expect(e.screen.cursor[0]).toBe(2)
    await e.type('ib\x1b:wq\r')
    expect(await e.over).toBe(0)
    expect([...disk.read('/home/raw', 'ann')]).toEqual([0xff, 0x00, 0x0a, 0x62, 0x61, 0x0d, 0x0a])
  })
})

it('gives back what was typed behind its end', async () => {
  const e = await open('vi', ['list'])
  await e.type(':q\rls\r')
  await e.over
  expect(e.rest).toBe('ls\r')
})
it('ends with its terminal', async () => {
  const e = await open('nano', ['list'])
  await e.type('unsaved')
  e.gone()
  expect(await e.over).toBe(0)
  expect(text('/home/list')).toBe('one\ntwo\nthree\n')
})
it('takes a whole book at once, and answers others meanwhile', async () => {
  const e = await open('nano', ['book'])
  await e.type('some words of a line\r'.repeat(20_000), ctrl('s'), '\r')
  const began = performance.now()
  while (!e.flushed && performance.now() - began < 20_000) await new Promise((done) => setTimeout(done, 20))
  expect(text('/home/book').length).toBe(21 * 20_000)
})
it('needs a terminal', async () => {
  let said = ''
  const status = await editorCommands.nano?.run({
    args: ['x'],
    use: '',
    err: (t: string) => void (said += t),
  } as unknown as Cmd)
  expect([status, said]).toEqual([1, 'Standard input is not a terminal\n'])
})
