import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const databases = path.join(root, 'node_modules/.cache/range-database')

/** PGlite finds its .wasm beside itself, argon2 is a library of the machine, and a server without PostgreSQL never reads pg. */
const outside = ['@electric-sql/pglite', '@node-rs/argon2', 'pg']

/**
 * A build for Node: our own TypeScript and its packages in few files. To find and read the five hundred of the packages took a third of
 * what a server reads before it can answer. Shared chunks stand beside the entries, because code that looks for a file relative to
 * `import.meta.url` may end up in one.
 */
export function nodeBuild(outDir: string, input: Record<string, string>, plugins: Plugin[] = []): UserConfig {
  return {
    root,
    envDir: false,
    publicDir: false,
    plugins,
    ssr: { external: outside, noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external: [/^node:/, ...builtinModules],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}

/** Copies a folder of data files into the build. */
export function withFolder(from: string, to: string): Plugin {
  return { name: 'with-folder', writeBundle: () => cpSync(from, to, { recursive: true }) }
}

/** Makes the database that first starts begin with, by the `initdb` of the build itself. */
export function withDatabase(outDir: string): Plugin {
  const initdb = path.resolve(root, outDir, 'initdb.js')
  return {
    name: 'with-database',
    closeBundle: () => void execFileSync(process.execPath, [initdb, path.dirname(initdb), databases]),
  }
}
