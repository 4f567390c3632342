import type { Plugin } from 'vite'

interface Roots {
  /** Selector of the elements the app lives in: its root and its pop-up root. */
  root: string
  /** What such an element carries in addition while the dark theme is on. */
  dark: string
}

/**
 * Keeps what Arco says about the whole document inside the app's own elements: the reset (normalize, `*`, the body's font) and the theme's
 * variables, which Arco puts on body. So a host's elements stay as they are, and a host with an Arco and a theme of its own keeps both.
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
      // in a layer, so that the reset of a widget that is loaded later never wins over the app's own base styles
      return { code: reset ? `@layer arco{${scopeReset(code, roots)}}` : scopeDark(code, roots), map: null }
    },
  }
}

const onBody = /body\[arco-theme=['"]?dark['"]?\]/g

/** A component's style sheet: only its rules for the dark theme name the body. */
export function scopeDark(css: string, { root, dark }: Roots): string {
  return css.replace(onBody, `:where(${root})${dark}`)
}

/** Arco's base style sheet. Knows flat rules, and at-rules whose inner rules are flat. */
export function scopeReset(css: string, { root, dark }: Roots): string {
  const where = `:where(${root})`
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(onBody, `:where(${root}${dark})`)
    .replace(/([^{}]+)\{([^{}]*)\}/g, (rule: string, selectors: string, body: string) => {
      const all = selectors.trim()
      if (/^(\.|:where\(|\d|from|to|@)/.test(all)) return rule
      const scoped = all
        .split(',')
        .map((s) => s.trim())
        .filter((s) => s !== 'html')
        .map((s) => (s === 'body' ? where : s === '*' ? `${where},${where} *` : `${where} ${s}`))
      return scoped.length === 0 ? '' : `${[...new Set(scoped)].join(',')}{${body}}`
    })
}
