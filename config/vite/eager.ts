import type { Plugin } from 'vite'

/** Files whose functions mostly run before the page can be used. */
const run = new Set(['react', 'vendor', 'app', 'inside', 'list', 'inputs', 'form'])

/**
 * Says of files that a first page runs that their functions will be called, by the comment that Chromium reads
 * (https://v8.dev/blog/explicit-compile-hints): they are then compiled while they come, beside the page's own work, and not one after the
 * other when each is called for the first time. Other browsers see a comment.
 */
export function eager(): Plugin {
  return {
    name: 'eager',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && run.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
