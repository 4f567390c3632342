/** What the readers of flag challenges share: the YAML record, its texts and everything of it that has no place here. */
import type { FoundRow } from '../../found.ts'
import { looseList, type Loose, object, looseText } from '../../read/loose.ts'
import { readWhole, type SourceFile } from '../../source.ts'
import { besideBox, besideFile } from '../beside.ts'
import { Pictures } from '../pictures.ts'
import { foreign, Foreign, NoQuestion } from '../question.ts'
import { ctfCategory } from '../set.ts'
import { mixedToMarkdown } from './mixed.ts'

type Data = Record<string, unknown>
export interface ForeignChallenge {
  q: Foreign
  value: Loose
  source: SourceFile
  beside: readonly SourceFile[]
}

/** A text as the file has it; a number counts as its words. Something else is refused by its field. */
export function textField(value: Loose, name: string, path = name): string {
  const found = looseText(value[name])
  if (found === undefined || found === null) return ''
  if (typeof found !== 'string') throw new NoQuestion('type', {}, path)
  return found
}
export const textsOf = (value: unknown): string[] =>
  looseList(value).flatMap((v) => {
    const t = looseText(v)
    return typeof t === 'string' && t.trim() !== '' ? [t.trim()] : []
  })

export async function description(q: Foreign, raw: string): Promise<string> {
  const { text: plain, lost } = await mixedToMarkdown(raw, q)
  for (const name of lost) q.note('note_markup', { name })
  const holders = new Set([...plain.matchAll(/\{\{([^{}\n]{1,100})\}\}/g)].map((m) => (m[1] ?? '').trim()))
  for (const name of holders) if (name !== '' && name.length <= 60) q.note('note_placeholder', { name })
  return plain
}

/** Fields that say something here has no place for; an empty one says nothing. */
export function leftOut(q: Foreign, value: Loose, names: readonly string[]): void {
  for (const name of names) {
    const v = value[name]
    const empty = v === null || v === undefined || v === '' || v === 0 || v === false
    if (!empty && !(Array.isArray(v) && !v.length)) q.note('note_field', { name })
  }
}

const textMost = 200_000
/** A text file beside it, as its own words. */
export async function textBeside({ source, beside }: ForeignChallenge, name: string): Promise<string | undefined> {
  const file = besideFile(source, beside, name)
  const bytes = file && (await readWhole(file, textMost))
  return bytes?.toString('utf8').replace(/^\ufeff/, '')
}

/** A write-up beside it in Markdown, with the pictures that lie around it. */
export async function writeupBeside(c: ForeignChallenge, name: string): Promise<string | undefined> {
  const file = besideFile(c.source, c.beside, name)
  const words = await textBeside(c, name)
  if (!file || words === undefined) return undefined
  const own = new Pictures(besideBox(file, c.beside))
  const text = await own.markdown(words)
  for (const [id, picture] of own.kept) c.q.pictures.kept.set(id, picture)
  for (const lost of own.lost) c.q.pictures.lost.add(lost)
  return text
}

export function challengeScoreOf(q: Foreign, value: Loose, given: unknown): number | undefined {
  const extra = object(value['extra'])
  const initial = Number(extra['initial'] ?? value['initial'])
  const falls = Number.isFinite(initial) && initial > 0
  if (falls) {
    const { decay = '', minimum = '' } = extra
    q.note('note_falling_score', { from: initial, to: Number(minimum) || 0, after: Number(decay) || 0 })
  }
  const points = Number(given)
  const score = falls ? initial : Number.isFinite(points) && given !== null ? points : undefined
  return score
}

/** One challenge as a row. @param make fields beside those of every challenge */
export function challengeRow(c: ForeignChallenge, category: string, make: () => Promise<Data>): Promise<FoundRow> {
  return foreign('flag-challenge', c.q, async () => c.q.row('flag-challenge', ctfCategory(category), await make()))
}

export const challenge = (
  source: SourceFile,
  beside: readonly SourceFile[],
  value: unknown,
  at: { line?: number; index?: number; path?: string },
): ForeignChallenge => {
  const record = object(value)
  const q = new Foreign({ file: source.name, ...at }, besideBox(source, beside))
  q.label = typeof record['name'] === 'string' ? record['name'] : source.name
  return { q, value: record, source, beside }
}
