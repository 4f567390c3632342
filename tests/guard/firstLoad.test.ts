/** What the browser fetches before anything is shown holds no schema library: resources are plain, their schemas come with the forms. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const imports = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** Packages that a file needs at once, each with the way that leads to it. */
function needed(entry: string): Map<string, string[]> {
  const packages = new Map<string, string[]>()
  const seen = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    const here = [...way, path.relative(root, file)]
    for (const [, spec = ''] of readFileSync(file, 'utf8').matchAll(imports))
      if (spec.startsWith('.')) visit(path.resolve(path.dirname(file), spec), here)
      else if (spec.startsWith('#')) visit(path.join(root, spec.slice(1)), here)
      else if (!packages.has(spec)) packages.set(spec, here)
  }
  visit(path.join(root, entry), [])
  return packages
}

test('the first load needs React and no schema library', () => {
  const first = needed('src/main.tsx')
  expect(first.has('react')).toBe(true)
  expect(first.get('zod')).toBeUndefined()
})

test('the screens of the library do neither, until a form is opened', () => {
  for (const screen of ['ToolMagazine', 'ToolManage', 'ToolForm'])
    expect(needed(`src/features/library/${screen}.tsx`).get('zod'), screen).toBeUndefined()
  expect(needed('src/contract/library/tool.schema.ts').has('zod')).toBe(true)
})
