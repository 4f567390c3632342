/** I7: no secret is in what is built, in its history or in what the browser is given; none of it says where it was built. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { developmentKey } from '#mock/world/issuer/key.ts'
import { leftKey } from '#mock/seed/scenarios/net.ts'
import { demoAccounts } from '#mock/seed/accounts.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Shapes of keys that are handed out as texts, as the scanners of public repositories know them. */
const shapes: Record<string, RegExp> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/,
  'a key of Amazon': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/,
  'a token of GitLab': /\bglpat-[A-Za-z0-9_-]{20,}\b/,
  'a token of Slack': /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a private JSON web key': /"d"\s*:\s*"[A-Za-z0-9_-]{43,}"/,
}
/** What stands in the sources and gives nothing away: the test issuer, which no server in production believes. */
const known = [developmentKey.jwk.d]
/** What a scenario of the demonstration leaves lying about, to be found. */
const planted = [leftKey, JSON.stringify(leftKey).slice(1, -1)]

/** Environment of this run that names itself a secret; a build takes variables in by their prefix. */
const given = Object.entries(process.env)
  .filter(([name, value]) => /token|secret|passw|credential|_key$/i.test(name) && (value?.length ?? 0) >= 12)
  .map(([name, value]) => [name, value ?? ''] as const)

function* texts(dir: string): Generator<[file: string, text: string]> {
  for (const f of readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })) {
    if (!f.isFile() || /\.(?:png|jpe?g|gif|woff2?|ttf|wasm|gz|br|data|tar)$/.test(f.name)) continue
    const file = path.join(f.parentPath, f.name)
    yield [path.relative(root, file), readFileSync(file, 'utf8')]
  }
}

/** What of a text should not be there. */
function found(all: string): string[] {
  const text = planted.reduce((rest, key) => rest.replaceAll(key, ''), all)
  const out = Object.entries(shapes).flatMap(([what, shape]) => {
    const m = shape.exec(text)
    return m && !known.some((k) => m[0].includes(k)) ? [what] : []
  })
  return [...out, ...given.flatMap(([name, value]) => (text.includes(value) ? [`the value of ${name}`] : []))]
}

test('I7: what is built holds no key, no token and nothing of the machine that built it', () => {
  const wrong: string[] = []
  let files = 0
  for (const part of ['dist/client', 'dist/server', 'dist/cli', 'dist/host'])
    for (const [file, text] of texts(part)) {
      files++
      wrong.push(...found(text).map((what) => `${file} holds ${what}`))
      if (text.includes(root)) wrong.push(`${file} says where it was built`)
      if (os.hostname().length > 5 && text.includes(os.hostname()))
        wrong.push(`${file} says on which machine it was built`)
    }
  expect(wrong).toEqual([])
  expect(files).toBeGreaterThan(100)
})

test('I7: what the browser is given holds no password of the demonstration, no source map and not the key of the test issuer', () => {
  const wrong: string[] = []
  for (const [file, text] of texts('dist/client')) {
    if (file.endsWith('.map') || /[#@] sourceMappingURL=(?!data:,)/.test(text)) wrong.push(`${file} has a source map`)
    for (const { username, password } of demoAccounts)
      if (text.includes(password)) wrong.push(`${file} holds the password of ${username}`)
    if (text.includes(developmentKey.jwk.d)) wrong.push(`${file} holds the key of the test issuer`)
  }
  expect(wrong).toEqual([])
})

test.describe('the history', () => {
  test.skip(!existsSync(path.join(root, '.git')), 'there is no history beside the sources')

  test('I7: holds no key and no token, in whatever commit', () => {
    const pattern = Object.values(shapes)
      .map((s) => s.source.replaceAll('(?:', '(').replaceAll('\\b', '\\b'))
      .join('|')
    const log = execFileSync(
      'git',
      [
        'log',
        '--all',
        '-p',
        '--unified=0',
        '--no-color',
        '--format=commit %h',
        '-G',
        pattern,
        '--',
        '.',
        ':!package-lock.json',
        ':!mock/seed/scenarios',
      ],
      {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 512 * 2 ** 20,
      },
    )
    let commit = ''
    const wrong: string[] = []
    for (const line of log.split('\n')) {
      if (line.startsWith('commit ')) commit = line
      // this file names the shapes and holds none of them
      else if (line.startsWith('+')) wrong.push(...found(line).map((what) => `${commit} brought ${what}`))
    }
    expect(wrong).toEqual([])
  })
})

test('I7: the scan would see what it looks for', () => {
  const planted = [
    ['-----BEGIN OPENSSH', 'PRIVATE KEY-----'].join(' '),
    `AKIA${'ABCDEFGH12345678'}`,
    `ghp_${'a1B2'.repeat(9)}`,
    `glpat-${'x'.repeat(20)}`,
    `xoxb-${'1'.repeat(12)}`,
    `npm_${'a'.repeat(36)}`,
    `AIza${'b'.repeat(35)}`,
    `"d": "${'c'.repeat(43)}"`,
  ]
  expect(planted.map((text) => found(`before ${text} after`)).filter((f) => f.length !== 1)).toEqual([])
})
