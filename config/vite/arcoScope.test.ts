import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scopeDark, scopeReset } from './arcoScope.ts'

const roots = { root: '.mg-app', dark: '.theme-dark' }
const arco = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@arco-design/web-react/package.json')),
  'es',
)
const selectorsOf = (css: string): string[] =>
  [...css.replace(/@[^{]*\{/g, '').matchAll(/([^{}]+)\{/g)].flatMap((m) => (m[1] ?? '').split(',')).map((s) => s.trim())

describe('scoping of Arco’s base style sheet', () => {
  it('puts a rule for every element under the root', () => {
    expect(scopeReset('*{box-sizing:border-box}', roots)).toBe(
      ':where(.mg-app),:where(.mg-app) *{box-sizing:border-box}',
    )
  })

  it('gives the body’s own rules and variables to the root', () => {
    expect(scopeReset('body{font-size:14px}', roots)).toBe(':where(.mg-app){font-size:14px}')
    expect(scopeReset('body{--gray-1:1}', roots)).toBe(':where(.mg-app){--gray-1:1}')
  })

  it('ties the dark variables to the root that wears the dark theme', () => {
    expect(scopeReset("body[arco-theme='dark']{--gray-1:2}", roots)).toBe(':where(.mg-app.theme-dark){--gray-1:2}')
  })

  it('puts each selector of a list under the root and drops html', () => {
    expect(scopeReset('html,body,button,input{margin:0}', roots)).toBe(
      ':where(.mg-app),:where(.mg-app) button,:where(.mg-app) input{margin:0}',
    )
  })

  it('leaves class rules and key frames as they are', () => {
    const css = '.arco-icon{width:1em}@keyframes turn{from{opacity:0}50%{opacity:1}to{opacity:0}}'
    expect(scopeReset(css, roots)).toBe(css)
  })

  it('leaves no rule of the installed Arco that could reach a host’s element', () => {
    const scoped = scopeReset(readFileSync(path.join(arco, 'style/index.css'), 'utf8'), roots)
    const outside = selectorsOf(scoped).filter(
      (s) => !/^(:where\(\.mg-app(\.theme-dark)?\)|\.|from$|to$|[\d.]+%$)/.test(s),
    )
    expect(outside).toEqual([])
    expect(scoped).toContain('--color-text-1')
  })
})

describe('scoping of a component’s style sheet', () => {
  it('moves the dark rules from the body to the root', () => {
    expect(scopeDark('body[arco-theme=dark] .arco-tag{color:red}.arco-tag{color:blue}', roots)).toBe(
      ':where(.mg-app).theme-dark .arco-tag{color:red}.arco-tag{color:blue}',
    )
  })
})
