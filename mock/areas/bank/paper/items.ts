/** The questions of a paper in the versions it asks, for whoever has it sat: what goes before people, and the keys, apart. */
import type { z } from 'zod'
import type { JudgedQuestion } from '#src/contract/bank/answer.ts'
import type { AnswerKey, ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import type { Paper, PaperItem } from '#src/contract/bank/paper.schema.ts'
import type { Attached } from '#src/contract/bank/question.schema.ts'
import type { Bank } from '#src/contract/bank/question.ts'
import { answerKeyOf, shownQuestion, type TextLanguage, type WholeQuestion } from '#src/contract/bank/shown.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { SealedRule } from '../flag/seal.ts'

/** What judges and explains an item. It stays with the server until the time of each part of it. */
export interface ItemKey extends JudgedQuestion {
  bank: Bank
  question_id: string
  version: number
  /** What is shown of it when it may be. */
  answer: AnswerKey
  /** For markers. */
  rubric: readonly { text: string; points: number }[]
  /** How it is solved, for those who teach. */
  writeup: string
  writeup_file: z.output<typeof Attached> | null
  /** Of a flag: opened with `openRule` where it is judged. */
  flag: SealedRule | undefined
  /** Whether its options may be shown in another order. */
  shuffle: boolean
  /** What a scene of it is made from. */
  topology_id: string | null
}

interface Version {
  question_id: string
  version: number
  data: WholeQuestion & {
    shuffle?: boolean
    partial?: NonNullable<JudgedQuestion['partial']>
    rubric?: ItemKey['rubric']
    writeup?: string
    writeup_file?: ItemKey['writeup_file']
    flag?: SealedRule
  }
}

const place = (id: string, version: number) => `${version} ${id}`

/** Kept versions of questions, by the question and version that an item names. */
export async function versionsOf(
  q: Queryable,
  items: readonly Pick<PaperItem, 'question_id' | 'question_version'>[],
): Promise<(item: Pick<PaperItem, 'question_id' | 'question_version'>) => Version['data'] | undefined> {
  const asked = items.map((i) => ({ id: i.question_id, version: i.question_version }))
  const { rows } = await q.query<Version>(
    `select v.question_id, v.version, v.data from question_version v
     join (select distinct id, version from jsonb_to_recordset($1::jsonb) as w(id text, version integer)) w
       on v.question_id = w.id and v.version = w.version`,
    [JSON.stringify(asked)],
  )
  const by = new Map(rows.map((r) => [place(r.question_id, r.version), r.data]))
  return (item) => by.get(place(item.question_id, item.question_version))
}

export interface ItemsOfPaper {
  /** By item, what a person has before him: nothing of the key, texts in the language asked for. */
  asked: ReadonlyMap<string, ShownQuestion>
  /** By item. */
  keys: ReadonlyMap<string, ItemKey>
  /** For `paperFor`: ids of options that may change places. */
  optionsOf: (item: { id: string }) => readonly string[]
}

/**
 * @param variant id of one of the paper's variants
 * @throws when the paper has no such variant; a question is never gone, because one that a paper has is not removed
 */
export async function paperItemsOf(
  q: Queryable,
  paper: { variants: Paper['variants'] },
  variant: string,
  language: TextLanguage = '',
): Promise<ItemsOfPaper> {
  const chosen = paper.variants.find((v) => v.id === variant)
  if (!chosen) throw new Error(`the paper has no variant ${variant}`)
  const items = chosen.sections.flatMap((s) => s.items)
  const version = await versionsOf(q, items)
  const asked = new Map<string, ShownQuestion>()
  const keys = new Map<string, ItemKey>()
  for (const item of items) {
    const data = version(item)
    if (!data) throw new Error(`question ${item.question_id} has no version ${item.question_version}`)
    const at = { id: item.question_id, version: item.question_version }
    asked.set(item.id, shownQuestion({ ...data, ...at }, { language, score: item.score }))
    keys.set(item.id, keyOf(item, data, language))
  }
  return {
    asked,
    keys,
    optionsOf: ({ id }) => (keys.get(id)?.shuffle ? (keys.get(id)?.options ?? []) : []).map((o) => o.id),
  }
}

function keyOf(item: PaperItem, data: Version['data'], language: TextLanguage): ItemKey {
  const type = data.type ?? 'single'
  return {
    bank: item.bank,
    question_id: item.question_id,
    version: item.question_version,
    type,
    ...(data.truth === undefined ? {} : { truth: data.truth }),
    options: (data.options ?? []).map((o) => ({ id: o.id, correct: o.correct ?? false })),
    partial: data.partial ?? 'none',
    shuffle: data.shuffle ?? true,
    answer: answerKeyOf(data, language),
    rubric: data.rubric ?? [],
    writeup: data.writeup ?? '',
    writeup_file: data.writeup_file ?? null,
    flag: data.flag,
    topology_id: data.topology_id ?? null,
  }
}
