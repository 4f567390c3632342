/** A text that cannot be drawn is said where the drawing's problems are, and before a scene is made without it. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { legacy_createStore as createStore } from 'redux'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { emptyDocument } from '../../../contract/topology/document.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { topologyCommandOf } from './commands/commands.ts'
import { commandContextOf } from './desk.ts'
import Start from './dialogs/Start.tsx'
import { type EditorState, reduce } from './editor.state.ts'
import { Problems } from './panels/Problems.tsx'
import { EditorContext, type EditorStore } from './store.ts'
import { textBook } from './text/book.ts'

beforeAll(async () => {
  await words()
  await loadMessages('editor')
  await loadMessages('scene')
})
afterEach(cleanup)

const at = { type: 'loaded', name: 'T', unlock: false, start: true, editableNodes: null, used: null } as const
function open() {
  const store = createStore(reduce as never) as unknown as EditorStore
  const document = emptyDocument()
  const stored = { document, text: '', version: 3, updated_at: '2026-11-26T10:00:00Z', by: 'Bo' }
  store.dispatch({ ...at, stored })
  const slip = { line: 4, code: 'syntax', params: { reason: 'BAD_INDENT' }, mistakes: 1 } as const
  const pending: EditorState['pending'] = { text: 'nodes: [', said: document, whole: '', apart: false, ...slip }
  store.dispatch({ type: 'set', parts: { pending } })
  return store
}
const shown = (store: EditorStore, what: JSX.Element) =>
  render(<EditorContext.Provider value={{ store, texts: textBook() }}>{what}</EditorContext.Provider>)

it('is among the problems with its line and its reason, and is shown from there', () => {
  const store = open()
  shown(store, <Problems findings={[]} onChoose={() => undefined} />)
  const row = screen.getByRole('button', { name: /Line 4: The indentation does not fit.*1 mistake:/ })
  fireEvent.click(row)
  expect(store.getState().text).toBe(true)
})

it('holds a start until somebody wants the saved version', () => {
  shown(open(), <Start topology={{ id: 't', name: 'T' }} onClose={() => undefined} />)
  expect(screen.getByText(/version saved at 2026/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start the saved version' })).toBeTruthy()
})

it('is thrown away by a command that is there as long as it is', () => {
  const store = open()
  const discard = topologyCommandOf('discard')
  expect(discard.may(commandContextOf(store.getState()))).toBe(true)
  expect(discard.run(commandContextOf(store.getState()))).toEqual({ open: 'discard' })
  store.dispatch({ type: 'set', parts: { pending: null } })
  expect(discard.may(commandContextOf(store.getState()))).toBe(false)
})
