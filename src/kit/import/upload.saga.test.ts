import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiCall } from '../../contract/lib/client.ts'
import { ProblemError } from '../../lib/problem.ts'
import { uploadSaga } from './upload.saga.ts'
import { uploadActions, uploadSlice } from './upload.slice.ts'

/** A server that keeps bytes, with faults to order. */
function fakeServer(chunk = 4) {
  const kept: number[] = []
  const calls: string[] = []
  let begun: unknown
  let fail: ((call: ApiCall) => string | undefined) | undefined
  const send = async (call: ApiCall) => {
    calls.push(call.key)
    const code = fail?.(call)
    if (code) throw new ProblemError({ code: code as 'network', status: 0, request_id: '' })
    if (call.key === 'POST /uploads') begun = call.body
    if (call.key === 'POST /imports') return { id: 'imp-1' }
    if (call.key === 'POST /backups/receive') return { id: 'backup-1' }
    if (call.key === 'PATCH /uploads/:id') {
      const { offset } = call.query as { offset: number }
      if (offset !== kept.length) throw new ProblemError({ code: 'offset_mismatch', status: 409, request_id: '' })
      kept.push(...new Uint8Array(await (call.body as Blob).arrayBuffer()))
    }
    return { id: 'up-1', offset: kept.length, chunk }
  }
  return { send, kept, calls, begun: () => begun, failWhen: (f: typeof fail) => (fail = f) }
}

function start(server: ReturnType<typeof fakeServer>) {
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ uploads: uploadSlice.reducer }),
    middleware: (d) => d({ serializableCheck: false }).concat(sagas),
  })
  const arrived = vi.fn()
  const task = sagas.run(() => uploadSaga({ send: server.send, arrived, digest: async (f) => `digest of ${f.size}` }))
  return { store, task, arrived, phase: () => store.getState().uploads.items[0]?.phase }
}
const file = () => new File([new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])], 'pack.zip')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an upload', () => {
  test('sends the file in parts and asks for its plan once', async () => {
    const server = fakeServer()
    const { store, phase, arrived, task } = start(server)
    store.dispatch(uploadActions.added({ key: 'k', file: file() }))
    await vi.advanceTimersByTimeAsync(100)
    expect(server.begun()).toEqual({ name: 'pack.zip', size: 10, sha256: 'digest of 10', use: 'import' })
    expect(server.kept).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(phase()).toEqual({ at: 'done', made: 'imp-1' })
    expect(server.calls.filter((c) => c === 'POST /imports')).toHaveLength(1)
    expect(arrived).toHaveBeenCalledOnce()
    task.cancel()
  })

  test('of a backup becomes one, and no import', async () => {
    const server = fakeServer()
    const { store, phase, arrived, task } = start(server)
    store.dispatch(uploadActions.added({ key: 'k', file: file(), kind: 'backup' }))
    await vi.advanceTimersByTimeAsync(100)
    expect(server.begun()).toMatchObject({ use: 'backup' })
    expect(phase()).toEqual({ at: 'done', made: 'backup-1' })
    expect(arrived).toHaveBeenCalledExactlyOnceWith('backup')
    expect(server.calls).not.toContain('POST /imports')
    task.cancel()
  })

  test('goes on from the server’s place when the answer to a part was lost', async () => {
    const server = fakeServer()
    let lost = false
    const { store, phase, task } = start({
      ...server,
      send: async (call: ApiCall) => {
        const answer = await server.send(call)
        if (call.key === 'PATCH /uploads/:id' && !lost) {
          lost = true
          throw new ProblemError({ code: 'network', status: 0, request_id: '' })
        }
        return answer
      },
    })
    store.dispatch(uploadActions.added({ key: 'k', file: file() }))
    await vi.advanceTimersByTimeAsync(10)
    expect(phase()?.at).toBe('retrying')
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.kept).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(phase()?.at).toBe('done')
    task.cancel()
  })

  test('stops at once when it is dismissed and takes the next', async () => {
    const server = fakeServer()
    server.failWhen((c) => (c.key === 'PATCH /uploads/:id' ? 'network' : undefined))
    const { store, task } = start(server)
    store.dispatch(uploadActions.added({ key: 'a', file: file() }))
    store.dispatch(uploadActions.added({ key: 'b', file: file() }))
    await vi.advanceTimersByTimeAsync(10)
    store.dispatch(uploadActions.dismissed('a'))
    const asked = server.calls.length
    server.failWhen(undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls.length).toBeGreaterThan(asked)
    expect(store.getState().uploads.items.map((i) => [i.key, i.phase.at])).toEqual([['b', 'done']])
    expect(server.calls.filter((c) => c === 'DELETE /uploads/:id')).toHaveLength(1)
    task.cancel()
  })

  test('fails with the server’s reason when trying again cannot help', async () => {
    const server = fakeServer()
    server.failWhen((c) => (c.key === 'POST /uploads' ? 'quota_full' : undefined))
    const { store, phase, task } = start(server)
    store.dispatch(uploadActions.added({ key: 'k', file: file() }))
    await vi.advanceTimersByTimeAsync(10)
    expect(phase()).toMatchObject({ at: 'failed', problem: { code: 'quota_full' } })
    task.cancel()
  })

  test('sends nothing more after its app is gone', async () => {
    const server = fakeServer()
    server.failWhen((c) => (c.key === 'PATCH /uploads/:id' ? 'network' : undefined))
    const { store, task } = start(server)
    store.dispatch(uploadActions.added({ key: 'k', file: file() }))
    await vi.advanceTimersByTimeAsync(10)
    task.cancel()
    const asked = server.calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(server.calls.length).toBe(asked)
  })
})
