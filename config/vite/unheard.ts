/**
 * Packages that listen to a page from the moment they are loaded, for what the app never asks them: messages and keys of a host are not ours,
 * and what a module has begun nobody ends.
 */
import type { Plugin } from 'vite'

const parts: { file: RegExp; theirs: string; ours: string }[] = [
  // a timer by messages to the window, for browsers without `queueMicrotask`
  { file: /node_modules[\\/]axios[\\/]lib[\\/]utils\.js$/, theirs: 'isFunction(_global.postMessage)', ours: 'false' },
  // keys of the whole document; a drawing binds those of its own element
  { file: /node_modules[\\/]mousetrap[\\/]mousetrap\.js$/, theirs: 'Mousetrap.init();', ours: '' },
  { file: /node_modules[\\/]mousetrap[\\/]mousetrap\.js$/, theirs: 'window.Mousetrap = Mousetrap;', ours: '' },
]

export const unheard = (): Plugin => ({
  name: 'unheard',
  apply: 'build',
  transform(code, id) {
    const its = parts.filter((p) => p.file.test(id))
    if (its.length === 0) return undefined
    let out = code
    for (const { theirs, ours } of its) {
      if (!out.includes(theirs)) this.error(`${id} is written otherwise than config/vite/unheard.ts knows: ${theirs}`)
      out = out.replace(theirs, ours)
    }
    return { code: out, map: null }
  },
})
