/**
 * The life of a session: runtime configuration, sign-in, permissions, death and return. One saga per app; everything it touches comes in
 * through `Services`, so a test runs it on a real store with fakes.
 */
import { buffers, type Channel, type SagaIterator } from 'redux-saga'
import {
  actionChannel,
  all,
  call,
  delay,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
} from 'redux-saga/effects'
import { browserLanguage, type Locale, type ThemeName } from '../../contract/host.ts'
import { viewToken } from '../../contract/session/view.ts'
import { problemOf } from '../../lib/problem.ts'
import type { Store } from '../../lib/storage.ts'
import {
  type SignOutReason,
  noPermissions,
  type PermissionReply,
  type SessionReply,
  type SessionUser,
  sessionActions,
} from '../../kit/session/session.slice.ts'
import { rowEvents } from '../../kit/events.ts'
import { type Settings, settingsActions, type SystemInfo } from '../../kit/session/settings.slice.ts'
import type { KitState } from '../../kit/session/use.ts'
import type { Siblings } from './siblings.ts'
import type { Tokens, Vault } from './vault.ts'

export interface Services {
  api: {
    session: () => Promise<{ user: SessionUser; must_change: 'first' | 'expired' | null }>
    /** Whose session a token is of, asked with that token and nothing else. */
    ownerOf: (token: string) => Promise<string>
    permissions: () => Promise<PermissionReply>
    system: () => Promise<SystemInfo>
    signOut: () => Promise<unknown>
  }
  vault: Vault
  /** From here on every call goes out with these. */
  take: (tokens: Tokens) => void
  /** Other tabs of this browser. */
  siblings: Pick<Siblings, 'ask' | 'mark'>
  /** Local storage: language and theme of the browser's owner. */
  local: Store
  readConfig: () => Promise<Record<string, unknown>>
  /** @returns the language that is spoken then: that of a later wish where there was one */
  setLocale: (l: Locale) => Promise<Locale>
  /** Asks again for what was refused while the session was dead, or came in another language. */
  again: () => void
  /** Says that the viewer's rights are others than before. */
  tellRights: () => void
  /** Forgets every cached answer: another user must never see them. */
  forget: () => void
  host: {
    language?: Locale | undefined
    theme?: ThemeName | undefined
    api?: string | undefined
    askForToken: () => void
    signedOut: () => void
  }
}

const sessionOf = (k: KitState) => k.session
const settingsOf = (k: KitState) => k.settings
const isLocale = (v: unknown): v is Locale => v === 'en-US' || v === 'zh-CN'
const isTheme = (v: unknown): v is ThemeName => v === 'theme-dark' || v === 'theme-light'
const first = <T>(is: (v: unknown) => v is T, ...values: unknown[]): T | undefined => values.find(is)

/**
 * Reads the configuration first, then language, theme and API base follow: the host's wish, the viewer's choice, the configuration's, and of
 * languages the browser's.
 */
function* bootSaga(s: Services): SagaIterator<void> {
  let config: Record<string, unknown> = {}
  try {
    config = yield call(s.readConfig)
  } catch {
    // without a configuration the defaults hold
  }
  const language = first(isLocale, s.host.language, s.local.get('language'), config['language']) ?? browserLanguage()
  const theme = first(isTheme, s.host.theme, s.local.get('theme'), config['theme']) ?? 'theme-dark'
  const api = s.host.api ?? (typeof config['api'] === 'string' ? config['api'] : '/api/oj/api')
  yield put(settingsActions.changed({ config, api, theme }))
  yield fork(firstWordsSaga, s, language)
  // asked for before the rest, because the first page waits for it
  yield fork(resumeSaga, s)
  yield fork(systemSaga, s)
}

function* firstWordsSaga(s: Services, language: Locale): SagaIterator<void> {
  const spoken: Locale = yield call(s.setLocale, language)
  yield put(settingsActions.changed({ language: spoken, ready: true }))
}

/** Name, copyright and defaults of the installation; whoever chose a language or a theme, or is told one by his host, keeps it. */
function* systemSaga(s: Services): SagaIterator<void> {
  let system: SystemInfo
  try {
    system = yield call(s.api.system)
  } catch {
    // a default name is shown silently
    return
  }
  yield put(settingsActions.changed({ system }))
  const now: Settings = yield select(settingsOf)
  const theme = first(isTheme, s.host.theme, s.local.get('theme'), system.theme, now.config['theme'])
  if (theme && theme !== now.theme) yield put(settingsActions.changed({ theme }))
  const language = first(isLocale, s.host.language, s.local.get('language'), system.language, now.config['language'])
  if (!language || language === now.language) return
  try {
    const spoken: Locale = yield call(s.setLocale, language)
    yield put(settingsActions.changed({ language: spoken }))
    yield call(s.again)
  } catch {
    // the words could not be loaded: the old language stays
  }
}

/** The configuration was saved here: what everybody sees of it shows at once. */
function* configuredSaga(s: Services, { payload }: ReturnType<typeof rowEvents.saved>): SagaIterator<void> {
  if (payload.resource === 'config') yield call(systemSaga, s)
}

/** With a token the session is asked for; without one the sign-in page or the host comes next. */
function* resumeSaga(s: Services): SagaIterator<void> {
  if (!s.vault.read()) {
    const lent: Tokens | undefined = yield call(s.siblings.ask)
    if (!lent) {
      yield call(endSaga, s, 'none')
      return
    }
    yield call([s.vault, s.vault.write], lent)
  }
  const { phase }: KitState['session'] = yield select(sessionOf)
  // a session that died or gave way to another has its page beneath, which its user goes on with
  const before = phase.at === 'in' ? phase.user.resource_id : undefined
  if (phase.at !== 'starting' && before === undefined) yield put(sessionActions.phaseChanged({ at: 'starting' }))
  try {
    type Asked = [{ user: SessionUser; must_change: 'first' | 'expired' | null }, PermissionReply]
    const [state, permissions]: Asked = yield all([call(s.api.session), call(permissionsIfAny, s)])
    if (before !== undefined && before !== state.user.resource_id)
      yield put(sessionActions.phaseChanged({ at: 'starting' }))
    yield put(
      sessionActions.phaseChanged({
        at: 'in',
        user: state.user,
        must_change: state.must_change,
        permissions,
        locked: false,
      }),
    )
    yield call(s.siblings.mark, true)
    if (before === state.user.resource_id) yield call(s.again)
  } catch (e) {
    const { code, status } = problemOf(e)
    // whoever waited for a restore finds his session ended by it
    const restored = endedByRestore(e) || (phase.at === 'unreachable' && phase.code === 'restoring')
    if (status === 401) yield call(endSaga, s, restored ? 'restored' : 'expired')
    else yield put(sessionActions.phaseChanged({ at: 'unreachable', code }))
  }
}

/**
 * A host handed another session over. Until it is known whose it is, the page and its calls stay those of whoever is in: the same user goes on
 * with it, and what the page of another still has to say as it closes goes out under that one's own session.
 */
function* handedSaga(s: Services, { payload: tokens }: { payload: Tokens }): SagaIterator<void> {
  const { phase }: KitState['session'] = yield select(sessionOf)
  const before = phase.at === 'in' ? phase.user.resource_id : undefined
  const owner: string | undefined = before === undefined ? undefined : yield call(ownerIfKnown, s, tokens.token)
  if (before === undefined || owner !== before) {
    yield put(sessionActions.phaseChanged({ at: 'starting' }))
    // React has taken the page away by now, and its last calls have been made
    yield delay(0)
    yield call(s.forget)
  }
  yield call(s.take, tokens)
  yield call(resumeSaga, s)
}
function* ownerIfKnown(s: Services, token: string): SagaIterator<string | undefined> {
  try {
    return yield call(s.api.ownerOf, token)
  } catch {
    // taken for another's: what is asked with it next says what is wrong
    return undefined
  }
}

/** Rights of a session of which nothing is known yet: it has none while its password must be changed. */
function* permissionsIfAny(s: Services): SagaIterator<PermissionReply> {
  try {
    return yield call(s.api.permissions)
  } catch (e) {
    if (problemOf(e).code === 'change_password_first') return noPermissions
    throw e
  }
}

function* permissionsOf(s: Services, restricted: 'first' | 'expired' | null): SagaIterator<PermissionReply> {
  if (restricted) return noPermissions
  return yield call(s.api.permissions)
}

const endedByRestore = (e: unknown): boolean => problemOf(e).details?.['why'] === 'restored'

/** The session died while its user was at work: the server says whether a restore ended it. */
function* lockedSaga(s: Services): SagaIterator<void> {
  try {
    yield call(s.api.session)
  } catch (e) {
    if (!endedByRestore(e)) return
    yield put(sessionActions.restored())
    yield call(systemSaga, s)
  }
}

function* endSaga(s: Services, why: SignOutReason): SagaIterator<void> {
  yield call([s.vault, s.vault.clear])
  if (why !== 'none') yield call(s.siblings.mark, false)
  yield call(s.forget)
  // the platform may be called otherwise now
  if (why === 'restored') yield fork(systemSaga, s)
  const { embedded }: Settings = yield select(settingsOf)
  // who signed out wants to be out: a host that signs in by itself would have him back at once
  if (embedded && why !== 'signed-out') {
    yield put(sessionActions.phaseChanged({ at: 'waiting-for-host' }))
    yield call(s.host.askForToken)
  } else yield put(sessionActions.phaseChanged({ at: 'out', why }))
}

/** A session arrived. The same user goes on where he was; another one starts afresh. */
function* startedSaga(s: Services, { payload }: { payload: SessionReply }): SagaIterator<void> {
  const { phase }: KitState['session'] = yield select(sessionOf)
  const same = phase.at === 'in' && phase.user.resource_id === payload.user.resource_id
  yield call([s.vault, s.vault.write], { token: payload.token, jwt_token: payload.jwt_token })
  yield call(s.siblings.mark, true)
  if (!same) yield call(s.forget)
  try {
    const permissions: PermissionReply = yield call(permissionsOf, s, payload.must_change)
    yield put(
      sessionActions.phaseChanged({
        at: 'in',
        user: payload.user,
        must_change: payload.must_change,
        permissions,
        locked: false,
      }),
    )
    if (same) yield call(s.again)
  } catch (e) {
    yield put(sessionActions.phaseChanged({ at: 'unreachable', code: problemOf(e).code }))
  }
}

function* signOutSaga(s: Services): SagaIterator<void> {
  try {
    yield race([call(s.api.signOut), delay(5000)])
  } catch {
    // signed out here whatever the server says; its session ends by itself
  }
  yield call(endedSaga, s)
}

function* endedSaga(s: Services): SagaIterator<void> {
  yield call(endSaga, s, 'signed-out')
  yield call(s.host.signedOut)
}

/** This tab looks as a role from now on, or as its user again: the page follows the rights once they are there. */
function* viewedSaga(s: Services, { payload: role }: { payload: string | null }): SagaIterator<void> {
  const tokens = s.vault.read()
  if (!tokens) return
  yield call([s.vault, s.vault.write], { ...tokens, token: viewToken(tokens.token, role) })
  yield put(sessionActions.lookAgain())
}

function* passwordChangedSaga(s: Services): SagaIterator<void> {
  yield call(endSaga, s, 'password-changed')
}

function* languageSaga(s: Services, { payload }: { payload: Locale }): SagaIterator<void> {
  try {
    const spoken: Locale = yield call(s.setLocale, payload)
    yield call([s.local, s.local.set], 'language', payload)
    yield put(settingsActions.changed({ language: spoken }))
    // titles of questions and the like came in the old language
    yield call(s.again)
  } catch {
    // the words could not be loaded: the old language stays
  }
}

function* themeSaga(s: Services, { payload }: { payload: ThemeName }): SagaIterator<void> {
  yield call([s.local, s.local.set], 'theme', payload)
  yield put(settingsActions.changed({ theme: payload }))
}

/** Milliseconds in which a page makes way for the home of a role. */
const leaving = 300

/**
 * Rights may change while somebody works: looked at again every minute, whenever a call was refused for lack of a right, and at once when the
 * server says so, which nobody has to see the page for. Whoever asks while an answer is on its way is answered after it.
 */
function* rightsSaga(s: Services): SagaIterator<void> {
  const asked: Channel<object> = yield actionChannel(sessionActions.lookAgain, buffers.sliding(1))
  while (true) {
    const { now } = yield race({ minute: delay(60_000), now: take(asked) })
    const { phase }: KitState['session'] = yield select(sessionOf)
    if (phase.at !== 'in' || phase.locked || phase.must_change || (document.hidden && !now)) continue
    try {
      const permissions: PermissionReply = yield call(s.api.permissions)
      if (permissions.stamp === phase.permissions.stamp) continue
      const { user }: { user: SessionUser } = yield call(s.api.session)
      yield put(sessionActions.rightsChanged({ user, permissions }))
      const before = phase.permissions
      // an arrangement of the menu changes nothing that was read
      const turned = before.viewing?.id !== permissions.viewing?.id
      // whoever looks as a role leaves the page first: asked again by it, much would be refused
      if (turned) yield delay(leaving)
      if (!alike(reach(before), reach(permissions))) yield call(s.again)
      // he knows why: he began to look as somebody else, or ended it
      if (!turned && !alike(before.grants, permissions.grants)) yield call(s.tellRights)
    } catch {
      // the next round asks again
    }
  }
}

const reach = ({ grants, modules, licence, viewing }: PermissionReply) => [grants, modules, licence.at, viewing?.id]
const alike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The platform's settings changed: its name, its defaults. */
export const systemAgain = () => ({ type: 'session/systemAgain' as const })

/** A map of handlers; one handler's crash never ends the others. */
const guarded = <A>(saga: (s: Services, a: A) => SagaIterator<void>, s: Services, report: (e: unknown) => void) =>
  function* (a: A): SagaIterator<void> {
    try {
      yield call(saga, s, a)
    } catch (e) {
      report(e)
    }
  }

export function* sessionSaga(s: Services, report: (e: unknown) => void): SagaIterator<void> {
  yield all([
    takeLatest(sessionActions.started, guarded(startedSaga, s, report)),
    takeLatest(sessionActions.handed, guarded(handedSaga, s, report)),
    takeLatest(sessionActions.locked, guarded(lockedSaga, s, report)),
    takeLatest(sessionActions.signOut, guarded(signOutSaga, s, report)),
    takeLatest(sessionActions.ended, guarded(endedSaga, s, report)),
    takeLatest(sessionActions.passwordChanged, guarded(passwordChangedSaga, s, report)),
    takeLatest(sessionActions.viewed, guarded(viewedSaga, s, report)),
    takeLatest(sessionActions.retry, guarded(resumeSaga, s, report)),
    takeLatest('session/systemAgain', guarded(systemSaga, s, report)),
    takeEvery(sessionActions.askHost, function* () {
      yield call(s.host.askForToken)
    }),
    takeLatest(rowEvents.saved, guarded(configuredSaga, s, report)),
    takeLatest(settingsActions.chooseLanguage, guarded(languageSaga, s, report)),
    takeLatest(settingsActions.chooseTheme, guarded(themeSaga, s, report)),
    fork(rightsSaga, s),
    fork(guarded(bootSaga, s, report), undefined),
  ])
}
