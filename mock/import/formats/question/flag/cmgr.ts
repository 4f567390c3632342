/** cmgr `problem.md`, as picoCTF's problems are written. Source: https://github.com/picoCTF/cmgr/blob/master/examples/markdown_challenges.md */
import { type Format, headText } from '../../format.ts'
import { Unreadable } from '../../found.ts'
import { numberedLines } from '../../read/text.ts'
import { baseName } from '../../source.ts'
import { NoQuestion } from '../question.ts'
import { type ForeignChallenge, challenge, challengeRow, description } from './challenge.ts'
import { filesBeside } from './files.ts'

interface Problem {
  title: string
  line: number
  header: Map<string, string>
  sections: Map<string, string>
}

/** `- Name: value` lines of a list. */
const pairs = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^[-*]\s+([\w ]{1,40}):[ \t]*(.*)$/gm)].map((m) => [
      (m[1] ?? '').toLowerCase(),
      (m[2] ?? '').trim(),
    ]),
  )
/** Items of a list; an item goes on in indented lines. */
const items = (text: string): string[] =>
  text
    .split(/^[-*]\s+/m)
    .slice(1)
    .map((t) =>
      t
        .split('\n')
        .map((l) => l.trimEnd())
        .join('\n')
        .replace(/\n\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)

/** A link to an artifact, a file that the problem's folder or its build has: `{{url_for("capture.pcap", "the capture")}}`. */
const artifact = /\{\{\s*url_for\(\s*["']([^"'\n]{1,200})["']\s*(?:,\s*["']([^"'\n]{0,300})["']\s*)?\)\s*\}\}/g

async function fields(c: ForeignChallenge, p: Problem): Promise<Record<string, unknown>> {
  const { q } = c
  const at = (name: string) => p.sections.get(name) ?? ''
  const told = [at('description'), at('details')].filter(Boolean).join('\n\n')
  const artifacts = [...new Set([...told.matchAll(artifact)].map((m) => m[1] ?? ''))]
  const body = told.replace(artifact, (_, name: string, words?: string) => words || name)
  if (!body) throw new NoQuestion('required', {}, 'stem')
  for (const name of ['namespace', 'id', 'type', 'maxusers', 'templatable'])
    if (p.header.has(name)) q.note('note_field', { name })
  if (at('challenge options')) q.note('note_field', { name: 'challenge options' })
  const attributes = pairs(at('attributes'))
  for (const name of attributes.keys()) if (name !== 'author') q.note('note_field', { name })
  // cmgr makes the flag when it builds the challenge, and hands it to the build
  q.note('note_flag_given')
  const hints = []
  for (const hint of items(at('hints'))) hints.push({ text: await description(q, hint), cost: 0 })
  const objective = at('learning objective').replace(/\s+/g, ' ').trim()
  const score = Number(p.header.get('points'))
  return {
    title: p.title,
    stem: await description(q, body),
    flag: { kind: 'dynamic', template: 'flag{{random}}', length: 38, per: 'user' },
    ...filesBeside(
      c,
      artifacts.map((path) => ({ path })),
    ),
    ...(Number.isFinite(score) ? { score } : {}),
    keywords: items(at('tags')),
    ...(objective ? { skills: [objective.slice(0, 120)] } : {}),
    hints,
    author: attributes.get('author') ?? '',
    writeup: at('solution overview'),
  }
}

export const cmgr: Format = {
  id: 'cmgr',
  resources: ['flag-challenge'],
  sniff(name, head) {
    const text = headText(head)
    if (!/\.md$/i.test(name) || head.includes(0)) return 0
    const known = /^-\s+(Namespace|Type):/im.test(text) && /^-\s+(Category|Points):/im.test(text)
    return known && /^##\s+Description/im.test(text) ? (/^problem\.md$/i.test(baseName(name)) ? 1 : 0.9) : 0
  },
  async *read(source, beside) {
    const p: Problem = { title: '', line: 1, header: new Map(), sections: new Map() }
    let section = ''
    for await (const { text, line } of numberedLines(source)) {
      const title = /^#\s+(.*)$/.exec(text)
      const head = /^##\s+(.*)$/.exec(text)
      if (title && p.title === '') {
        p.title = (title[1] ?? '').trim()
        p.line = line
      } else if (head) section = (head[1] ?? '').trim().toLowerCase()
      else p.sections.set(section, `${p.sections.get(section) ?? ''}${text}\n`)
    }
    if (p.title === '') throw new Unreadable('no_records')
    for (const [name, text] of p.sections) p.sections.set(name, text.trim())
    p.header = pairs(p.sections.get('') ?? '')
    const c = challenge(source, beside, { name: p.title }, { line: p.line })
    yield await challengeRow(c, p.header.get('category') ?? '', () => fields(c, p))
  },
}
