import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const src = path.dirname(import.meta.dirname)
const files = (readdirSync(src, { recursive: true }) as string[]).filter(
  (f) => /\.(css|tsx?)$/.test(f) && !/\.test\.tsx?$/.test(f),
)
const read = (f: string) => readFileSync(path.join(src, f), 'utf8')

it('defines every --mg variable that a style sheet or a view uses', () => {
  const all = files.map((f) => [f, read(f)] as const)
  const known = new Set(
    all.flatMap(([, text]) =>
      [...text.matchAll(/(?:setProperty\('(--mg-[\w-]+)'|['"]?(--mg-[\w-]+)['"]?\s*:)/g)].map((m) => m[1] ?? m[2]),
    ),
  )
  const missing = all.flatMap(([f, text]) =>
    [...text.matchAll(/var\((--mg-[\w-]+)/g)]
      .map((m) => m[1] ?? '')
      .filter((name) => !name.endsWith('-') && !known.has(name))
      .map((name) => `${f}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('writes colours and layers in the theme only', () => {
  const loose = files
    .filter((f) => !f.startsWith(`theme${path.sep}`))
    .flatMap((f) =>
      read(f)
        .split('\n')
        .filter((line) =>
          /(?:colou?r|background|border|fill|stroke|shadow)[\w-]*\s*:[^;]*#[\da-f]{3,8}\b|z-?index:\s*['"]?\d/i.test(
            line,
          ),
        )
        .map((line) => `${f}: ${line.trim()}`),
    )
  expect(loose).toEqual([])
})

it('sets what is asked and what is chosen in 16 pixels, which is read closely and for minutes', () => {
  const sized = [...read('parts/question/question.css').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
    ([, names = '', rules = '']) =>
      /font-size: var\(--mg-f16\)/.test(rules) ? names.split(',').map((n) => n.trim()) : [],
  )
  for (const what of ['> h3', '> .mg-prose', '-option', '-option .mg-prose'])
    expect(sized.some((n) => n.endsWith(`.part-question${what.startsWith('-') ? '' : ' '}${what}`))).toBe(true)
  expect(read('theme/tokens.css')).toMatch(/--mg-f16: 16px;/)
})
