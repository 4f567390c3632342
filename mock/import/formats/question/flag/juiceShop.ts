/**
 * Challenges of the OWASP Juice Shop. It shows a flag for each when it runs for a contest: the HMAC-SHA1 of the challenge's name under its
 * key, and the key below is the one it ships with (`ctf.key`). Source: https://github.com/juice-shop/juice-shop-ctf
 */
import { createHmac } from 'node:crypto'
import { type Format, headText } from '../../format.ts'
import { Unreadable } from '../../found.ts'
import { parseJsonFile } from '../../read/items.ts'
import { looseList, object, looseText } from '../../read/loose.ts'
import { wholeText } from '../../read/whole.ts'
import { yamlDocuments } from '../../read/yaml.ts'
import { readWhole, bytesSource, folderOf, type SourceFile } from '../../source.ts'
import { type ForeignChallenge, challenge, challengeRow, leftOut, textField, textsOf } from './challenge.ts'

const shippedKey = 'TRwzkRJnHOTckssAeyJbysWgP!Qc2T'
const shopFlag = (name: string): string => createHmac('sha1', shippedKey).update(name).digest('hex')

/** Points that its own contest kit gives for a difficulty of 1 to 6. */
const points = [0, 100, 250, 450, 700, 1000, 1000]
const wordsMost = 4 * 1024 * 1024

type Words = (english: string) => string | undefined
async function chineseOf(source: SourceFile, beside: readonly SourceFile[]): Promise<Words> {
  const file = beside.find((s) => s.name === `${folderOf(source.name)}i18n/zh_CN.json`)
  const bytes = file && (await readWhole(file, wordsMost))
  if (!bytes) return () => undefined
  try {
    const words = new Map(Object.entries(object(parseJsonFile(bytes))))
    return (english) => {
      const found = words.get(english)
      return typeof found === 'string' && found !== english ? found : undefined
    }
  } catch (e) {
    if (e instanceof Unreadable) return () => undefined
    throw e
  }
}

async function fields(c: ForeignChallenge, chinese: Words): Promise<Record<string, unknown>> {
  const { q, value } = c
  leftOut(q, value, ['disabledEnv', 'tutorial', 'key', 'codingChallenge'])
  q.note('note_shop_key')
  const title = textField(value, 'name').trim()
  const raw = textField(value, 'description')
  const difficulty = Math.min(6, Math.max(1, Math.round(Number(value['difficulty']) || 1)))
  const said = textsOf(value['hints'])
  const hints = []
  for (const h of said) hints.push({ text: await q.text(h, 'html'), cost: 0 })
  const other = chinese(raw)
  const link = looseText(value['mitigationUrl'])
  const translated = async () => ({
    title: chinese(title) ?? title,
    stem: await q.text(other ?? raw, 'html'),
    hints: await Promise.all(said.map((h) => q.text(chinese(h) ?? h, 'html'))),
  })
  return {
    title,
    stem: await q.text(raw, 'html'),
    flag: { kind: 'static', value: shopFlag(title), ignore_case: false },
    score: points[difficulty],
    difficulty: difficulty <= 2 ? 'primary' : difficulty <= 4 ? 'intermediate' : 'advanced',
    keywords: [...new Set(textsOf(value['tags']))],
    hints,
    ...(typeof link === 'string' ? { explanation: link } : {}),
    ...(other === undefined ? {} : { language: 'en-US', translation: await translated() }),
  }
}

/** Entries of the list, each read on its own: together they are more than the reader of YAML takes at once. */
async function* entries(source: SourceFile): AsyncGenerator<{ value: unknown; line: number; index: number }> {
  const all = (await wholeText(source)).split('\n')
  const starts = all.flatMap((l, n) => (/^-(\s|$)/.test(l) ? [n] : []))
  for (const [n, from] of starts.entries()) {
    const part = all.slice(from, starts[n + 1]).join('\n')
    try {
      const [document] = await yamlDocuments(bytesSource(source.name, part))
      yield { value: looseList(document?.value)[0], line: from + 1, index: n + 1 }
    } catch (e) {
      if (!(e instanceof Unreadable)) throw e
      const { line } = e.params
      throw new Unreadable(e.code, { ...e.params, ...(typeof line === 'number' ? { line: line + from } : {}) })
    }
  }
}

export const juiceShop: Format = {
  id: 'juice-shop',
  resources: ['flag-challenge'],
  sniff(name, head) {
    const top = headText(head)
    if (!/\.ya?ml$/i.test(name) || head.includes(0)) return 0
    return /^-\s*$|^- name:/m.test(top) && /^\s+mitigationUrl:/m.test(top) && /^\s+difficulty:\s*\d/m.test(top) ? 1 : 0
  },
  async *read(source, beside) {
    const found = []
    for await (const entry of entries(source)) {
      if (object(entry.value) !== entry.value) throw new Unreadable('yaml_shape', { line: entry.line })
      found.push(entry)
    }
    if (!found.length) throw new Unreadable('no_records')
    const chinese = await chineseOf(source, beside)
    for (const { value, line, index } of found) {
      const c = challenge(source, beside, value, { line, index })
      const category = looseText(c.value['category'])
      yield await challengeRow(c, typeof category === 'string' ? category : '', () => fields(c, chinese))
    }
  },
}
