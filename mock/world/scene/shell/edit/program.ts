/** Runs an editor on the whole of a terminal: keys to it, pictures from it, until it is left. */
import type { Cmd, Terminal } from '../program.ts'
import { terminalKeysOf } from './keys.ts'
import { painter, type TerminalFrame } from './painter.ts'

export interface TerminalEditor {
  key(name: string): void
  picture(columns: number, rows: number): TerminalFrame
  readonly over: boolean
  /** A line, and a place of it, as they are given behind `+`. */
  goto(place: string): void
  /** Something was written to the disk since this was last asked. */
  wrote(): boolean
}

/** Keys that may wait for an editor: as at a real terminal, what is typed further ahead is lost. */
const ahead = 1024 * 1024
/** Milliseconds an editor may work before others have their turn. */
const turn = 15
const smallest = { columns: 20, rows: 5 }

export async function runEditor(c: Cmd, terminal: Terminal, editor: TerminalEditor): Promise<void> {
  const paper = painter(terminal.write)
  let waiting = ''
  let [working, gone] = [false, false]
  let finish = (): void => {}
  let fail: (error: unknown) => void = () => {}

  const draw = () =>
    paper.paint(editor.picture(Math.max(smallest.columns, c.shell.columns), Math.max(smallest.rows, c.shell.rows)))
  async function work(): Promise<void> {
    working = true
    while (waiting !== '' && !editor.over && !gone) {
      const until = performance.now() + turn
      let rest = ''
      for (const { name, end } of terminalKeysOf(waiting)) {
        editor.key(name)
        if (!editor.over && performance.now() < until) continue
        rest = waiting.slice(end)
        break
      }
      waiting = rest
      if (editor.wrote()) await terminal.flush()
      if (waiting !== '') await terminal.turn()
    }
    working = false
    if (editor.over || gone) finish()
    else draw()
  }
  const release = terminal.take({
    keys(text) {
      if (waiting.length < ahead) waiting += text
      if (!working) work().catch((e: unknown) => fail(e))
    },
    resized() {
      paper.anew()
      if (!working) draw()
    },
    gone() {
      gone = true
      if (!working) finish()
    },
  })
  try {
    await new Promise<void>((done, failed) => {
      finish = done
      fail = failed
      draw()
    })
  } finally {
    paper.leave()
    release(waiting)
  }
}
