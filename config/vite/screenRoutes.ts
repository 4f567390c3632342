/** What each built screen will ask for, read from the app's own tables: the file of its view, its words and its first calls. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runnerImport } from 'vite'
import type { ViewEntry } from '../../src/kit/views.tsx'
import type { ScreenRoute } from './early.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface Tables {
  screens: readonly { name: string; path: string; built: boolean; hidden: boolean; auth: boolean; form?: boolean }[]
  views: Readonly<Record<string, ViewEntry>>
}

function fileOf(screen: string, load: () => Promise<unknown>): string {
  const file = /import\w*\(\s*["'](?:file:\/\/)?([^"']+)["']/.exec(String(load))?.[1]
  if (!file) throw new Error(`the view of ${screen} is not an import: ${String(load)}`)
  return file.startsWith(root) ? file : path.join(root, file)
}

/** Of a screen that is a form the file of its rules, which it asks for when it has begun: no field is drawn before they are there. */
const rulesOf = (view: string): string[] =>
  [...readFileSync(view, 'utf8').matchAll(/\bschema: \(\) => import\('([^']+)'\)/g)].map(([, file = '']) =>
    path.resolve(path.dirname(view), file),
  )

/**
 * Every screen behind the sign-in.
 * @throws when a view is not one plain import of a file of the project
 */
export async function screenRoutes(): Promise<ScreenRoute[]> {
  const {
    module: { screens },
  } = await runnerImport<Pick<Tables, 'screens'>>(path.join(root, 'src/contract/screens/index.ts'))
  const {
    module: { views },
  } = await runnerImport<Pick<Tables, 'views'>>(path.join(root, 'src/app/inside/views.ts'))
  return screens.flatMap((screen) => {
    const view = screen.built && screen.auth ? views[screen.name] : undefined
    if (!view) return []
    const file = fileOf(screen.name, view.load)
    return [
      {
        path: screen.path,
        file,
        soon: [
          ...(view.soon === undefined ? [] : [fileOf(screen.name, view.soon)]),
          ...(screen.form ? rulesOf(file) : []),
        ],
        words: typeof view.messages === 'string' ? [view.messages] : view.messages,
        menu: !screen.hidden,
        ...(view.first === undefined ? {} : { first: [view.first].flat() }),
        ...(view.regardless === undefined ? {} : { regardless: view.regardless }),
      },
    ]
  })
}
