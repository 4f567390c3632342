/**
 * The banks: theory questions and flag challenges with the sets they are filed under. A question is told by its set, type, title, stem and
 * key, as many ask the same words (“Which is true?”) and want another answer; a challenge by its set, contest and name. What the banks keep beside a question is kept here too, by their own functions.
 */
import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { holdFiles, type WithFiles } from '#mock/areas/bank/attachment/hold.ts'
import { releaseFiles } from '#mock/areas/bank/attachment/store.ts'
import { askedOutside } from '#mock/areas/course/imported.ts'
import { keepTexts, forgetText } from '#mock/areas/bank/same.ts'
import { flagKeys, openRule, sealRule } from '#mock/areas/bank/flag/seal.ts'
import { comparableText } from '#mock/areas/bank/question.ts'
import { practisedSets, usedQuestions } from '#mock/areas/bank/usedQuestions.ts'
import { forgetVersions, keepVersions } from '#mock/areas/bank/version.ts'
import { documents, type Hand, type StoredDocument } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import { type Data, tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { FlagKeys, SealedRule } from '#mock/areas/bank/flag/seal.ts'
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { wide } from '#src/contract/lib/text.ts'
import { type Bank, banks, resourceOf, setOf } from '#src/contract/bank/question.ts'
import { eventOf, yearOf } from '../../formats/question/flag/event.ts'
import { fitParts } from '../fit.ts'
import type { Importable, Parent } from './importable.ts'
import { textOf, isRecord } from '#src/contract/lib/typed.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const normalisedText = (value: unknown): string => fold(text(value)).replace(/\s+/g, ' ').trim()
export const omitFields = ({ ...data }: Data, ...names: string[]): Data => {
  for (const name of names) delete data[name]
  return data
}
const columns = 'id, data, version, created_at, updated_at, created_by, updated_by'
const between = ' / '

/** Sets of a bank by the way to them (`Networks / Routing`), the shorter way first, and by a name that one of them has. */
export function setImportable(resource: (typeof setOf)[Bank]): Importable {
  return {
    resource,
    toBody: (data) => data,
    identity: (data) => ({ key: normalisedText(data['name']) }),
    tells: ['name'],
    async find({ q }, rows) {
      const { rows: all } = await q.query<StoredDocument>(`select ${columns} from ${tableOf(resource)} order by id`)
      const byId = new Map(all.map((d) => [d.id, d]))
      const way = (d: StoredDocument, depth = 0): string[] => {
        const above = byId.get(text(d.data['parent_id']))
        return [...(above && depth < 20 ? way(above, depth + 1) : []), normalisedText(d.data['name'])]
      }
      const known = new Map<string, StoredDocument>()
      for (const d of all.toSorted((a, b) => way(a).length - way(b).length)) {
        const name = way(d).join(between)
        if (!known.has(name)) known.set(name, d)
      }
      // a name alone that one set has, wherever it lies, is that one's: other products write no way
      const named = new Map<string, StoredDocument | undefined>()
      for (const d of all) {
        const name = normalisedText(d.data['name'])
        named.set(name, named.has(name) ? undefined : d)
      }
      return rows.map((r) => known.get(normalisedText(r['name'])) ?? named.get(normalisedText(r['name'])))
    },
    /** What it is called is how it was found. */
    compared: () => [],
    used: practisedSets,
    label: (data) => text(data['name']),
  }
}

const parentOf = (bank: Bank): Parent => ({
  resource: setOf[bank],
  field: 'set_id',
  word: 'set',
  text: (data) => text(data['set']).trim() || undefined,
  row: (name) => ({ name }),
})

/** Finds a question by its set and title; without it every batch would read the whole set. */
export const titleIndexes = banks.map(
  (bank) =>
    `create index if not exists import_${bank}_title on ${tableOf(resourceOf[bank])} (k_set_id, (data->>'title'))`,
)
/** What stands under the set and title of each row: a look into the index each, however little the planner knows of the table. */
const alikeQuery = (bank: Bank, rows: readonly Data[]): [sql: string, params: unknown[]] => {
  const pairs = [...new Map(rows.map((r) => [`${text(r['set_id'])} ${text(r['title'])}`, r])).values()]
  return [
    `select t.* from unnest($1::text[], $2::text[]) w(set_id, title) cross join lateral (
       select ${columns} from ${tableOf(resourceOf[bank])} where k_set_id = w.set_id and data->>'title' = w.title offset 0) t
     order by t.id`,
    [pairs.map((r) => text(r['set_id'])), pairs.map((r) => text(r['title']))],
  ]
}

/** What stands under the same sets with the same titles, and then by the whole key. */
export const findIn =
  (bank: Bank, keyOf: (data: Data) => string): Importable['find'] =>
  async ({ q }, rows) => {
    const { rows: found } = await q.query<StoredDocument>(...alikeQuery(bank, rows))
    const by = new Map<string, StoredDocument>()
    for (const d of found) if (!by.has(keyOf(d.data))) by.set(keyOf(d.data), d)
    return rows.map((r) => by.get(keyOf(r)))
  }

/** Of what stands under the set and title of each row the first. */
const namesakesIn =
  (bank: Bank): NonNullable<Importable['namesakes']> =>
  async ({ q }, rows) => {
    const keyOf = (data: Data) => `${text(data['set_id'])} ${text(data['title'])}`
    const { rows: found } = await q.query<StoredDocument>(...alikeQuery(bank, rows))
    const by = new Map<string, StoredDocument>()
    for (const d of found) if (!by.has(keyOf(d.data))) by.set(keyOf(d.data), d)
    return rows.map((r) => by.get(keyOf(r)))
  }

/** Each write leaves a version behind and the text that tells duplicates. */
const noteWrites =
  (bank: Bank) =>
  async (q: Queryable, ids: readonly string[]): Promise<void> => {
    const rows = [...(await documents(resourceOf[bank]).byIds(q, [...ids])).values()]
    await keepVersions(q, bank, rows)
    await keepTexts(
      q,
      bank,
      rows.map((d) => ({ id: d.id, text: comparableText(d.data) })),
    )
    for (const d of rows) await holdFiles(q, d.data as WithFiles, resourceOf[bank], d.id)
  }
const forget =
  (bank: Bank) =>
  async (q: Queryable, ids: readonly string[], hand: Hand): Promise<void> => {
    await forgetVersions(q, ...ids)
    await forgetText(q, ...ids)
    await q.query('delete from question_answers where question_id = any($1::text[])', [ids])
    await releaseFiles(q, hand.at, resourceOf[bank], ...ids)
  }
/** Questions that papers and courses ask. */
async function asked(
  q: Queryable,
  ids: readonly string[],
  without?: ReadonlyMap<string, readonly string[]>,
): Promise<Set<string>> {
  const { rows } = await q.query<{ id: string }>(
    'select distinct question_id as id from paper_question where question_id = any($1::text[])',
    [ids],
  )
  return new Set([...rows.map((r) => r.id), ...(await askedOutside(q, ids, without?.get('course-lesson') ?? []))])
}

export const questionImportableBase = (bank: Bank) => ({
  resource: resourceOf[bank],
  parent: parentOf(bank),
  toBody: (data: Data) => omitFields(data, 'set', 'set_id', 'origin'),
  starts: (_: Data, format: string) => ({ origin: format }),
  wrote: noteWrites(bank),
  gone: forget(bank),
  named: asked,
  used: usedQuestions,
  label: (data: Data) => text(data['title']),
})

const objects = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isRecord) : [])
/** What has to be answered: the right options in any order, or what each blank accepts. */
function answerKey(data: Data): string {
  switch (data['type']) {
    case 'single':
    case 'multiple':
      return objects(data['options'])
        .flatMap((o) => (o['correct'] === true ? [normalisedText(o['text'])] : []))
        .toSorted()
        .join('\u001e')
    case 'completion':
      return objects(data['blanks'])
        .map(({ accepted }) => (Array.isArray(accepted) ? accepted.map(normalisedText).toSorted().join('\u001d') : ''))
        .join('\u001e')
    case 'true-false':
      return textOf(data['truth'] ?? true)
    default:
      return ''
  }
}
const wordsKey = (data: Data) =>
  [data['set_id'], data['type'], normalisedText(data['title']), normalisedText(data['stem'])].join('\u001f')
const theoryKey = (data: Data) => `${wordsKey(data)}\u001f${answerKey(data)}`

/**
 * A question whose key was mended in the file is the one that stands, as long as one alone stands with its words and no other row asks the
 * same; else it is another question.
 */
const findTheory: Importable['find'] = async ({ q }, rows) => {
  const { rows: found } = await q.query<StoredDocument>(...alikeQuery('theory', rows))
  const exact = new Map<string, StoredDocument>()
  const alike = new Map<string, StoredDocument[]>()
  for (const d of found) {
    if (!exact.has(theoryKey(d.data))) exact.set(theoryKey(d.data), d)
    const those = alike.get(wordsKey(d.data))
    if (those) those.push(d)
    else alike.set(wordsKey(d.data), [d])
  }
  const asked = new Map<string, number>()
  for (const r of rows) asked.set(wordsKey(r), (asked.get(wordsKey(r)) ?? 0) + 1)
  return rows.map((r) => {
    const words = wordsKey(r)
    const standing = alike.get(words) ?? []
    const alone = standing.length === 1 && asked.get(words) === 1
    return exact.get(theoryKey(r)) ?? (alone ? standing[0] : undefined)
  })
}
export const theoryQuestion: Importable = {
  ...questionImportableBase('theory'),
  identity: (data, set = '') => ({ key: [set, theoryKey({ ...data, set_id: '' })].join('\u001f') }),
  tells: ['title', 'stem'],
  find: findTheory,
  namesakes: namesakesIn('theory'),
  fit: async (_, rows) => rows.map(({ data, standing }) => fitParts(data, standing, ['options', 'blanks'])),
}

const flagKey = (data: Data) => [data['set_id'], normalisedText(data['title'])].join('\u001f')
const isSealed = (flag: unknown): flag is SealedRule => typeof flag === 'object' && flag !== null && 'sealed' in flag
/** Whether two stored flags are the same: what came by hand is sealed otherwise each time. */
function sameFlag(a: unknown, b: unknown, keys: FlagKeys): boolean {
  if (isDeepStrictEqual(a, b) || !isSealed(a) || !isSealed(b)) return isDeepStrictEqual(a, b)
  try {
    return isDeepStrictEqual(openRule(a, keys), openRule(b, keys))
  } catch {
    // a seal that nobody can open any more is like no other
    return false
  }
}
/**
 * Of the challenges that stand under the name, the one of the file: the one that our export names; else of the same contest and year; else,
 * of no other year, the one with the same flag, else with the same text. A challenge of the same name with another flag and another text is
 * another one.
 */
function sameChallenge(row: Data, named: readonly StoredDocument[], keys: FlagKeys): StoredDocument | undefined {
  const event = text(row['event'])
  const from = text(row['exported_id'])
  const exported = named.find((d) => from && (d.id === from || d.data['exported_id'] === from))
  if (exported) return exported
  const own = named.filter(({ data }) => {
    const theirs = text(data['event'])
    if (from && text(data['exported_id'])) return false
    return !event || !theirs || yearOf(event) === yearOf(theirs)
  })
  const both = ({ data }: StoredDocument) => sameFlag(row['flag'], data['flag'], keys) && sameStem(row, data)
  return (
    own.find((d) => event && d.data['event'] === event && both(d)) ??
    own.find(({ data }) => event && data['event'] === event) ??
    own.find(both) ??
    own.find(({ data }) => sameFlag(row['flag'], data['flag'], keys)) ??
    own.find(({ data }) => sameStem(row, data))
  )
}
const sameStem = (a: Data, b: Data): boolean => normalisedText(a['stem']) === normalisedText(b['stem'])

export const flagChallenge: Importable = {
  ...questionImportableBase('flag'),
  toBody: (data) => omitFields(questionImportableBase('flag').toBody(data), 'event', 'exported_id'),
  starts(given, format, { pack, file }) {
    const exported = text(given['exported_id'])
    const event = text(given['event']) || (exported ? undefined : eventOf(pack, file))
    return {
      origin: format,
      ...(event === undefined ? {} : { event }),
      ...(exported ? { exported_id: exported } : {}),
    }
  },
  // the flag is sealed alike by then; two of one name and contest with flags of their own are two
  identity(data, set = '', extra = {}) {
    const name = [set, normalisedText(data['title']), text(extra['event'])].join('\u001f')
    const exported = text(extra['exported_id'])
    return exported
      ? { key: [set, exported].join('\u001f') }
      : { key: [name, JSON.stringify(data['flag'])].join('\u001f'), also: `name\u001f${name}` }
  },
  tells: ['title'],
  /** By the folder they lie in, as their authors told them apart. */
  apart(data, { file, line }, taken) {
    const title = text(data['title'])
    const folders = file.split('/').slice(0, -1)
    const words = [folders.at(-1), folders.slice(-2).join(' / '), folders.join(' / '), line].filter(Boolean)
    const names = words.filter((w) => normalisedText(w) !== normalisedText(title)).map((w) => `${title} (${w})`)
    const name = names.find((n) => wide(n) <= 255 && !taken({ ...data, title: n }))
    return name === undefined ? undefined : { ...data, title: name }
  },
  namesakes: namesakesIn('flag'),
  async find({ q, platform }, rows) {
    const { rows: found } = await q.query<StoredDocument>(...alikeQuery('flag', rows))
    const keys = await flagKeys(platform)
    const by = new Map<string, StoredDocument[]>()
    for (const d of found) by.set(flagKey(d.data), [...(by.get(flagKey(d.data)) ?? []), d])
    return rows.map((r) => sameChallenge(r, by.get(flagKey(r)) ?? [], keys))
  },
  async fit({ platform }, rows) {
    const keys = await flagKeys(platform)
    return rows.map(({ data, standing }) =>
      sameFlag(data['flag'], standing['flag'], keys) ? { ...data, flag: standing['flag'] } : data,
    )
  },
  secret: ['flag'],
  /** A plan holds no flag in the open. The same flag is sealed alike each time, so that importing it again changes nothing. */
  async resolve({ platform }, rows) {
    const keys = await flagKeys(platform)
    return rows.map(({ data, extra }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its format held the row against the schema of a challenge
      const rule = data['flag'] as FlagRule | undefined
      if (!rule) return { data, extra, reasons: [] }
      const alike = createHmac('sha256', keys.compare).update(JSON.stringify(rule)).digest()
      return { data: { ...data, flag: sealRule(rule, keys, (n) => alike.subarray(0, n)) }, extra, reasons: [] }
    })
  },
}

export const theorySet = setImportable('theory-set')
export const flagSet = setImportable('flag-set')
