import type { Plugin } from 'vite'

interface Roots {
  /** Selector of the elements the app lives in: its root and its pop-up root. */
  root: string
  /** What such an element carries in addition while the dark theme is on. */
  dark: string
}

/**
 * Keeps what Arco says inside the app's own elements: the reset (normalize, `*`, the body's font), the theme's variables, which Arco puts on
 * body, and the looks of its components. So a host's elements stay as they are, those of an Arco of its own too, whatever its version.
 * `:where` keeps the weight of these rules at or below what it was.
 */
export function arcoScope(roots: Roots): Plugin {
  return {
    name: 'arco-scope',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? ''
      if (!/@arco-design[\\/]web-react[\\/]es[\\/].*\.css$/.test(file)) return null
      const reset = /[\\/]es[\\/]style[\\/]index\.css$/.test(file)
      const scoped = scope(code, roots)
      // in a layer, so that the reset of a widget that is loaded later never wins over the app's own base styles
      return { code: reset ? `@layer arco{${scoped}}` : scoped, map: null }
    },
  }
}

const onBody = /body\[arco-theme=['"]?dark['"]?\]/g

/**
 * A style sheet of Arco's, its base one or a component's, with every rule tied to the roots. Knows flat rules, and at-rules whose inner
 * rules are flat.
 */
export function scope(css: string, { root, dark }: Roots): string {
  const where = `:where(${root})`
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(onBody, `${where}${dark}`)
    .replace(/([^{}]+)\{([^{}]*)\}/g, (rule: string, selectors: string, body: string) => {
      if (/^\s*([\d.]+%|from|to|@)/.test(selectors)) return rule
      const scoped = eachOf(selectors)
        .filter((one) => one !== 'html')
        .map((one) =>
          one.startsWith(where)
            ? one
            : one === 'body'
              ? where
              : one === '*'
                ? `${where},${where} *`
                : `${where} ${one}`,
        )
      return scoped.length === 0 ? '' : `${[...new Set(scoped)].join(',')}{${body}}`
    })
}

/** The selectors of a list; commas in brackets are not its own. */
const eachOf = (list: string): string[] => list.split(/,(?![^(]*\))/).map((one) => one.trim())
