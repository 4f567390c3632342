import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { imported } from './qiankunFix.ts'

/**
 * What a page of its own asks for while its document is still being read: the configuration, the app's own files and those its first
 * screen will import (its code, its words, its style sheets), and with a session in the storage that session with its rights and the first
 * calls of the screen. Over a slow line that is a round trip less for each. What screens of the menu need stands in the document; a deeper
 * address is looked up in a table of its own. Nothing of it happens under a host, whose page is not ours.
 * @param screens what each screen will ask for; none of them is known before the app says so where it is left out
 */
export function early(screens?: () => Promise<readonly ScreenRoute[]>): Plugin {
  let base = '/'
  let command = 'serve'
  let deep: { name: string; text: string } | undefined
  return {
    name: 'early',
    configResolved(config) {
      base = config.base
      command = config.command
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, context) {
        const { first, below } = firstFiles(html, context, command === 'build' ? ((await screens?.()) ?? []) : [])
        const text = shortened(JSON.stringify(below))
        if (below.screens.length)
          deep = { name: `screens-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.json`, text }
        return {
          html: html.replaceAll(
            /<script>([^<]*)<\/script>/g,
            (_all, code: string) => `<script>${smaller(code)}</script>`,
          ),
          // before the style sheets: a script behind them waits until they have come
          tags: [
            {
              tag: 'script',
              attrs: { id: 'mg-early' },
              children: script(base, first, deep?.name),
              injectTo: 'head-prepend',
            },
          ],
        }
      },
    },
    writeBundle({ dir }) {
      if (dir && deep) writeFileSync(path.join(dir, 'assets', deep.name), deep.text)
    },
  }
}

/** A screen with a view of its own. */
export interface ScreenRoute {
  /** As the router reads it: `/admin/tool/:id`. */
  path: string
  /** Absolute path of the module of its view. */
  file: string
  /** Of what it imports as soon as it has its data, and of a form's rules. */
  soon?: readonly string[]
  /** Areas of its words. */
  words: readonly string[]
  /** Whether people begin there: it is in the menu. */
  menu: boolean
  /** Path and query of its first calls below the API; `:name` stands for that piece of the address, `:language` for the page's. */
  first?: readonly string[]
  /** What may stand in the query of its address without changing them. */
  regardless?: readonly string[]
}

const languages = ['en-US', 'zh-CN'] as const
type ByLanguage = Record<(typeof languages)[number], string[]>

/** What screens need beyond what all of them do. */
interface ScreenTable {
  /** Files of screens, named by their place here. */
  files: string[]
  /** Words of areas. */
  areas: Record<string, ByLanguage>
  /** Path of a screen, places of its files, its areas, its first calls, what they do not depend on. */
  screens: [path: string, files: number[], areas: string[], first?: readonly string[], regardless?: readonly string[]][]
}
interface FirstFiles extends ScreenTable {
  /** What every page runs. */
  entry: string[]
  words: ByLanguage
  /** Without a session, and with one. */
  out: string[]
  in: string[]
  wordsInside: ByLanguage
}

/** Without notes and the room before lines, which everybody would load. */
const smaller = (code: string): string => code.replaceAll(/^\s*(?:\/\/.*)?/gm, '')
/** The page names every screen's files, so what all of them have in common is said once, by whoever asks for them. */
const shortened = (json: string): string => json.replaceAll(/"assets\/([^"]+?)(?:\.js)?"/g, '"$1"')

const script = (base: string, files: FirstFiles, deep: string | undefined): string =>
  smaller(`
      if (!window.__POWERED_BY_QIANKUN__) {
        const kept = (storage, name) => {
          try {
            return storage().getItem(\`range:\${location.protocol}//\${location.host}:\${name}\`)
          } catch {}
        }
        const asked = { config: fetch('${base}public/config.json', { cache: 'no-cache' }) }
        const begun = {}
        const language = (kept(() => localStorage, 'language') || navigator.language).startsWith('zh') ? 'zh-CN' : 'en-US'
        const inside = kept(() => sessionStorage, 'session')
        // another tab may be signed in and hand its session on: whether the sign-in is shown is not known yet
        const out = !inside && !kept(() => localStorage, 'open')
        const first = ${shortened(JSON.stringify(files))}
        const here = location.pathname.slice(${base.length - 1}).split('/')
        const calls = inside && !kept(() => sessionStorage, 'fault')
        const ask = async (path) => {
          const headers = { Authorization: 'Bearer ' + JSON.parse(inside).token, 'Accept-Language': language }
          const { api } = await (await asked.config).clone().json()
          return fetch(new URL(api || '/api/oj/api', location.href) + path, { headers, credentials: 'include' })
        }
        const want = (names) => {
          for (const named of new Set(names.flat(2))) {
            const styles = named.endsWith('.css')
            const file = 'assets/' + named + (styles ? '' : '.js')
            const link = document.createElement('link')
            // a module is parsed as it comes, beside the page's own work; as a plain script it would be parsed again, in its way
            link.rel = styles ? 'preload' : 'modulepreload'
            if (styles) link.as = 'style'
            link.crossOrigin = ''
            link.href = '${base}' + file
            document.head.append(link)
          }
        }
        const find = ({ screens }) => screens.find(([path]) => {
          const parts = path.split('/')
          return parts.length === here.length && parts.every((part, i) => part === here[i] || (part[0] === ':' && here[i]))
        })
        const take = ({ files, areas }, [path, own, words, firsts = [], regardless = []]) => {
          want([own.map((n) => files[n]), words.map((area) => (areas[area] || {})[language] || [])])
          if (calls && location.search.slice(1).split('&').every((part) => !part || regardless.includes(part.split('=')[0])))
            for (const named of firsts) {
              const call = named.replace(/:([a-z_]+)/g, (_, name) => (name === 'language' ? language : here[path.split('/').indexOf(':' + name)]))
              begun[call] = ask(call)
              begun[call].catch(() => {})
            }
        }
        if (calls) {
          asked.session = ask('/session')
          asked.permissions = ask('/session/permissions')
        }
        for (const answer of Object.values(asked)) answer.catch(() => {})
        Object.assign(document.currentScript, { asked, begun })
        const screen = inside && find(first)
        // before the files, of which there are more than a browser asks for at once
        const deeper = ${deep === undefined ? 'undefined' : `inside && !screen && fetch('${base}assets/${deep}')`}
        want([first.entry, first.words[language], inside ? first.in : out ? first.out : [], inside ? first.wordsInside[language] : []])
        if (screen) take(first, screen)
        else if (deeper)
          deeper.then((answer) => answer.json()).then((table) => {
            const below = find(table)
            if (below) take(table, below)
          }).catch(() => {})
      }
    `)

/** Files of the built app by the name of their chunk; empty on the development server. */
function firstFiles(
  html: string,
  context: IndexHtmlTransformContext,
  screens: readonly ScreenRoute[],
): { first: FirstFiles; below: ScreenTable } {
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
  const own = ({ file, soon = [] }: ScreenRoute): string[] =>
    [...new Set([file, ...soon].flatMap(reached))].filter((f) => !there.has(f))
  const owns = screens.map(own)
  // what each of them needs is said once
  const common = (owns[0] ?? []).filter((f) => owns.length > 1 && owns.every((files) => files.includes(f)))
  const known = byLanguage((l) => [...named(`words-${l}`), ...named(`words-inside-${l}`)])
  const table = (those: readonly ScreenRoute[]): ScreenTable => {
    const files: string[] = []
    const place = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
    const areas: Record<string, ByLanguage> = {}
    for (const area of new Set(those.flatMap((s) => s.words))) {
      const its = byLanguage((l) => dictionary(l, area).filter((f) => !known[l].includes(f)))
      if (languages.some((l) => its[l].length)) areas[area] = its
    }
    const rows = those.map((s) => {
      const needed = own(s).filter((f) => !common.includes(f))
      const row: ScreenTable['screens'][number] = [s.path, needed.map(place), s.words.filter((area) => area in areas)]
      if (s.first) row[3] = s.first
      if (s.first && s.regardless) row[4] = s.regardless
      return row
    })
    return { files, areas, screens: rows }
  }
  const first = {
    entry,
    words: byLanguage((l) => named(`words-${l}`)),
    out,
    in: [...inside, ...common],
    wordsInside: byLanguage((l) => named(`words-inside-${l}`)),
    ...table(screens.filter((s) => s.menu)),
  }
  return { first, below: table(screens.filter((s) => !s.menu)) }
}
