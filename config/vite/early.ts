import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { imported } from './qiankunFix.ts'

/**
 * What a page of its own asks for while its document is still being read: the configuration, the app's own files and those its first
 * screen will import (its code, its words, its style sheets), and with a session in the storage that session with its rights and the first
 * call of the screen. Over a slow line that is a round trip less for each. Nothing of it happens under a host, whose page is not ours.
 * @param screens what each screen will ask for; none of them is known before the app says so where it is left out
 */
export function early(screens?: () => Promise<readonly ScreenRoute[]>): Plugin {
  let base = '/'
  let command = 'serve'
  return {
    name: 'early',
    configResolved(config) {
      base = config.base
      command = config.command
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, context) => ({
        html: html.replaceAll(
          /<script>([^<]*)<\/script>/g,
          (_all, code: string) => `<script>${smaller(code)}</script>`,
        ),
        // before the style sheets: a script behind them waits until they have come
        tags: [
          {
            tag: 'script',
            attrs: { id: 'mg-early' },
            children: script(base, firstFiles(html, context, command === 'build' ? ((await screens?.()) ?? []) : [])),
            injectTo: 'head-prepend',
          },
        ],
      }),
    },
  }
}

/** A screen with a view of its own. */
export interface ScreenRoute {
  /** As the router reads it: `/admin/tool/:id`. */
  path: string
  /** Absolute path of the module of its view. */
  file: string
  /** Areas of its words. */
  words: readonly string[]
  /** Path and query of its first call below the API, while its address has no query. */
  first?: string
}

const languages = ['en-US', 'zh-CN'] as const
type ByLanguage = Record<(typeof languages)[number], string[]>

interface FirstFiles {
  /** What every page runs. */
  entry: string[]
  words: ByLanguage
  /** Without a session, and with one. */
  out: string[]
  in: string[]
  wordsInside: ByLanguage
  /** Files of screens, named by their place here. */
  files: string[]
  /** Words of areas. */
  areas: Record<string, ByLanguage>
  /** Path of a screen, places of its files, its areas, its first call. */
  screens: [path: string, files: number[], areas: string[], ...first: string[]][]
}

/** Without notes and the room before lines, which everybody would load. */
const smaller = (code: string): string => code.replaceAll(/^\s*(?:\/\/.*)?/gm, '')
/** The page names every screen's files, so what all of them have in common is said once, by whoever asks for them. */
const shortened = (json: string): string => json.replaceAll(/"assets\/([^"]+?)(?:\.js)?"/g, '"$1"')

const script = (base: string, files: FirstFiles): string =>
  smaller(`
      if (!window.__POWERED_BY_QIANKUN__) {
        const kept = (storage, name) => {
          try {
            return storage().getItem(\`range:\${location.protocol}//\${location.host}:\${name}\`)
          } catch {}
        }
        const asked = { config: fetch('${base}public/config.json', { cache: 'no-cache' }) }
        const language = (kept(() => localStorage, 'language') || navigator.language).startsWith('zh') ? 'zh-CN' : 'en-US'
        const inside = kept(() => sessionStorage, 'session')
        // another tab may be signed in and hand its session on: whether the sign-in is shown is not known yet
        const out = !inside && !kept(() => localStorage, 'open')
        const first = ${shortened(JSON.stringify(files))}
        const here = location.pathname.slice(${base.length - 1}).split('/')
        const screen = inside && first.screens.find(([path]) => {
          const parts = path.split('/')
          return parts.length === here.length && parts.every((part, i) => part === here[i] || (part[0] === ':' && here[i]))
        })
        if (inside && !kept(() => sessionStorage, 'fault')) {
          const ask = async (path) => {
            const headers = { Authorization: 'Bearer ' + JSON.parse(inside).token, 'Accept-Language': language }
            const { api } = await (await asked.config).clone().json()
            return fetch(new URL(api || '/api/oj/api', location.href) + path, { headers, credentials: 'include' })
          }
          asked.session = ask('/session')
          asked.permissions = ask('/session/permissions')
          if (screen && screen[3] && !location.search) {
            asked.first = ask(screen[3])
            document.currentScript.first = screen[3]
          }
        }
        for (const answer of Object.values(asked)) answer.catch(() => {})
        document.currentScript.asked = asked
        const wanted = [first.entry, first.words[language], inside ? first.in : out ? first.out : [], inside ? first.wordsInside[language] : []]
        if (screen) wanted.push(screen[1].map((n) => first.files[n]), screen[2].map((area) => (first.areas[area] || {})[language] || []))
        for (const named of new Set(wanted.flat(2))) {
          const file = 'assets/' + named + (named.endsWith('.css') ? '' : '.js')
          const link = document.createElement('link')
          link.rel = 'preload'
          link.as = file.endsWith('.css') ? 'style' : 'script'
          link.crossOrigin = ''
          link.href = '${base}' + file
          document.head.append(link)
        }
      }
    `)

/** Files of the built app by the name of their chunk; empty on the development server. */
function firstFiles(html: string, context: IndexHtmlTransformContext, screens: readonly ScreenRoute[]): FirstFiles {
  const { bundle, chunk } = context
  const chunks = Object.values(bundle ?? {}).filter((f) => f.type === 'chunk')
  type Chunk = (typeof chunks)[number]
  const withStyles = (f: Chunk): string[] => [f.fileName, ...(f.viteMetadata?.importedCss ?? [])]
  const named = (name: string): string[] => chunks.flatMap((f) => (f.name === name ? withStyles(f) : []))
  const byLanguage = (of: (language: keyof ByLanguage) => string[]): ByLanguage => ({
    'en-US': of('en-US'),
    'zh-CN': of('zh-CN'),
  })
  // an entry that does nothing but import is not written: the page imports the rest itself
  const entry = chunk && bundle ? [...imported(context), chunk.fileName].filter((file) => html.includes(file)) : []
  const home = new Map(chunks.flatMap((f) => f.moduleIds.map((id) => [id, f] as const)))
  const byName = new Map(chunks.map((f) => [f.fileName, f]))
  /** A module's file, what that imports at once, and their style sheets. */
  const reached = (id: string): string[] => {
    const seen = new Set<Chunk>()
    const open = [home.get(id)?.fileName ?? '']
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const f = byName.get(name)
      if (!f || seen.has(f)) continue
      seen.add(f)
      open.push(...f.imports)
    }
    return [...seen].flatMap(withStyles)
  }
  const dictionary = (language: string, area: string): string[] =>
    [...home].flatMap(([id, f]) => (id.endsWith(`/i18n/${language}/${area}.ts`) ? [f.fileName] : []))
  // the sign-in, its frame and what is behind it
  const out = named('entrance')
  const inside = named('inside')
  const there = new Set([...entry, ...inside, ...chunks.filter((f) => f.isEntry).flatMap(withStyles)])
  const owns = screens.map(({ file }) => reached(file).filter((f) => !there.has(f)))
  // what each of them needs is said once
  const common = (owns[0] ?? []).filter((f) => owns.length > 1 && owns.every((own) => own.includes(f)))
  const files: string[] = []
  const place = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const areas: Record<string, ByLanguage> = {}
  const known = byLanguage((l) => [...named(`words-${l}`), ...named(`words-inside-${l}`)])
  for (const area of new Set(screens.flatMap((s) => s.words))) {
    const own = byLanguage((l) => dictionary(l, area).filter((f) => !known[l].includes(f)))
    if (languages.some((l) => own[l].length)) areas[area] = own
  }
  return {
    entry,
    words: byLanguage((l) => named(`words-${l}`)),
    out,
    in: [...inside, ...common],
    wordsInside: byLanguage((l) => named(`words-inside-${l}`)),
    files,
    areas,
    screens: screens.map(({ path, words, first }, n) => {
      const own = (owns[n] ?? []).filter((f) => !common.includes(f))
      return [path, own.map(place), words.filter((area) => area in areas), ...(first === undefined ? [] : [first])]
    }),
  }
}
