/**
 * Sends files in parts, one after the other, and hands them over: an import asks for its plan, a backup joins the list. A part that breaks goes on from where the server has the file, also when
 * the same content is dropped again later; dismissing the item ends its race.
 */
import type { Channel, SagaIterator } from 'redux-saga'
import { actionChannel, call, delay, put, race, select, take, takeEvery } from 'redux-saga/effects'
import type { ApiCall, Send } from '../../contract/lib/client.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { sha256OfFile as digestOf } from '../../lib/sha256.ts'
import { type ImportFileOptions, type UploadKind, type UploadState, uploadActions } from './upload.slice.ts'

interface Upload {
  id: string
  offset: number
  chunk: number
}
export interface UploadServices {
  send: Send
  /** SHA-256 of the content in hex, undefined when it cannot be had; the browser's own when nothing is passed. */
  digest?: (file: Blob) => Promise<string | undefined>
  /** The server has made of it what it is for; the list of such things is out of date. */
  arrived: (kind: UploadKind) => void
}
/** Uploads on the server, by the key of their item. */
type Begun = Map<string, string>
type Dismissed = ReturnType<typeof uploadActions.dismissed>
type Added = ReturnType<typeof uploadActions.added>

const worthRetrying = new Set<AppProblem['code']>(['network', 'timeout', 'busy', 'offset_mismatch'])
/** Longest wait between two tries, milliseconds; after ten tries in a row the item fails and may be dropped again: it goes on from there. */
const longest = 15_000
const most = 10
/** Bytes up to which a file is known again by its content; to read more of it into memory would cost more than it saves. */
const known = 256 * 1024 * 1024

export function* uploadSaga(s: UploadServices): SagaIterator<void> {
  const queue: Channel<Added> = yield actionChannel(uploadActions.added)
  const begun: Begun = new Map()
  yield takeEvery(uploadActions.dismissed.type, (a: Dismissed) => giveUpSaga(s, begun, a.payload))
  while (true) {
    const { payload }: Added = yield take(queue)
    const { uploads }: UploadState = yield select((k: UploadState) => k)
    if (!uploads.items.some((i) => i.key === payload.key)) continue
    yield race({
      sent: call(oneSaga, s, payload, begun),
      dismissed: take(
        (a: { type: string; payload?: unknown }) =>
          a.type === uploadActions.dismissed.type && a.payload === payload.key,
      ),
    })
  }
}

/** Whoever dismisses an upload wants it no more: what came of it is thrown away on the server too. */
function* giveUpSaga(s: UploadServices, begun: Begun, key: string): SagaIterator<void> {
  const id = begun.get(key)
  begun.delete(key)
  if (id === undefined) return
  try {
    yield call(s.send, { key: 'DELETE /uploads/:id', method: 'DELETE', path: `/uploads/${id}` }, {})
  } catch {
    // the server forgets it by itself after a day
  }
}

/** What becomes of a file when the server has all of it. */
const handOver = (kind: UploadKind, upload_id: string, said?: ImportFileOptions): ApiCall =>
  kind === 'backup'
    ? { key: 'POST /backups/receive', method: 'POST', path: '/backups/receive', body: { upload_id } }
    : { key: 'POST /imports', method: 'POST', path: '/imports', body: { upload_id, kind, ...said } }

function* oneSaga(
  s: UploadServices,
  { key, file, kind = 'resources', said }: Added['payload'],
  begun: Begun,
): SagaIterator<void> {
  try {
    const sha256: string | undefined = file.size > known ? undefined : yield call(s.digest ?? digestOf, file)
    const use = kind === 'backup' ? kind : 'import'
    let upload: Upload = yield call(
      s.send,
      {
        key: 'POST /uploads',
        method: 'POST',
        path: '/uploads',
        body: { name: file.name, size: file.size, sha256, use },
      },
      {},
    )
    begun.set(key, upload.id)
    let tries = 0
    while (upload.offset < file.size) {
      yield put(uploadActions.moved({ key, phase: { at: 'sending', sent: upload.offset } }))
      try {
        const part = file.slice(upload.offset, Math.min(upload.offset + upload.chunk, file.size))
        upload = yield call(
          s.send,
          {
            key: 'PATCH /uploads/:id',
            method: 'PATCH',
            path: `/uploads/${upload.id}`,
            query: { offset: upload.offset },
            body: part,
          },
          { as: 'upload' },
        )
        tries = 0
      } catch (e) {
        const problem = problemOf(e)
        if (!worthRetrying.has(problem.code) || ++tries > most) throw e
        yield put(uploadActions.moved({ key, phase: { at: 'retrying', sent: upload.offset, code: problem.code } }))
        yield delay(Math.min(longest, 500 * 2 ** tries))
        upload = yield call(whereIs, s, upload)
      }
    }
    const made: { id: string } = yield call(s.send, handOver(kind, upload.id, said), { idempotencyKey: key })
    begun.delete(key)
    yield put(uploadActions.moved({ key, phase: { at: 'done', made: made.id } }))
    yield call(s.arrived, kind)
  } catch (e) {
    yield put(uploadActions.moved({ key, phase: { at: 'failed', problem: problemOf(e) } }))
  }
}

/** How far the server is; while it cannot be asked, what was known last. */
function* whereIs(s: UploadServices, upload: Upload): SagaIterator<Upload> {
  try {
    return yield call(s.send, { key: 'GET /uploads/:id', method: 'GET', path: `/uploads/${upload.id}` }, {})
  } catch {
    return upload
  }
}
