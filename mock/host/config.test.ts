import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { screens } from '#src/contract/screens/index.ts'
import { demoAccounts } from '#mock/seed/accounts.ts'
import { allowedEntryUrl } from './config.ts'

const on = (page: string, asked: string | null, listed: string[] = []) =>
  allowedEntryUrl(asked, new URL(page), listed)?.href
const campus = 'https://campus.example/host/'

describe('the address of the app that a link may choose', () => {
  it('is none when the link names none', () => {
    expect(on(campus, null)).toBeUndefined()
  })

  it('may be on the host’s own origin or one that its configuration lists', () => {
    expect(on(campus, '/page/mg/')).toBe('https://campus.example/page/mg/')
    expect(on(campus, 'https://range.example/page/mg/', ['https://range.example/page/mg/'])).toBe(
      'https://range.example/page/mg/',
    )
  })

  it('may be on this machine when the host is', () => {
    expect(on('http://localhost:4621/host/', 'http://127.0.0.1:4620/page/mg/')).toBe('http://127.0.0.1:4620/page/mg/')
  })

  it.each([
    'https://evil.example/page/mg/',
    '//evil.example/page/mg/',
    '/\\evil.example/page/mg/',
    'https://campus.example.evil.example/',
    'https://campus.example@evil.example/',
    'http://campus.example/page/mg/',
    'http://localhost:4620/page/mg/',
    'https://range.example/page/mg/other',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://',
  ])('may not be %s', (asked) => {
    expect(on(campus, asked, ['https://range.example/page/mg/'])).toBeUndefined()
  })

  it('may not be a script even where everything is on this machine', () => {
    expect(on('http://localhost:4621/host/', 'javascript:alert(1)')).toBeUndefined()
    expect(on('http://localhost:4621/host/', 'https://localhost.evil.example/')).toBeUndefined()
  })
})

describe('host.json as it ships', () => {
  const file = JSON.parse(readFileSync(new URL('./public/host.json', import.meta.url), 'utf8')) as {
    demonstration: object
    menu: { path: string }[]
  }

  it('offers an account that the demonstration has', () => {
    expect(demoAccounts).toContainEqual(expect.objectContaining(file.demonstration))
  })

  it('lists only screens that exist', () => {
    const paths = Object.values(screens)
      .filter((s) => s.built)
      .map((s) => s.path)
    for (const { path } of file.menu) expect(paths).toContain(path)
  })
})
