import { adminScreens } from './admin.ts'
import { folders } from './folders.ts'
import { fullScreens } from './full.ts'
import { learnerScreens } from './learner.ts'
import { buildPath } from './path.ts'
import { publicScreens } from './public.ts'
import { entriesOf } from '../lib/typed.ts'

/**
 * Every screen of the product, one line each. A screen is listed in a menu `folder` or it is `under` another screen
 * (then it is hidden from the menu and belongs to that screen's folder).
 * `given`: the path is the customer's and may not change. `planned`: no view yet, so no route and no menu entry.
 * `apart`: what stands there is everybody's, and reading it can be given without changing it. `form`: one comes to change, and for nothing
 * else, so reading does not open it. On a learner's page, neither: what one does there is one's own.
 */
interface ScreenLine {
  path: string
  folder?: FolderName
  under?: ScreenName
  given?: true
  planned?: true
  apart?: true
  form?: true
}

export type LayoutName = 'public' | 'full' | 'learner' | 'admin'
export type FolderName = keyof typeof folders
export type FolderIcon = (typeof folders)[FolderName]['icon']
export type ModuleName = Extract<(typeof folders)[FolderName], { module: string }>['module']

const lines = { ...publicScreens, ...fullScreens, ...learnerScreens, ...adminScreens }
export type ScreenName = keyof typeof lines
type Lines = typeof lines
type PlannedName = { [K in ScreenName]: Lines[K] extends { planned: true } ? K : never }[ScreenName]
/** The screens that must have a view; a missing one is a compile error in `app/inside/views.ts`. */
export type BuiltName = Exclude<ScreenName, PlannedName>

export interface Screen {
  name: ScreenName
  layout: LayoutName
  path: string
  /** Folder it is listed in, its own or its ancestor's; undefined for public and full-screen routes. */
  folder: FolderName | undefined
  under: ScreenName | undefined
  /** Not in the menu: reached from the screen it is under. */
  hidden: boolean
  /** Reachable without a token. */
  public: boolean
  /** False: the page opens for anybody signed in. Its data calls are checked all the same. */
  auth: boolean
  module: ModuleName | undefined
  given: boolean
  built: boolean
  /** Reading can be given without changing. */
  apart: boolean
  /** For changing only. */
  form: boolean
}

function folderOf(line: ScreenLine): FolderName | undefined {
  if (line.folder) return line.folder
  return line.under ? folderOf(lines[line.under]) : undefined
}

function layer<N extends ScreenName>(layout: LayoutName, table: Record<N, ScreenLine>): Screen[] {
  return entriesOf(table).map(([name, line]) => {
    const folder = folderOf(line)
    const listed = folder && folders[folder]
    return {
      name,
      layout,
      path: line.path,
      folder,
      under: line.under,
      hidden: line.under !== undefined,
      public: layout === 'public',
      auth: layout === 'learner' || layout === 'admin',
      module: listed && 'module' in listed ? listed.module : undefined,
      given: line.given === true,
      built: line.planned !== true,
      // of what is still to come nobody is given more than he was asked for
      apart: line.apart === true || (layout === 'admin' && line.planned === true),
      form: line.form === true,
    }
  })
}

/** All screens in table order, which is menu order inside a folder. */
export const screens: readonly Screen[] = [
  ...layer('public', publicScreens),
  ...layer('full', fullScreens),
  ...layer('learner', learnerScreens),
  ...layer('admin', adminScreens),
]

const byName: ReadonlyMap<string, Screen> = new Map(screens.map((s) => [s.name, s]))
export const isScreenName = (name: string): name is ScreenName => byName.has(name)

/** The screen of that name. Throws on a name the table lacks, which the type system already refuses. */
export function screenOf(name: ScreenName): Screen {
  const s = byName.get(name)
  if (!s) throw new Error(`no screen ${String(name)}`)
  return s
}

type Names<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<R>
  : P extends `${string}:${infer N}`
    ? N
    : never
export type ScreenParams<S extends ScreenName> = Names<Lines[S]['path']>
type Rest<S extends ScreenName> = [ScreenParams<S>] extends [never]
  ? [params?: undefined, query?: Record<string, string>]
  : [params: Record<ScreenParams<S>, string>, query?: Record<string, string>]

/** Path of a screen inside the app's base, with its parameters and an optional query; the only way to make a link. */
export function href<S extends ScreenName>(name: S, ...[params, query]: Rest<S>): string {
  return buildPath(screenOf(name).path, params, query)
}

/** Path of the screen that shows a row, whatever it calls the row's id, or of the list where it is opened. */
export const hrefOfRow = (name: ScreenName, id: string): string => {
  const { path } = screenOf(name)
  const params = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, id] as const)
  return params.length ? buildPath(path, Object.fromEntries(params)) : buildPath(path, undefined, { open: id })
}

export { folders }
