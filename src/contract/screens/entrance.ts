/** The screens that open before anybody is signed in, apart from the table of all: the first page needs no others. */
import { looksLikeCode } from '../rules.ts'
import type { LayoutName, Screen, ScreenParams } from './index.ts'
import { buildPath, finder } from './path.ts'
import { exchangeScreens, publicScreens } from './public.ts'
import { keysOf } from '../lib/typed.ts'

const lines = { ...publicScreens, ...exchangeScreens }
export type EntranceName = keyof typeof lines

const opened = (name: EntranceName, layout: LayoutName): Screen => ({
  name,
  layout,
  path: lines[name].path,
  folder: undefined,
  under: undefined,
  hidden: false,
  public: layout === 'public',
  auth: false,
  module: undefined,
  given: true,
  built: true,
  apart: false,
  form: false,
})
export const entrance: readonly Screen[] = [
  ...keysOf(publicScreens).map((name) => opened(name, 'public')),
  opened('token-entry', 'full'),
]

const find = finder(entrance)
/** That one of them a path belongs to. */
export function entranceAt(pathname: string): Screen | undefined {
  const found = find(pathname)
  return found?.name === 'token-entry' && !looksLikeCode(pathname.split('/').find(Boolean)) ? undefined : found
}

type Rest<S extends EntranceName> = [ScreenParams<S>] extends [never]
  ? [params?: undefined, query?: Record<string, string>]
  : [params: Record<ScreenParams<S>, string>, query?: Record<string, string>]

/** `href` of one of them. */
export const entranceHref = <S extends EntranceName>(name: S, ...[params, query]: Rest<S>): string =>
  buildPath(lines[name].path, params, query)
