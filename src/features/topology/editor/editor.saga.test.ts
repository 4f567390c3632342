/** What lives as long as the editor: saving, the lock, conflicts and drafts, with a server of the test's and a clock that is moved. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDocument, type TopologyDocument } from '../../../contract/topology/document.ts'
import type { ProblemCode } from '../../../contract/problems.ts'
import { ProblemError } from '../../../lib/problem.ts'
import type { TopologyDraft, TopologyDraftStore, LoadedTopology, TopologyServer } from './session/outside.ts'
import { addNode } from './model/nodes.ts'
import { topologyCommandOf } from './commands/commands.ts'
import { commandContextOf, runCommand } from './desk.ts'
import { isLeft, isUnsaved } from './editor.state.ts'
import { openEditor } from './store.ts'

const pace = { draft: 10, save: 100, most: 400, beat: 1000, again: 500 }
const fail = (code: ProblemCode | 'network', status: number) => new ProblemError({ code, status, request_id: '' })
const drawn = (n: number, from: TopologyDocument = emptyDocument()): TopologyDocument =>
  n === 0 ? from : drawn(n - 1, addNode(from, { kind: 'switch' }, { x: n * 200, y: 0 }).doc)

function stage(
  o: { draft?: { version: number; document: TopologyDocument }; used?: { n: number; names: string[] } } = {},
) {
  const kept = { version: 3, document: emptyDocument(), text: '' }
  const saves: number[] = []
  const on: { lock?: Error; save?: Error | ((n: number) => Error | undefined) } = {}
  let holder: { by: { name: string }; mine: boolean; since: string } | null = null
  const read = (): Promise<LoadedTopology> =>
    Promise.resolve({
      name: 'T',
      ...kept,
      updated_at: '2026-01-01T00:00:00Z',
      updated_by_name: 'Ann',
      can: { save: true, unlock: false, start: true },
      editable_nodes: null,
      used_by: o.used ?? null,
    })
  const server: TopologyServer = {
    read,
    holder: () => Promise.resolve(holder),
    lock: () => (on.lock ? Promise.reject(on.lock) : Promise.resolve({ by: { name: 'Me' }, mine: true, since: '' })),
    keep: vi.fn(() => Promise.resolve({ by: { name: 'Me' }, mine: true, since: '' })),
    release: vi.fn(() => Promise.resolve()),
    save: (version, document, text) => {
      const e = typeof on.save === 'function' ? on.save(saves.length) : on.save
      saves.push(document.nodes.length)
      if (e) return Promise.reject(e)
      if (version !== kept.version) return Promise.reject(fail('stale_version', 409))
      Object.assign(kept, { version: version + 1, document, text: text ?? kept.text })
      return Promise.resolve({ version: kept.version, updated_at: '2026-01-01T00:00:01Z' })
    },
  }
  let draft: TopologyDraft | undefined = o.draft
  const drafts: TopologyDraftStore = {
    read: () => draft,
    keep: (made) => {
      draft = made
    },
    drop: () => {
      draft = undefined
    },
  }
  return {
    on,
    kept,
    saves,
    server,
    drafts,
    setHolder: (name: string | null) => {
      holder = name === null ? null : { by: { name }, mine: false, since: '2026-01-01T00:00:00Z' }
    },
    open: () => openEditor(server, drafts, pace),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const change = (doc: TopologyDocument) => ({ type: 'changed', change: { doc } }) as const

test('what is drawn is saved once it rests, and then again what was drawn meanwhile', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  expect(store.getState().hold.at).toBe('mine')
  store.dispatch(change(drawn(1)))
  await pass(60)
  store.dispatch(change(drawn(2)))
  await pass(60)
  expect(s.saves).toEqual([])
  await pass(60)
  expect(s.saves).toEqual([2])
  expect(store.getState().save.at).toBe('saved')
  expect(s.drafts.read()).toBeUndefined()
  close()
})

test('who draws without a pause is kept in the browser at once, and saved before long', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch(change(drawn(1)))
  await pass(0)
  expect(s.drafts.read()?.document.nodes).toHaveLength(1)
  for (let n = 2; n <= 12; n++) {
    store.dispatch(change(drawn(n)))
    await pass(50)
  }
  expect(s.saves.length).toBeGreaterThan(0)
  store.dispatch(change(drawn(20)))
  store.dispatch({ type: 'ask/keep' })
  expect(s.drafts.read()?.document.nodes).toHaveLength(20)
  close()
})

test('a lost network keeps the draft, tries again and saves in the end', async () => {
  const s = stage()
  s.on.save = (n) => (n < 2 ? fail('network', 0) : undefined)
  const { store, close } = s.open()
  await pass(0)
  store.dispatch(change(drawn(1)))
  await pass(150)
  expect(store.getState().save).toMatchObject({ at: 'failed' })
  expect(s.drafts.read()?.document.nodes).toHaveLength(1)
  await pass(1100)
  expect(store.getState().save.at).toBe('saved')
  expect(s.kept.document.nodes).toHaveLength(1)
  close()
})

test('a drawing somebody saved meanwhile is a conflict, and each way on keeps what was chosen', async () => {
  for (const way of ['theirs', 'mine'] as const) {
    const s = stage()
    const { store, close } = s.open()
    await pass(0)
    Object.assign(s.kept, { version: 9, document: drawn(3) })
    store.dispatch(change(drawn(1)))
    await pass(150)
    expect(store.getState().save).toMatchObject({ at: 'conflict' })
    store.dispatch({ type: 'ask/settle', way })
    await pass(300)
    expect(s.kept.document.nodes).toHaveLength(way === 'mine' ? 1 : 3)
    expect(store.getState().history.now.nodes).toHaveLength(way === 'mine' ? 1 : 3)
    expect(store.getState().save.at).toBe('saved')
    store.dispatch({ type: 'undone' })
    if (way === 'theirs') expect(store.getState().history.now.nodes).toHaveLength(1)
    close()
  }
})

test('a draft of the same version comes back after a reload and is saved', async () => {
  const s = stage({ draft: { version: 3, document: drawn(2) } })
  const { store, close } = s.open()
  await pass(50)
  expect(store.getState().history.now.nodes).toHaveLength(2)
  expect(s.kept.document.nodes).toHaveLength(2)
  close()
})

test('a draft of an older version is a conflict, not a loss', async () => {
  const s = stage({ draft: { version: 2, document: drawn(2) } })
  const { store, close } = s.open()
  await pass(50)
  expect(store.getState().save).toMatchObject({ at: 'conflict' })
  expect(store.getState().history.now.nodes).toHaveLength(2)
  close()
})

test('whoever has no lock may look, sees who has it, and takes over', async () => {
  const s = stage()
  s.on.lock = fail('locked', 423)
  s.setHolder('Bo')
  const { store, close } = s.open()
  await pass(0)
  expect(store.getState().hold).toMatchObject({ at: 'theirs', who: 'Bo' })
  delete s.on.lock
  Object.assign(s.kept, { version: 4, document: drawn(2) })
  store.dispatch({ type: 'ask/hold', takeOver: true })
  await pass(10)
  expect(store.getState().hold.at).toBe('mine')
  expect(store.getState().history.now.nodes).toHaveLength(2)
  close()
})

test('the editor stands once it is known whether it may write, so that no key is lost on it', async () => {
  const s = stage()
  let answer = () => {}
  const { lock } = s.server
  s.server.lock = async (takeOver) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return lock(takeOver)
  }
  const { store, close } = s.open()
  await pass(50)
  expect(store.getState().phase.at).toBe('loading')
  answer()
  await pass(0)
  expect(store.getState()).toMatchObject({ phase: { at: 'ready' }, hold: { at: 'mine' } })
  close()
})

test('when the other lets go the drawing is read anew and the lock taken', async () => {
  const s = stage()
  s.on.lock = fail('locked', 423)
  s.setHolder('Bo')
  const { store, close } = s.open()
  await pass(0)
  s.setHolder(null)
  delete s.on.lock
  Object.assign(s.kept, { version: 5, document: drawn(1) })
  await pass(1100)
  expect(store.getState().hold.at).toBe('mine')
  expect(store.getState().history.now.nodes).toHaveLength(1)
  close()
})

test('a lock that somebody took ends the writing and loses nothing', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  s.on.save = fail('locked', 423)
  s.setHolder('Bo')
  store.dispatch(change(drawn(1)))
  await pass(200)
  expect(store.getState().hold).toMatchObject({ at: 'theirs', who: 'Bo' })
  expect(s.drafts.read()?.document.nodes).toHaveLength(1)
  close()
})

test('it says that it lives while it is open, and lets go when it is closed', async () => {
  const s = stage()
  const { close } = s.open()
  await pass(3500)
  expect(s.server.keep).toHaveBeenCalledTimes(3)
  close()
  await pass(3000)
  expect(s.server.keep).toHaveBeenCalledTimes(3)
  expect(s.server.release).toHaveBeenCalledTimes(1)
})

test('what was drawn a moment before it was closed is saved on the way out', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch(change(drawn(1)))
  close()
  await pass(0)
  expect(s.kept.document.nodes).toHaveLength(1)
  expect(s.drafts.read()).toBeUndefined()
})

const broken = { text: 'nodes: [', whole: '', line: 1, code: 'syntax', mistakes: 1 } as const

test('a text with a mistake is a draft: kept beside the saved drawing, and there again after a reload', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  const said = store.getState().history.now
  store.dispatch({ type: 'set', parts: { pending: { ...broken, said, apart: false } } })
  await pass(20)
  expect(s.drafts.read()).toMatchObject({ version: 3, typed: { text: 'nodes: [', apart: false } })
  store.dispatch(change(drawn(1)))
  await pass(200)
  expect(s.kept.document.nodes).toHaveLength(1)
  expect(s.drafts.read()).toMatchObject({ version: 4, typed: { text: 'nodes: [' } })
  close()
  await pass(0)
  expect(s.drafts.read()).toMatchObject({ typed: { text: 'nodes: [' } })

  const again = s.open()
  await pass(0)
  const { pending, text, save, history } = again.store.getState()
  expect(pending).toMatchObject({ text: 'nodes: [', apart: false })
  expect(text).toBe(true)
  expect(save.at).toBe('saved')
  expect(pending?.said).toBe(history.now)
  again.store.dispatch({ type: 'set', parts: { pending: null } })
  await pass(20)
  expect(s.drafts.read()).toBeUndefined()
  again.close()
})

test('what is not on the server is told to whoever leaves: a text with a mistake, a save that failed', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  expect(isLeft(store.getState())).toBe(false)
  store.dispatch({ type: 'set', parts: { pending: { ...broken, said: store.getState().history.now, apart: false } } })
  expect(isLeft(store.getState())).toBe(true)
  store.dispatch({ type: 'set', parts: { pending: null } })
  expect(isLeft(store.getState())).toBe(false)
  s.on.save = fail('network', 0)
  store.dispatch(change(drawn(1)))
  await pass(150)
  expect(store.getState().save.at).toBe('failed')
  expect(isLeft(store.getState())).toBe(true)
  close()
})

test('a scene is started of what is saved: by whoever may, of a drawing that holds something and can be saved', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  const start = topologyCommandOf('start')
  const doer = { middle: () => ({ x: 0, y: 0 }), effect: vi.fn(), refused: vi.fn(), unsaved: vi.fn() }
  expect(start.may(commandContextOf(store.getState()))).toBe(false)
  store.dispatch(change(drawn(1)))
  runCommand(store, start, doer)
  expect(store.getState().open).toBe('start')
  // without waiting for the drawing to rest
  expect(s.saves).toEqual([1])
  await pass(0)
  expect(isUnsaved(store.getState())).toBe(false)
  store.dispatch(change(drawn(2)))
  store.dispatch({ type: 'hold', phase: { at: 'theirs', who: 'Bo', since: '', me: false } })
  expect(start.may(commandContextOf(store.getState()))).toBe(false)
  close()
})

test('nobody links from a node that is gone', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch(change(drawn(1)))
  const [node] = store.getState().history.now.nodes
  store.dispatch({ type: 'set', parts: { tool: 'connect', from: node?.id ?? null } })
  store.dispatch(change(drawn(0)))
  store.dispatch({ type: 'undone' })
  expect(store.getState().from).toBeNull()
  close()
})

test('what questions use is saved after one question, and then as it rests', async () => {
  const s = stage({ used: { n: 2, names: ['Web shell'] } })
  const { store, close } = s.open()
  await pass(0)
  store.dispatch(change(drawn(1)))
  await pass(150)
  expect(s.saves).toEqual([])
  expect(store.getState().save).toEqual({ at: 'held', asking: true })
  // "Not yet" is not asked again by every change
  store.dispatch({ type: 'save', phase: { at: 'held', asking: false } })
  store.dispatch(change(drawn(2)))
  await pass(150)
  expect(store.getState().save).toEqual({ at: 'held', asking: false })
  const doer = { middle: () => ({ x: 0, y: 0 }), effect: vi.fn(), refused: vi.fn(), unsaved: vi.fn() }
  runCommand(store, topologyCommandOf('save'), doer)
  expect(store.getState().save).toEqual({ at: 'held', asking: true })
  store.dispatch({ type: 'agreed' })
  store.dispatch({ type: 'ask/save' })
  await pass(0)
  expect(s.saves).toEqual([2])
  store.dispatch(change(drawn(3)))
  await pass(250)
  expect(s.saves).toEqual([2, 3])
  close()
})

test('what questions use is not saved on the way out of who has not agreed, and goes back when a copy is made of it', async () => {
  const s = stage({ used: { n: 1, names: [] } })
  const first = s.open()
  await pass(0)
  first.store.dispatch(change(drawn(1)))
  expect(isLeft(first.store.getState())).toBe(true)
  first.close()
  await pass(0)
  expect(s.saves).toEqual([])
  expect(s.drafts.read()?.document.nodes).toHaveLength(1)

  const { store, close } = s.open()
  await pass(150)
  expect(store.getState().save).toEqual({ at: 'held', asking: true })
  store.dispatch({ type: 'ask/settle', way: 'theirs' })
  await pass(150)
  expect(store.getState().history.now.nodes).toHaveLength(0)
  expect(store.getState().save.at).toBe('saved')
  expect(s.drafts.read()).toBeUndefined()
  close()
  await pass(0)
  expect(s.saves).toEqual([])
})
