import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { imported } from './qiankunFix.ts'

/**
 * What a page of its own asks for while its document is still being read: the configuration, the app's own files and those its first
 * screen will import (words in the viewer's language, and the sign-in or the frame behind it), and with a session in the storage that
 * session with its rights. Over a slow line that is a round trip less for each. Nothing of it happens under a host, whose page is not ours.
 */
export function early(): Plugin {
  let base = '/'
  return {
    name: 'early',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => [
        // before the style sheets: a script behind them waits until they have come
        {
          tag: 'script',
          attrs: { id: 'mg-early' },
          children: script(base, firstFiles(html, context)),
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

interface FirstFiles {
  /** What every page runs. */
  entry: string[]
  words: Record<string, string[]>
  /** Without a session, and with one. */
  out: string[]
  in: string[]
  wordsInside: Record<string, string[]>
}

const script = (base: string, files: FirstFiles): string => `
      if (!window.__POWERED_BY_QIANKUN__) {
        const kept = (storage, name) => {
          try {
            return storage().getItem(\`range:\${location.protocol}//\${location.host}:\${name}\`)
          } catch {}
        }
        const asked = { config: fetch('${base}public/config.json', { cache: 'no-cache' }) }
        const language = kept(() => localStorage, 'language') === 'zh-CN' ? 'zh-CN' : 'en-US'
        const inside = kept(() => sessionStorage, 'session')
        if (inside && !kept(() => sessionStorage, 'fault')) {
          const ask = async (path) => {
            const headers = { Authorization: 'Bearer ' + JSON.parse(inside).token, 'Accept-Language': language }
            const { api } = await (await asked.config).clone().json()
            return fetch(new URL(api || '/api/oj/api', location.href) + path, { headers, credentials: 'include' })
          }
          asked.session = ask('/session')
          asked.permissions = ask('/session/permissions')
        }
        for (const answer of Object.values(asked)) answer.catch(() => {})
        document.currentScript.asked = asked
        const files = ${JSON.stringify(files)}
        const wanted = [files.entry, files.words[language], inside ? files.in : files.out, inside ? files.wordsInside[language] : []]
        for (const file of wanted.flat()) {
          const link = document.createElement('link')
          link.rel = 'preload'
          link.as = file.endsWith('.css') ? 'style' : 'script'
          link.crossOrigin = ''
          link.href = '${base}' + file
          document.head.append(link)
        }
      }
    `

/** Files of the built app by the name of their chunk; empty on the development server. */
function firstFiles(html: string, context: IndexHtmlTransformContext): FirstFiles {
  const { bundle, chunk } = context
  const of = (name: string): string[] =>
    Object.values(bundle ?? {}).flatMap((f) =>
      f.type === 'chunk' && f.name === name ? [f.fileName, ...(f.viteMetadata?.importedCss ?? [])] : [],
    )
  const byLanguage = (name: string) => ({ 'en-US': of(`${name}-en-US`), 'zh-CN': of(`${name}-zh-CN`) })
  return {
    // an entry that does nothing but import is not written: the page imports the rest itself
    entry: chunk && bundle ? [...imported(context), chunk.fileName].filter((file) => html.includes(file)) : [],
    words: byLanguage('words'),
    out: of('entrance'),
    // most screens behind the sign-in are lists
    in: [...of('inside'), ...of('list')],
    wordsInside: byLanguage('words-inside'),
  }
}
