import type { IndexHtmlTransformContext, Plugin } from 'vite'

/**
 * Repairs what vite-plugin-qiankun 1.0.15 (with `useDevMode: false`) writes into index.html; alone it hangs in a host on another origin.
 * Runs after it. What is cured: the entry is imported from the app's own origin at any base depth; the lifecycles are handed over through
 * the app's own sandbox instead of the global `window.proxy`, which the next app to load overwrites; a missing entry chunk rejects instead of
 * waiting for ever; `bootstrap` hears what the app was loaded with, which an early update takes out of the props of its mount; style sheets stay linked, because inlined into the host's document their `url()` would resolve against the host's page;
 * and stand-alone, where no host calls anything, the script mounts the app itself.
 */
export function qiankunFix(): Plugin {
  let base = '/'
  return {
    name: 'qiankun-fix',
    config: () => ({
      // modulepreload links would be left in the host's document and fetch from the host's origin; `early` replaces them
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? [] : deps),
        },
      },
      experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
    }),
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) =>
        repair(
          html,
          imported(context).map((file) => base + file),
        ),
    },
  }
}

const ownUrl = (expression: string): string =>
  `new URL(${expression}, new URL(window.__INJECTED_PUBLIC_PATH_BY_QIANKUN__, location.href)).href`

/** Alone, a page whose entry did not load shows what it keeps hidden in its root for that case. */
const sayFailed = "else { document.querySelector('#mg-root > [hidden]')?.removeAttribute('hidden') }"

/**
 * The edits are by string match, so each one must match: another version of the plugin fails the build, not the first host.
 * @param before what the entry imports, itself importing nothing that comes later. A page of its own runs these one by one before the
 * entry, so that a click or a key between them is answered; a host that loads them from afar gets them with the entry.
 */
export function repair(html: string, before: readonly string[] = []): string {
  const css = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].flatMap(
    (m) => /href="([^"]+)"/.exec(m[0])?.[1] ?? [],
  )
  return [
    edit(
      /import\('([^']+)'\)/g,
      `(window.__POWERED_BY_QIANKUN__ ? import(${ownUrl("'$1'")}) : ${JSON.stringify(before)}.concat('$1').reduce((ran, file) => ran.then(() => import(file)), Promise.resolve()))`,
    ),
    edit(/window\.proxy\.vite/g, 'window.vite'),
    edit(
      /if \(qiankunLifeCycle\) \{/,
      'if (qiankunLifeCycle && !window.__POWERED_BY_QIANKUN__) { qiankunLifeCycle.mount({}) } else if (qiankunLifeCycle) {',
    ),
    edit(
      /window\.viteupdate\([^;]*;\s*\}/,
      `$& else if (window.__POWERED_BY_QIANKUN__) { window.vitebootstrap(() => { throw new Error('entry module failed to load') }) } ${sayFailed}`,
    ),
    edit(/\(\) => qiankunLifeCycle\.bootstrap\(\)/, '(props) => qiankunLifeCycle.bootstrap(props)'),
    edit(
      /qiankunLifeCycle\.mount\(props\)\)/,
      `qiankunLifeCycle.mount(props, ${JSON.stringify(css)}.map((u) => ${ownUrl('u')})))`,
    ),
  ]
    .reduce((text, change) => change(text), html)
    .replace(/<script\b(?=[^>]*type="module")/g, '<script ignore')
    .replace(/<link\b(?=[^>]*rel="stylesheet")/g, '<link ignore')
}

function edit(find: RegExp, put: string): (html: string) => string {
  return (html) => {
    if (html.search(find) < 0)
      throw new Error(`qiankunFix: ${find} is not in index.html; is vite-plugin-qiankun still 1.0.15?`)
    return html.replace(find, put)
  }
}

/** Chunks the entry imports, each after those it imports itself; empty on the development server. */
export function imported({ bundle, chunk, server }: IndexHtmlTransformContext): string[] {
  if (server || !bundle || !chunk) return []
  const seen = new Set<string>()
  const files: string[] = []
  const visit = (file: string): void => {
    const next = bundle[file]
    if (seen.has(file) || next?.type !== 'chunk') return
    seen.add(file)
    next.imports.forEach(visit)
    files.push(file)
  }
  chunk.imports.forEach(visit)
  return files
}
