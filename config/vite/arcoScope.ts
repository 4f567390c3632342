import type { Plugin } from 'vite'

/**
 * Keeps Arco's global reset (normalize, `*`, the body's font) inside `root`, so that a host page's own elements stay as they are;
 * the theme's variables stay on body, where Arco's pop-ups look for them. `:where` adds no specificity.
 */
export function arcoScope(root: string): Plugin {
  return {
    name: 'arco-scope',
    enforce: 'pre',
    transform(code, id) {
      if (!/@arco-design[\\/]web-react[\\/]es[\\/]style[\\/]index\.css$/.test(id.split('?')[0] ?? '')) return null
      return { code: scopeReset(code, root), map: null }
    },
  }
}

/** The style sheet with every rule that reaches outside `root` moved under it. Knows flat rules and at-rules whose inner rules are flat. */
export function scopeReset(css: string, root: string): string {
  const where = `:where(${root})`
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/([^{}]+)\{([^{}]*)\}/g, (rule: string, selectors: string, body: string) => {
      const all = selectors.trim()
      if (/^body(\[arco-theme=dark\])?$/.test(all) && /^\s*--/.test(body)) return `${all}{${body}}`
      if (/^(\.|\d|from|to|@)/.test(all)) return rule
      const scoped = all
        .split(',')
        .map((s) => s.trim())
        .filter((s) => s !== 'html')
        .map((s) => (s === 'body' ? where : s === '*' ? `${where},${where} *` : `${where} ${s}`))
      return scoped.length === 0 ? '' : `${[...new Set(scoped)].join(',')}{${body}}`
    })
}
