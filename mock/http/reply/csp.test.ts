import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hostPolicy } from './csp.ts'

const directives = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )

it('the page for hosts asks them to allow no less than the bundled host does, in which the app is tried', () => {
  const page = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8')
  const written = directives(/## The host's Content-Security-Policy[\s\S]*?```\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '')
  const served = directives(hostPolicy(['https://range.example'], ['https://packages.example']))
  const missing = [...served]
    .filter(([name, values]) => name.endsWith('-src') && name !== 'default-src' && !values.includes("'none'"))
    .flatMap(([name, values]) => values.filter((v) => !written.get(name)?.includes(v)).map((v) => `${name} ${v}`))
  expect(missing).toEqual([])
  expect(written.size).toBeGreaterThan(6)
})
