/** H6: What a host hands over, however hostile. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { parseHostProps } from './host.ts'

describe('H6 host props', () => {
  test('what is well-formed comes through', () => {
    const calls: string[] = []
    const p = parseHostProps({
      token: 'abc.DEF-1_2',
      language: 'zh-CN',
      theme: 'theme-light',
      base: '/host/app/',
      path: '/personal',
      onNavigate: (x: string) => calls.push(x),
    })
    p.onNavigate?.('/x')
    expect(p).toMatchObject({
      token: 'abc.DEF-1_2',
      language: 'zh-CN',
      theme: 'theme-light',
      base: '/host/app',
      path: '/personal',
    })
    expect(calls).toEqual(['/x'])
  })
  test.each([
    ['a scheme as base', { base: 'javascript:alert(1)' }, 'base'],
    ['another origin as base', { base: '//evil.example/x' }, 'base'],
    ['a way up', { base: '/a/../b' }, 'base'],
    ['a scheme as API', { api: 'javascript:alert(1)' }, 'api'],
    ['another origin as path', { path: '//evil.example' }, 'path'],
    ['a line break in the token', { token: 'a\r\nX: 1' }, 'token'],
    ['an unknown language', { language: 'de' }, 'language'],
    ['a theme that is no theme', { theme: { toString: () => 'theme-dark' } }, 'theme'],
  ])('%s is dropped', (_, raw, name) => expect(parseHostProps(raw)).not.toHaveProperty(name))
  test('rights a host claims are not there at all', () => {
    expect(parseHostProps({ is_admin: true, grants: 'all', user: { is_admin: true } })).toEqual({})
  })
  test('a callback that throws stays the host’s own mistake', () => {
    const p = parseHostProps({
      onReady: () => {
        throw new Error('host')
      },
    })
    expect(() => p.onReady?.()).not.toThrow()
  })
  test('nothing a host passes makes it throw or touches a prototype, 5,000 times', () => {
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('getter')
        },
      },
    )
    const names = [
      'token',
      'jwt_token',
      'language',
      'theme',
      'base',
      'api',
      'path',
      'history',
      'onReady',
      'onNavigate',
      '__proto__',
      'constructor',
      'is_admin',
    ]
    const value = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
      fc.string(),
      fc.webUrl(),
      fc.constant('javascript:alert(1)'),
      fc.constant(() => {
        throw new Error('call')
      }),
    )
    const hostile = fc.oneof(fc.dictionary(fc.constantFrom(...names), value), fc.anything(), fc.constant(throwing))
    fc.assert(
      fc.property(hostile, (raw) => {
        const p = parseHostProps(raw) as Record<string, unknown>
        for (const k of Object.keys(p))
          expect([
            'token',
            'jwt_token',
            'language',
            'theme',
            'base',
            'api',
            'path',
            'history',
            'onAuthRequired',
            'onSignedOut',
            'onNavigate',
            'onReady',
          ]).toContain(k)
        for (const k of ['base', 'path'] as const) if (p[k] !== undefined) expect(String(p[k])).toMatch(/^\/(?![/\\])/)
        expect(({} as Record<string, unknown>)['is_admin']).toBeUndefined()
      }),
      { numRuns: env.whole ? 5000 : 600 },
    )
  })
})

test('H6: a path that a browser reads as another host is dropped', () => {
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example'])
    expect(parseHostProps({ path }).path).toBeUndefined()
})

test('the history is one of two kinds', () => {
  expect(['browser', 'memory', 'hash', true].map((history) => parseHostProps({ history }).history)).toEqual([
    'browser',
    'memory',
    undefined,
    undefined,
  ])
})

test('whoever embeds the app reads of every prop there is, and of no other', () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  const declared = /export interface HostProps \{\n([\s\S]*?)\n\}/.exec(read('./host.ts'))?.[1] ?? ''
  const props = [...declared.matchAll(/^ {2}(\w+)\??:/gm)].map((m) => m[1])
  const table = /## Props\n([\s\S]*?)\n## /.exec(read('../../docs/embedding.md'))?.[1] ?? ''
  const explained = [...table.matchAll(/^\| `(\w+)(?:\(\w*\))?` \|/gm)].map((m) => m[1])
  expect(props.length).toBeGreaterThan(10)
  expect(explained.toSorted()).toEqual(props.toSorted())
})
