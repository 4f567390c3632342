/** Monaco writes its colours into style elements, which the app's policy refuses; in the build they are sheets that the page adopts. */
import path from 'node:path'
import type { Plugin } from 'vite'

const theirs = /monaco-editor[\\/]esm[\\/]vs[\\/]base[\\/]browser[\\/]domStylesheets\.js$/
const ours = path.join(import.meta.dirname, '../../src/ui/code/adopted.ts')
const made = "const style = document.createElement('style');"

export const monacoStyles = (): Plugin => ({
  name: 'monaco-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!theirs.test(id.split('?')[0] ?? '')) return undefined
    if (!code.includes(made)) throw new Error('monaco-editor makes its style elements in another way')
    return {
      code: `import { adoptedStyle } from ${JSON.stringify(ours)}\n${code.replace(made, 'const style = adoptedStyle();')}`,
      map: null,
    }
  },
})
