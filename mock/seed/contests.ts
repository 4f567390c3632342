/** Flag contests of the demonstration: one that is over, one that goes on, one to come, with challenges that are asked nowhere else. */
import type { FlagBody } from '#src/contract/bank/question.schema.ts'
import { FlagBody as FlagRules } from '#src/contract/bank/question.schema.ts'
import { usualDivisionBits } from '#src/contract/contest/division.ts'
import { FlagContestBody } from '#src/contract/contest/flagContest.schema.ts'
import { contestOf, itemsOf, timesOf } from '../areas/contest/contest.ts'
import { compile, type FlagContestData } from '../areas/contest/flagContest.ts'
import { planTurn } from '../areas/contest/due.ts'
import { addHistory, type PastSubmission } from '../areas/contest/write.ts'
import { boardNamesOf } from '../areas/contest/entries.ts'
import { questions } from '../areas/bank/banks.ts'
import { type FlagKeys, sealRule } from '../areas/bank/flag/seal.ts'
import { type QuestionData, comparableText } from '../areas/bank/question.ts'
import { keepTexts } from '../areas/bank/same.ts'
import { keepVersions } from '../areas/bank/version.ts'
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import type { z } from 'zod'
import type { Chance } from './random.ts'

const minute = 60_000
const bytesOf = (text: string, to: 'hex' | 'base64') => Buffer.from(text).toString(to)
const turned = (text: string) =>
  text.replace(/[a-z]/g, (l) => String.fromCharCode(((l.charCodeAt(0) - 97 + 13) % 26) + 97))
const percent = (text: string) => [...text].map((l) => `%${l.charCodeAt(0).toString(16)}`).join('')
const masked = (text: string, key: number) => [...text].map((l) => l.charCodeAt(0) ^ key).join(', ')

export type SeedChallenge = Pick<
  FlagBody,
  'title' | 'stem' | 'language' | 'difficulty' | 'score' | 'keywords' | 'hints'
> & {
  flag: string | FlagBody['flag']
  category: string
  /** How many in a hundred solve it. */
  share: number
}
const challenges: readonly SeedChallenge[] = [
  {
    title: 'Morning post',
    category: 'Misc',
    language: 'en-US',
    stem: `The fax machine printed only this:\n\n\`\`\`\n${bytesOf('flag{coffee_first}', 'hex')}\n\`\`\``,
    score: 200,
    keywords: ['hex'],
    flag: 'flag{coffee_first}',
    share: 85,
  },
  {
    title: '回到十三',
    category: 'Crypto',
    language: 'zh-CN',
    stem: `字母表走了一半又回来：\`${turned('flag{halfway_and_back}')}\``,
    score: 200,
    keywords: ['古典密码'],
    flag: 'flag{halfway_and_back}',
    share: 75,
  },
  {
    title: '注释里的秘密',
    category: 'Web',
    language: 'zh-CN',
    stem: `页面源码只有几行：\n\n\`\`\`html\n<main>\n  <h1>设备巡检</h1>\n  <!-- ${bytesOf('flag{comments_are_public}', 'base64')} -->\n</main>\n\`\`\``,
    score: 300,
    keywords: ['HTML', 'base64'],
    flag: 'flag{comments_are_public}',
    share: 65,
  },
  {
    title: 'A line in the log',
    category: 'Forensics',
    language: 'en-US',
    difficulty: 'intermediate',
    stem: `One request of last night is not like the others:\n\n\`\`\`\n10.4.2.17 "GET /index.html" 200\n10.4.2.90 "GET /search?q=${percent('flag{read_the_logs}')}" 404\n10.4.2.17 "GET /logo.png" 200\n\`\`\``,
    score: 400,
    keywords: ['logs'],
    flag: 'flag{read_the_logs}',
    share: 45,
  },
  {
    title: '七行 Python',
    category: 'Reverse',
    language: 'zh-CN',
    difficulty: 'intermediate',
    stem: `程序说 \`ok\` 时输入了什么？\n\n\`\`\`python\nwant = [${masked('flag{xor_goes_both_ways}', 0x2a)}]\ngiven = input().strip()\nif [ord(c) ^ 0x2a for c in given] == want:\n    print("ok")\nelse:\n    print("no")\n\`\`\``,
    score: 500,
    keywords: ['XOR', 'Python'],
    flag: 'flag{xor_goes_both_ways}',
    share: 30,
  },
  {
    title: 'Small primes',
    category: 'Crypto',
    language: 'en-US',
    difficulty: 'advanced',
    stem: 'RSA with `n = 3233`, `e = 17` and the ciphertext `2790`. The flag is `flag{m}`, with the message as a decimal number.',
    score: 500,
    keywords: ['RSA'],
    hints: [{ cost: 50, text: '`n` has a prime factor between 50 and 60.' }],
    flag: 'flag{65}',
    share: 20,
  },
  {
    title: '三处线索',
    category: 'Misc',
    language: 'zh-CN',
    difficulty: 'intermediate',
    stem: `一张便签上有三段编码，各藏着一个 Flag：\n\n\`\`\`\n${bytesOf('flag{one}', 'hex')}\n${bytesOf('flag{two}', 'base64')}\n${turned('flag{three}')}\n\`\`\``,
    score: 300,
    keywords: ['编码'],
    hints: [
      { cost: 0, text: '三段各用一种编码。' },
      { cost: 30, text: '依次是 hex、base64 和 ROT13。' },
    ],
    flag: {
      kind: 'list',
      need: 'all',
      values: ['flag{one}', 'flag{two}', 'flag{three}'].map((value) => ({ value, ignore_case: false })),
    },
    share: 30,
  },
  {
    title: 'One of a kind',
    category: 'Crypto',
    language: 'en-US',
    stem: 'No two entries have the same flag here. Yours, turned by thirteen letters:\n\n```\n{flag|rot13}\n```',
    score: 200,
    keywords: ['ROT13'],
    flag: { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'team' },
    share: 55,
  },
]

interface Planned {
  name: string
  /** Minutes from now. */
  from: number
  to: number
  more: Partial<FlagContestData>
  /** Challenges, by their place in the list. */
  asks: readonly number[]
  /** Teams that are in, or people; and how many of them wait to be let in. */
  entries: number
  waiting?: number
  /** Minutes after the end in which write-ups are taken. */
  writeUps?: number
}
const rules =
  '- 不得攻击平台本身，不得干扰其他参赛者。\n- 不得分享 Flag，违者禁赛。\n\n*Leave the platform and the other entries alone; never pass a flag on.*'
const day = 24 * 60
const planned: readonly Planned[] = [
  {
    name: '启明杯 · 秋季夺旗赛',
    from: -6 * day,
    to: -6 * day + 360,
    asks: [0, 1, 2, 3, 4, 5],
    entries: 7,
    more: { mode: 'team', team_least: 2, team_most: 8, description: '团队赛，六小时，最后一小时封榜。' },
  },
  {
    name: 'Flag night · 夺旗之夜',
    from: -50,
    to: day,
    asks: [0, 1, 2, 3, 4, 5, 6, 7],
    entries: 14,
    writeUps: day,
    more: {
      divisions: [
        { key: 'd1', name: 'Students · 学生组', bits: usualDivisionBits },
        { key: 'd2', name: 'Open · 公开组', bits: usualDivisionBits },
      ],
      description: '个人赛，晚到也能报名。An evening of small challenges; late entries are welcome.',
      ai: 'declared',
    },
  },
  {
    name: 'Northfield winter cup',
    from: 3 * day,
    to: 3 * day + 300,
    asks: [1, 3, 5],
    entries: 3,
    waiting: 2,
    more: {
      mode: 'team',
      team_least: 2,
      team_most: 8,
      start_mode: 'go',
      registration: 'approval',
      ai: 'forbidden',
      description: 'Teams of two to eight. The referee starts it in the hall.',
    },
  },
]

export interface ContestGround {
  now: Date
  keys: FlagKeys
  random: (bytes: number) => Buffer
  /** Who writes and keeps them, and who judges. */
  author: string
  referee: string
  /** Those whose account can be tried in front. */
  learners: readonly string[]
}

/** Challenges that are asked nowhere else, in a set of their own. @returns their ids */
export async function layChallengeSet(
  q: Queryable,
  c: Chance,
  { now, keys, random, author }: ContestGround,
  { name, order, challenges }: { name: string; order: number; challenges: readonly SeedChallenge[] },
): Promise<string[]> {
  const at = new Date(now.getTime() - 20 * day * minute)
  const hand = { at, by: author }
  const set = c.id(at)
  const data = { name, parent_id: null, description: '', order, practice: false }
  await documents('flag-set').insertMany(q, [{ id: set, data }], hand)
  const sealed = (body: z.output<typeof FlagRules>): object => ({ ...body, flag: sealRule(body.flag, keys, random) })
  const rows = challenges.map(({ flag, category: _c, share: _s, ...rest }) => {
    const rule = typeof flag === 'string' ? { kind: 'static', value: flag } : flag
    const body = FlagRules.parse({ ...rest, set_id: set, flag: rule, author: '周启明' })
    return {
      id: c.id(at),
      data: { ...sealed(body), origin: 'manual' as const },
      open: true,
      hand,
    }
  })
  const made = await questions.flag.insertMany(q, rows, hand)
  await keepVersions(q, 'flag', made)
  await keepTexts(
    q,
    'flag',
    made.map((m) => ({ id: m.id, text: comparableText(m.data as QuestionData) })),
  )
  return made.map((m) => m.id)
}

interface NewEntry {
  id: string
  team_id: string | null
  name: string
  members: readonly string[]
}
/** Teams whose people are in no other one, or people. */
async function entriesOf(
  q: Queryable,
  c: Chance,
  at: Date,
  p: Planned,
  learners: readonly string[],
): Promise<NewEntry[]> {
  if (p.more.mode !== 'team') {
    const people = learners.slice(0, p.entries)
    const names = await boardNamesOf(q, '', people)
    return people.map((id, n) => ({ id: c.id(at), team_id: null, name: names[n] ?? '', members: [id] }))
  }
  const { rows } = await q.query<{ id: string; name: string; members: string[] }>(
    `select id, data->>'name' as name, k_member_ids as members from r_team where cardinality(k_member_ids) between 2 and 8 order by id`,
  )
  const taken = new Set<string>()
  return rows
    .filter((t) => {
      const free = t.members.every((m) => !taken.has(m))
      if (free) for (const m of t.members) taken.add(m)
      return free
    })
    .slice(0, p.entries)
    .map((t) => ({ id: c.id(at), team_id: t.id, name: t.name, members: t.members }))
}

export async function layContests(q: Queryable, c: Chance, ground: ContestGround): Promise<void> {
  const { now, author, referee, learners } = ground
  const asked = await layChallengeSet(q, c, ground, { name: '赛题 Contest', order: 90, challenges })
  const at = (minutes: number) => new Date(now.getTime() + minutes * minute)
  const rows = planned.map((p) => {
    const freeze = p.to - p.from >= 360 ? p.to - 60 : null
    const data = FlagContestBody.parse({
      name: p.name,
      rules,
      starts_at: at(p.from).toISOString(),
      ends_at: at(p.to).toISOString(),
      freeze_at: freeze === null ? null : at(freeze).toISOString(),
      thaw_at: freeze === null ? null : at(p.to).toISOString(),
      write_up_until: p.writeUps === undefined ? null : at(p.to + p.writeUps).toISOString(),
      register_until: p.from < 0 ? at(p.to).toISOString() : null,
      referees: [referee],
      ...p.more,
      items: p.asks.flatMap((n) => {
        const of = challenges[n]
        const { title = '', category = '', score: most = 0 } = of ?? {}
        // the hardest is announced and opens to whoever has solved the other one of its category
        const opens = title === 'Small primes' ? { requires: [asked[1]], preview: true } : {}
        const values = { curve: 'classic', most, least: most / 5 }
        return { question_id: asked[n] ?? '', title, category, ...values, parts: true, ...opens }
      }),
    })
    const made = at(Math.min(p.from, 0) - 2 * day)
    return { id: c.id(made), data, open: true, hand: { at: made, by: author } }
  })
  await documents('flag-contest').insertMany(q, rows, { at: now, by: author })
  for (const [n, p] of planned.entries()) {
    const row = rows[n]
    if (!row) continue
    const entered = at(Math.min(p.from, 0) - day)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
    await compile(q, row.id, row.data as FlagContestData, () => c.id(entered), false)
    const entries = await entriesOf(q, c, entered, p, learners)
    await q.query(
      'insert into contest_participant select * from jsonb_populate_recordset(null::contest_participant, $1::jsonb)',
      [
        JSON.stringify(
          entries.map(({ members, ...e }, i) => ({
            ...e,
            contest_id: row.id,
            division_id: row.data.divisions.length ? `${row.id}:d${1 + (i % row.data.divisions.length)}` : null,
            status: i < entries.length - (p.waiting ?? 0) ? 'accepted' : 'registered',
            reason: '',
            entered_at: entered.toISOString(),
            entered_by: members[0],
          })),
        ),
      ],
    )
    await q.query(
      'insert into contest_member select * from jsonb_populate_recordset(null::contest_member, $1::jsonb)',
      [
        JSON.stringify(
          entries.flatMap((e) =>
            e.members.map((user_id, i) => ({ contest_id: row.id, user_id, participant_id: e.id, captain: i === 0 })),
          ),
        ),
      ],
    )
    if (p.from < 0) await layPlay(q, c, row.id, { now, entries, span: [p.from, Math.min(p.to, -1)] })
    if (p.from < 0 && p.to > 0) await layTalk(q, c, row.id, { now, author, referee, entries })
    await planTurn(q, row.id, now)
  }
}

/** What is told and asked while it goes on: a pinned notice, a question that was answered and one that waits. */
async function layTalk(
  q: Queryable,
  c: Chance,
  id: string,
  { now, author, referee, entries }: { now: Date; author: string; referee: string; entries: readonly NewEntry[] },
): Promise<void> {
  const at = (minutes: number) => new Date(now.getTime() - minutes * minute)
  const notice = {
    text: '比赛期间请勿扫描平台。提问请用“通知与提问”。\nPlease do not scan the platform; ask us under “Notices and questions”.',
  }
  const asked = [
    { minutes: 31, category: 'rules', text: 'Flag 区分大小写吗？', answer: '区分，请按题面给出的格式提交。' },
    {
      minutes: 6,
      category: 'technical',
      text: 'The timer on my page is a second behind the wall clock. Which one counts?',
    },
  ].flatMap((a, n) => {
    const entry = entries[n + 1]
    return entry ? [{ ...a, id: c.id(at(a.minutes)), entry }] : []
  })
  const rowsInto = async (table: string, rows: readonly object[]) => {
    await q.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(rows.map((r) => ({ contest_id: id, ...r }))),
    ])
  }
  await rowsInto('contest_notice', [{ id: c.id(at(48)), ...notice, pinned: true, at: at(48), by: author }])
  await rowsInto(
    'contest_question',
    asked.map(({ id: own, entry, category, text, minutes, answer }) => ({
      id: own,
      participant_id: entry.id,
      category,
      text,
      at: at(minutes),
      by: entry.members[0],
      ...(answer === undefined ? {} : { claimed_by: referee, answered_at: at(minutes - 2) }),
    })),
  )
  await rowsInto(
    'contest_answer',
    asked.flatMap(({ id: asked_id, answer, minutes }) =>
      answer === undefined
        ? []
        : { id: c.id(at(minutes - 2)), asked_id, text: answer, told: 'all', at: at(minutes - 2), by: referee },
    ),
  )
}

const tried = ['flag{admin}', 'flag{test}', 'flag{hello}', 'flag{123456}', 'FLAG']
/** Who handed in what, and when: the able more of it and sooner. */
async function layPlay(
  q: Queryable,
  c: Chance,
  id: string,
  { now, entries, span: [from, to] }: { now: Date; entries: readonly NewEntry[]; span: [number, number] },
): Promise<void> {
  const contest = await contestOf(q, id)
  const items = await itemsOf(q, id)
  if (timesOf(contest, now).status === 'unstarted') return
  const length = to - from
  const past: PastSubmission[] = []
  for (const [place, e] of entries.entries()) {
    const able = 1.25 - place / entries.length
    for (const [n, item] of items.entries()) {
      const share = (challenges.find((x) => x.title === item.data.title)?.share ?? 50) / 100
      // whose account can be tried has something left to solve
      const solves = place === 0 ? n < 2 : c.hit(Math.min(0.95, share * able))
      const solved = from + length * Math.min(0.98, ((n + 1) / (items.length + 1)) * (1.3 - able / 2) + c.next() * 0.15)
      const send = (minutes: number, right: boolean) => {
        const when = new Date(now.getTime() + minutes * minute - c.between(0, 59_000))
        past.push({
          id: c.id(when),
          item_id: item.id,
          participant_id: e.id,
          user_id: c.one(e.members),
          at: when,
          right,
          text: right ? '' : c.one(tried),
        })
      }
      if (c.hit(0.3)) send(solved - length * 0.03, false)
      if (solves) send(solved, true)
    }
  }
  await addHistory(q, contest, items, past)
}
