/**
 * Files go by tus, each in a race of its own: what ends it is that it is whole, that it is refused, or that somebody gives it up. A sending that
 * breaks goes on from where the server has the file, also when the same file is chosen again after a reload.
 */
import type { EventChannel, SagaIterator } from 'redux-saga'
import { call, delay, put, race, take, takeEvery } from 'redux-saga/effects'
import type { Deposit } from '../../contract/device/deposit.schema.ts'
import type { Api } from '../../contract/api.ts'
import type { Client } from '../../contract/lib/client.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { depositActions, depositKeyOf } from './deposit.slice.ts'
import { paceOf, type TransferSample, withSeen } from './speed.logic.ts'
import type { TusUpload, SendFile, UploadEvent } from './tus.ts'

export interface DepositServices {
  client: Client<Api>
  /** Absolute address of the API. */
  api(): string
  token(): string | undefined
  /** Milliseconds of a clock that only goes forward. */
  clock(): number
  random(): number
  fingerprint: (file: File) => Promise<string | undefined>
  sendFile: SendFile
  /** Something came of it: what the pages show is out of date. */
  changed: () => void
}
type Added = ReturnType<typeof depositActions.added>

const worthRetrying = new Set<AppProblem['code']>([
  'network',
  'timeout',
  'busy',
  'offset_mismatch',
  'too_many',
  'restoring',
])
/** Longest wait between two tries, milliseconds; after so many tries in a row it fails, and the file may be chosen again. */
const longest = 30_000
const most = 12
/** Milliseconds between two figures on the page. */
const every = 250

const of = (key: string) => (type: string) => (a: { type: string; payload?: unknown }) =>
  a.type === type && a.payload === key

export function* depositSaga(s: DepositServices): SagaIterator<void> {
  yield takeEvery(depositActions.added, one, s)
}

function* one(s: DepositServices, { payload: { kind, target, file, keep } }: Added): SagaIterator<void> {
  const key = depositKeyOf(kind, target)
  const is = of(key)
  const begun: { id?: string } = {}
  const { given } = yield race({
    run: call(function* run(): SagaIterator<void> {
      try {
        const fingerprint: string | undefined = yield call(s.fingerprint, file)
        const body = {
          kind,
          target,
          name: file.name,
          size: file.size,
          keep: keep === true,
          ...(fingerprint ? { fingerprint } : {}),
        }
        const deposit: Deposit = yield call(() => s.client('POST /deposits', { body }))
        begun.id = deposit.id
        yield call(s.changed)
        yield call(sending, s, key, file, deposit)
        delete begun.id
        yield put(depositActions.moved({ key, phase: { at: 'done' } }))
      } catch (e) {
        yield put(depositActions.moved({ key, phase: { at: 'failed', problem: problemOf(e) } }))
      }
      yield call(s.changed)
    }),
    given: take(is(depositActions.dismissed.type)),
    replaced: take((a: { type: string; payload?: unknown }) => {
      const next = depositActions.added.match(a) ? a.payload : undefined
      return next !== undefined && depositKeyOf(next.kind, next.target) === key
    }),
  })
  const { id } = begun
  if (!given || id === undefined) return
  try {
    yield call(() => s.client('DELETE /deposits/:id', { params: { id } }))
  } catch {
    // the server forgets it by itself
  }
  yield call(s.changed)
}

/** Until the file is whole; throws the problem that ends it. */
function* sending(s: DepositServices, key: string, file: File, deposit: Deposit): SagaIterator<void> {
  const is = of(key)
  let tries = 0
  let sent = deposit.received
  yield put(depositActions.moved({ key, phase: { at: 'sending', sent, speed: 0, left: null } }))
  while (true) {
    const url = `${s.api()}/deposits/${deposit.id}/content`
    const plan: TusUpload = { url, file, part: deposit.part, token: s.token() }
    const channel: EventChannel<UploadEvent> = yield call(s.sendFile, plan)
    const { ended, paused } = yield race({
      ended: call(follow, s, key, file.size, channel, (bytes: number) => {
        if (bytes > sent) tries = 0
        sent = bytes
      }),
      paused: take(is(depositActions.paused.type)),
    })
    if (paused) {
      yield take(is(depositActions.resumed.type))
      continue
    }
    const problem: AppProblem | undefined = ended
    if (!problem) return
    if (!worthRetrying.has(problem.code) || ++tries > most) throw problem
    yield put(depositActions.moved({ key, phase: { at: 'retrying', sent, code: problem.code } }))
    // full jitter: whoever lost the server together does not come back together
    yield delay(500 + s.random() * Math.min(longest, 500 * 2 ** tries))
  }
}

/** Tells how far it is; answers the problem a sending broke with, nothing when it is whole. Leaving it stops the bytes. */
function* follow(
  s: DepositServices,
  key: string,
  size: number,
  channel: EventChannel<UploadEvent>,
  reached: (bytes: number) => void,
): SagaIterator<AppProblem | undefined> {
  let seen: TransferSample[] = []
  let told = Number.NEGATIVE_INFINITY
  try {
    while (true) {
      const event: UploadEvent = yield take(channel)
      if (event.is === 'done') return undefined
      if (event.is === 'broken') return event.problem
      const at = s.clock()
      seen = withSeen(seen, { at, sent: event.bytes })
      reached(event.bytes)
      if (at - told < every) continue
      told = at
      yield put(depositActions.moved({ key, phase: { at: 'sending', sent: event.bytes, ...paceOf(seen, size) } }))
    }
  } finally {
    channel.close()
  }
}
