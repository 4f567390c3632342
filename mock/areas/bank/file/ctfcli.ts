/** Flag challenges as ctfcli keeps them: a folder with its `challenge.yml` each. Source: https://github.com/CTFd/ctfcli */
import { zipSync } from 'fflate'
import { stringify } from 'yaml'
import type { FlagChallenge, FlagRule } from '#src/contract/bank/question.schema.ts'

const flag = (type: 'static' | 'regex', content: string, ignore: boolean) =>
  type === 'static' && !ignore ? content : { type, content, data: ignore ? 'case_insensitive' : 'case_sensitive' }

/** @returns undefined for a flag that is made for each owner, which ctfcli has no word for */
function flags(rule: FlagRule): { flags: unknown[]; logic?: 'all' } | undefined {
  switch (rule.kind) {
    case 'static':
      return { flags: [flag('static', rule.value, rule.ignore_case)] }
    case 'regex':
      return { flags: [flag('regex', rule.pattern, rule.ignore_case)] }
    case 'list':
      return {
        flags: rule.values.map((v) => flag('static', v.value, v.ignore_case)),
        ...(rule.need === 'all' ? { logic: 'all' as const } : {}),
      }
    case 'dynamic':
      return undefined
  }
}

const folder = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'challenge'

export function ctfcliFiles(challenges: readonly FlagChallenge[]): { files: Record<string, string>; left: string[] } {
  const files: Record<string, string> = {}
  const left: string[] = []
  for (const c of challenges) {
    const rule = flags(c.flag)
    if (!rule) {
      left.push(c.title)
      continue
    }
    const plain = `${folder(c.set_name)}/${folder(c.title)}`
    let at = plain
    for (let n = 2; `${at}/challenge.yml` in files; n++) at = `${plain}-${n}`
    const list = <T>(name: string, values: readonly T[]) => (values.length ? { [name]: values } : {})
    files[`${at}/challenge.yml`] = stringify(
      {
        name: c.title,
        author: c.author,
        category: c.set_name,
        description: c.stem,
        value: c.score,
        type: 'standard',
        ...(c.connection ? { connection_info: c.connection } : {}),
        ...rule,
        ...list('topics', c.knowledge),
        ...list('tags', c.keywords),
        ...list(
          'hints',
          c.hints.map((h) => ({ content: h.text, cost: h.cost })),
        ),
        ...(c.writeup ? { solution: 'WRITEUP.md' } : {}),
        state: 'visible',
        version: '0.1',
      },
      { lineWidth: 0 },
    )
    if (c.writeup) files[`${at}/WRITEUP.md`] = c.writeup
  }
  if (left.length) files['NOT-WRITTEN.txt'] = `${left.join('\n')}\n`
  return { files, left }
}

export const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))))
