/** Editors that take the whole terminal. */
import { nano } from '../edit/nano.ts'
import { type TerminalEditor, runEditor } from '../edit/program.ts'
import { vi } from '../edit/vi.ts'
import type { Cmd, Program, Programs } from '../program.ts'

const editor = (
  about: string,
  use: string,
  make: (c: Cmd, name: string) => TerminalEditor,
  nowhere: string,
  starts: RegExp,
): Program => ({
  about,
  use,
  knows: '',
  async run(c) {
    if (!c.terminal) {
      c.err(`${nowhere}\n`)
      return 1
    }
    const place = c.args.find((a) => starts.test(a))
    const made = make(c, c.args.find((a) => a !== place && a !== '--') ?? '')
    if (place !== undefined) made.goto(place.slice(1))
    await runEditor(c, c.terminal, made)
    return 0
  },
})
const vim = editor('edit a file', 'vi [+line] [file]', vi, 'Vim: Warning: Input is not from a terminal', /^\+\d*$/)

export const editorCommands: Programs = {
  nano: editor(
    'edit a file',
    'nano [+line[,column]] [file]',
    nano,
    'Standard input is not a terminal',
    /^\+\d+(,\d+)?$/,
  ),
  vi: vim,
  vim,
}
