/** The banks of the demonstration: sets of two levels, questions of every kind, each with its first version, and answers behind them. */
import type { Bank } from '#src/contract/bank/question.ts'
import { ExerciseBody, FlagBody, TheoryBody } from '#src/contract/bank/question.schema.ts'
import { questions } from '../../areas/bank/banks.ts'
import { type FlagKeys, sealRule } from '../../areas/bank/flag/seal.ts'
import { type QuestionData, comparableText } from '../../areas/bank/question.ts'
import { keepTexts } from '../../areas/bank/same.ts'
import { type JudgedAnswer, judgedAnswers } from '../../areas/bank/statistics.ts'
import { keepVersions } from '../../areas/bank/version.ts'
import { documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'
import { exercises, flags } from './handsOn.ts'
import { layPapers } from './papers.ts'
import { theory } from './theory.ts'
import { hostTheory } from './theoryHost.ts'
import { networkTheory } from './theoryNetwork.ts'
import { vulnTheory } from './theoryVuln.ts'

const day = 86_400_000

type Sets = readonly (readonly [key: string, name: string, parent?: string])[]
const sets: Record<Bank, Sets> = {
  theory: [
    ['basics', '网络安全基础'],
    ['network', '网络协议 Networks', 'basics'],
    ['crypto', '密码学 Cryptography', 'basics'],
    ['practice', 'Attack and defence'],
    ['web', 'Web security', 'practice'],
    ['linux', 'Linux 主机安全', 'practice'],
    ['response', '应急响应与取证', 'practice'],
    ['vuln', '漏洞分析 Vulnerabilities', 'practice'],
    ['rules', '法规与标准 Rules'],
  ],
  flag: [
    ['ctf', 'Capture the flag'],
    ['ctf-web', 'Web', 'ctf'],
    ['ctf-net', 'Traffic', 'ctf'],
    ['misc', '杂项 Misc'],
  ],
  exercise: [
    ['hands', '综合实操'],
    ['hands-net', '网络攻防', 'hands'],
    ['hands-host', 'Hosts', 'hands'],
  ],
}

/** Sets of the teacher who may be tried: somewhere to put questions. */
const taught: ReadonlySet<string> = new Set(['practice', 'web', 'linux', 'response', 'vuln', 'misc', 'hands-host'])

export interface BankGround {
  now: Date
  /** Ids of those who write questions. */
  authors: readonly string[]
  teacher?: string | undefined
  keys: FlagKeys
  random: (bytes: number) => Buffer
  /** Ids of topologies by their key. */
  drawings: ReadonlyMap<string, { id: string }>
}

async function laySets(
  q: Queryable,
  c: Chance,
  bank: Bank,
  at: Date,
  by: string,
  teacher: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(sets[bank].map(([key]) => [key, c.id(at)]))
  const name = `${bank}-set` as const
  const rows = sets[bank].map(([key, label, parent], order) => ({
    id: ids.get(key) ?? '',
    data: {
      name: label,
      parent_id: parent === undefined ? null : (ids.get(parent) ?? null),
      description: '',
      order,
      practice: true,
    },
    ...(teacher !== undefined && taught.has(key) ? { hand: { at, by: teacher } } : {}),
  }))
  await documents(name).insertMany(q, rows, { at, by })
  return ids
}

export async function layBanks(
  q: Queryable,
  c: Chance,
  { now, authors, teacher, keys, random, drawings }: BankGround,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day - c.between(0, day - 1))
  const began = ago(70)
  const founder = authors[0] ?? ''
  const answers: JudgedAnswer[] = []
  const drawingOf = (key: string | undefined): string | null => {
    const id = key === undefined ? null : drawings.get(key)?.id
    if (id === undefined) throw new Error(`no topology ${key}`)
    return id
  }

  const lay = async (bank: Bank, bodies: readonly { set: string; body: (set_id: string) => object }[]) => {
    const ids = await laySets(q, c, bank, began, founder, teacher)
    const rows = bodies.map(({ set, body }) => {
      const set_id = ids.get(set)
      if (!set_id) throw new Error(`no set ${set}`)
      const at = ago(c.between(2, 60))
      return {
        id: c.id(at),
        data: { ...body(set_id), origin: 'manual' as const },
        open: true,
        hand: { at, by: c.one(authors) },
      }
    })
    const made = await questions[bank].insertMany(q, rows, { at: began, by: founder })
    await keepVersions(q, bank, made)
    await keepTexts(
      q,
      bank,
      made.map(({ id, data }) => ({ id, text: comparableText(data as QuestionData) })),
    )
    return made
  }

  const written = await lay(
    'theory',
    [...theory, ...networkTheory, ...hostTheory, ...vulnTheory].map(
      ({ set, choices = [], accepted = [], ...rest }) => ({
        set,
        body: (set_id) =>
          TheoryBody.parse({
            ...rest,
            set_id,
            options: choices.map((text, n) => ({
              id: `o${n + 1}`,
              text: text.replace(/^\*/, ''),
              correct: text.startsWith('*'),
            })),
            blanks: accepted.map((words, n) => ({ id: `b${n + 1}`, accepted: [...words] })),
          }),
      }),
    ),
  )
  for (const { id } of written) {
    const share = c.between(35, 95) / 100
    for (let days = 20; days > 0; days--)
      for (let n = c.between(0, 4); n > 0; n--)
        answers.push({ question: id, version: 1, share: c.hit(share) ? 1 : 0, at: ago(days) })
  }
  await judgedAnswers(q, answers)
  const challenges = await lay(
    'flag',
    flags.map(({ set, topology, ...rest }) => ({
      set,
      body(set_id) {
        const body = FlagBody.parse({ ...rest, set_id, topology_id: drawingOf(topology) })
        return { ...body, flag: sealRule(body.flag, keys, random) }
      },
    })),
  )
  const practical = await lay(
    'exercise',
    exercises.map(({ set, topology, ...rest }) => ({
      set,
      body: (set_id) => ExerciseBody.parse({ ...rest, set_id, topology_id: drawingOf(topology) }),
    })),
  )
  await layPapers(q, c, { theory: written, flag: challenges, exercise: practical }, { now, authors, teacher })
}
