import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const pkg = '@arco-design/web-react'

/**
 * For each component a module imports by name from Arco: the compiled CSS of that component and of what it is made of, as a flat list
 * of .css files. Importing Arco's own `css.js` instead would send the development server's optimizer into a page reload.
 */
export function arcoCss(): Plugin {
  let es = ''
  return {
    name: 'arco-css',
    enforce: 'pre',
    configResolved(config) {
      es = path.join(
        path.dirname(createRequire(path.join(config.root, 'package.json')).resolve(`${pkg}/package.json`)),
        'es',
      )
    },
    transform(code, id) {
      if (id.includes('node_modules') || !/\.[jt]sx?$/.test(id.split('?')[0] ?? '')) return null
      const files = new Set<string>()
      for (const name of importedComponents(code)) {
        const styles = path.join(es, name, 'style/css.js')
        if (existsSync(styles)) styleFiles(styles, files)
      }
      if (files.size === 0) return null
      const imports = [...files].map((f) => `import '${pkg}/es/${path.relative(es, f).split(path.sep).join('/')}';`)
      return { code: `${code}\n${imports.join('\n')}`, map: null }
    },
  }
}

/** Names a module imports from Arco for use at run time; types bring no style. */
export function importedComponents(code: string): string[] {
  const clauses = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@arco-design\/web-react['"]/g)
  return [...clauses]
    .flatMap((m) => (m[1] ?? '').split(','))
    .map((n) => n.trim())
    .filter((n) => n !== '' && !n.startsWith('type '))
    .map((n) => n.split(/\s+as\s+/)[0] ?? n)
}

function styleFiles(file: string, out: Set<string>, seen = new Set<string>()): void {
  if (seen.has(file)) return
  seen.add(file)
  for (const m of readFileSync(file, 'utf8').matchAll(/import ['"]([^'"]+)['"]/g)) {
    const next = path.resolve(path.dirname(file), m[1] ?? '')
    if (next.endsWith('.css')) out.add(next)
    else styleFiles(next, out, seen)
  }
}
