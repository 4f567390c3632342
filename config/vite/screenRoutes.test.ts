import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screenRoutes } from './screenRoutes.ts'

test('a form asks for its rules with its code, a list with a form in a window does not', async () => {
  const routes = await screenRoutes()
  const soonAt = (path: string) => routes.find((r) => r.path === path)?.soon ?? []
  expect(soonAt('/admin/resource/tool/add').map((f) => f.split('/src/')[1])).toEqual([
    'contract/library/tool.schema.ts',
  ])
  expect(soonAt('/admin/device/service')).toEqual([])
  const rules = routes.flatMap((r) => r.soon ?? []).filter((f) => f.endsWith('.schema.ts'))
  expect(new Set(rules).size).toBeGreaterThan(8)
  for (const file of rules) expect(readFileSync(file, 'utf8')).toMatch(/export const \w+/)
})
