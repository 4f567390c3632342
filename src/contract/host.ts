/**
 * What a host platform may hand to the app. Untrusted input: everything is optional, malformed parts are dropped, a getter that throws
 * is survived, and nothing here is a source of rights: the token decides, on the server.
 */
import { isRecord } from './lib/typed.ts'
export type Locale = 'en-US' | 'zh-CN'
/** The language of who has chosen none and was told none. */
export const browserLanguage = (): Locale => (navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US')
export type ThemeName = 'theme-dark' | 'theme-light'
type HistoryKind = 'browser' | 'memory'

export interface HostProps {
  /** Token of a session the host obtained for its user. */
  token?: string
  jwt_token?: string
  language?: Locale
  theme?: ThemeName
  /** Path the host mounted the app at, when it is not `/page/mg`. */
  base?: string
  /** `memory`: the app keeps its address to itself, and the window's stays the host's; read when the app is mounted. */
  history?: HistoryKind
  /** API base, when the host serves it elsewhere on its own origin or on an allowed one. */
  api?: string
  /** The app has no session: the host signs its user in and calls `update` with a token. */
  onAuthRequired?: () => void
  onSignedOut?: () => void
  /** The app went to a path inside its base. */
  onNavigate?: (path: string) => void
  /** The host wants the app at this path inside its base; a new value navigates. */
  path?: string
  onReady?: () => void
}

const text = (v: unknown, max: number): string | undefined =>
  typeof v === 'string' && v.length > 0 && v.length <= max ? v : undefined
const call = <A extends unknown[]>(v: unknown): ((...a: A) => void) | undefined =>
  typeof v === 'function'
    ? (...a: A) => {
        try {
          Reflect.apply(v, undefined, a)
        } catch {
          // a host's own mistake stays the host's
        }
      }
    : undefined

/** Reads host props from whatever the host passed. Never throws. */
export function parseHostProps(raw: unknown): HostProps {
  const get = (name: string): unknown => {
    try {
      return isRecord(raw) ? raw[name] : undefined
    } catch {
      return undefined
    }
  }
  const out: HostProps = {}
  const token = text(get('token'), 4096)
  if (token && /^[\w.~+/=-]+$/.test(token)) out.token = token
  const jwt = text(get('jwt_token'), 8192)
  if (jwt && /^[\w.=-]+$/.test(jwt)) out.jwt_token = jwt
  const language = get('language')
  if (language === 'en-US' || language === 'zh-CN') out.language = language
  const theme = get('theme')
  if (theme === 'theme-dark' || theme === 'theme-light') out.theme = theme
  const base = text(get('base'), 200)
  if (base && /^\/(?!\/)[\w\-./]*$/.test(base) && !base.includes('//') && !base.split('/').includes('..'))
    out.base = base.replace(/\/+$/, '') || '/'
  const history = get('history')
  if (history === 'browser' || history === 'memory') out.history = history
  const api = text(get('api'), 500)
  if (api && (/^\/(?!\/)[\w\-./]*$/.test(api) || /^https?:\/\/[\w\-.:]+(\/[\w\-./]*)?$/.test(api)))
    out.api = api.replace(/\/+$/, '')
  const path = text(get('path'), 2048)
  if (path && /^\/(?![/\\])/.test(path)) out.path = path
  const onAuthRequired = call<[]>(get('onAuthRequired'))
  if (onAuthRequired) out.onAuthRequired = onAuthRequired
  const onSignedOut = call<[]>(get('onSignedOut'))
  if (onSignedOut) out.onSignedOut = onSignedOut
  const onNavigate = call<[string]>(get('onNavigate'))
  if (onNavigate) out.onNavigate = onNavigate
  const onReady = call<[]>(get('onReady'))
  if (onReady) out.onReady = onReady
  return out
}
