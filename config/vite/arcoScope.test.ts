import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scope } from './arcoScope.ts'

const roots = { root: '.mg-app', dark: '.theme-dark' }
const arco = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@arco-design/web-react/package.json')),
  'es',
)
const selectorsOf = (css: string): string[] =>
  [...css.replace(/@[^{]*\{/g, '').matchAll(/([^{}]+)\{/g)].flatMap((m) => (m[1] ?? '').split(',')).map((s) => s.trim())

describe('scoping of Arco’s base style sheet', () => {
  it('puts a rule for every element under the root', () => {
    expect(scope('*{box-sizing:border-box}', roots)).toBe(':where(.mg-app),:where(.mg-app) *{box-sizing:border-box}')
  })

  it('gives the body’s own rules and variables to the root', () => {
    expect(scope('body{font-size:14px}', roots)).toBe(':where(.mg-app){font-size:14px}')
    expect(scope('body{--gray-1:1}', roots)).toBe(':where(.mg-app){--gray-1:1}')
  })

  it('ties the dark variables to the root that wears the dark theme', () => {
    expect(scope("body[arco-theme='dark']{--gray-1:2}", roots)).toBe(':where(.mg-app).theme-dark{--gray-1:2}')
  })

  it('puts each selector of a list under the root and drops html', () => {
    expect(scope('html,body,button,input{margin:0}', roots)).toBe(
      ':where(.mg-app),:where(.mg-app) button,:where(.mg-app) input{margin:0}',
    )
  })

  it('leaves key frames as they are', () => {
    const css = '@keyframes turn{from{opacity:0}50%{opacity:1}to{opacity:0}}'
    expect(scope(css, roots)).toBe(css)
  })

  it('leaves no rule of the installed Arco that could reach a host’s element', () => {
    const scoped = scope(readFileSync(path.join(arco, 'style/index.css'), 'utf8'), roots)
    const outside = selectorsOf(scoped).filter((s) => !/^(:where\(\.mg-app\)|from$|to$|[\d.]+%$)/.test(s))
    expect(outside).toEqual([])
    expect(scoped).toContain('--color-text-1')
  })
})

describe('scoping of a component’s style sheet', () => {
  it('moves the dark rules from the body to the root', () => {
    expect(scope('body[arco-theme=dark] .arco-tag{color:red}.arco-tag{color:blue}', roots)).toBe(
      ':where(.mg-app).theme-dark .arco-tag{color:red}:where(.mg-app) .arco-tag{color:blue}',
    )
  })

  it('ties each selector to the root, those with a list in brackets and those in a media query too', () => {
    expect(scope('.arco-a:not(.b, .c),.arco-d>.e{x:y}@media print{.arco-f{x:z}}', roots)).toBe(
      ':where(.mg-app) .arco-a:not(.b, .c),:where(.mg-app) .arco-d>.e{x:y}@media print{:where(.mg-app) .arco-f{x:z}}',
    )
  })

  it('leaves no rule of an installed component that could reach a host’s element', () => {
    for (const name of ['DatePicker', 'Button', 'Input', 'Trigger']) {
      const scoped = scope(readFileSync(path.join(arco, `${name}/style/index.css`), 'utf8'), roots)
      expect(selectorsOf(scoped).filter((s) => !/^(:where\(\.mg-app\)|from$|to$|[\d.]+%$)/.test(s))).toEqual([])
    }
  })
})
