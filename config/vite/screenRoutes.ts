/** What each built screen will ask for, read from the app's own tables: the file of its view, its words and its first call. */
import path from 'node:path'
import { runnerImport } from 'vite'
import type { ViewEntry } from '../../src/kit/views.tsx'
import type { ScreenRoute } from './early.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface Tables {
  screens: readonly { name: string; path: string; built: boolean; hidden: boolean; auth: boolean }[]
  views: Readonly<Record<string, ViewEntry>>
}

/**
 * Screens of the menu: where people begin. The table stands in the document, and a deep link's own files are a round trip later instead.
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
    const view = screen.built && !screen.hidden && screen.auth ? views[screen.name] : undefined
    if (!view) return []
    const file = /import\w*\(\s*["'](?:file:\/\/)?([^"']+)["']/.exec(String(view.load))?.[1]
    if (!file) throw new Error(`the view of ${screen.name} is not an import: ${String(view.load)}`)
    return [
      {
        path: screen.path,
        file: file.startsWith(root) ? file : path.join(root, file),
        words: typeof view.messages === 'string' ? [view.messages] : view.messages,
        ...(view.first === undefined ? {} : { first: view.first }),
      },
    ]
  })
}
