import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownJson } from '#src/contract/lib/typed.ts'

/** The folder of the product's package file, from wherever the CLI runs; undefined when it was taken out of its checkout. */
export function projectRoot(): string | undefined {
  for (let at = path.dirname(fileURLToPath(import.meta.url)); at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, 'vite.config.ts')) && existsSync(path.join(at, 'package.json'))) return at
  return undefined
}

export function ownVersion(): string {
  const root = projectRoot()
  if (!root) return 'unknown'
  return ownJson<{ version: string }>(readFileSync(path.join(root, 'package.json'), 'utf8')).version
}
