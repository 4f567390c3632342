/** An arena of the demonstration with two seasons: one is over, the other goes on. */
import { ArenaBody } from '#src/contract/contest/arena.schema.ts'
import { type ArenaData, compileArena } from '../areas/contest/arena.ts'
import { contestOf, itemsOf } from '../areas/contest/contest.ts'
import { inSeason, seasonsOf } from '../areas/contest/season.ts'
import { enterPeople, settleArena } from '../areas/contest/settle.ts'
import { addHistory, type PastSubmission } from '../areas/contest/write.ts'
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import { type ContestGround, layChallengeSet, type SeedChallenge } from './contests.ts'
import type { Chance } from './random.ts'

const day = 86_400_000
/** Days from now: when it opened, when it retired, and when it was solved at the soonest. */
type ArenaChallenge = SeedChallenge & { opens: number | null; retires: number | null }
const challenges: readonly ArenaChallenge[] = [
  {
    title: 'Three in a row',
    category: 'Misc',
    language: 'en-US',
    stem: `Encoded three times over:\n\n\`\`\`\n${Buffer.from(Buffer.from(Buffer.from('flag{again_and_again}').toString('base64')).toString('base64')).toString('base64')}\n\`\`\``,
    score: 200,
    keywords: ['base64'],
    flag: 'flag{again_and_again}',
    share: 90,
    opens: null,
    retires: -35,
  },
  {
    title: '键盘的邻居',
    category: 'Crypto',
    language: 'zh-CN',
    stem: '每个字母都按成了键盘上右边的键：`esyrt`。还原后写成 `flag{…}`。',
    score: 300,
    keywords: ['替换'],
    flag: 'flag{water}',
    share: 60,
    opens: null,
    retires: null,
  },
  {
    title: 'Robots keep out',
    category: 'Web',
    language: 'en-US',
    stem: 'A site asks crawlers to stay away from one path:\n\n```\nUser-agent: *\nDisallow: /s3cr3t-d00r/\n```\n\nThe flag is `flag{path}`, without the slashes.',
    score: 200,
    keywords: ['robots.txt'],
    flag: 'flag{s3cr3t-d00r}',
    share: 85,
    opens: null,
    retires: null,
  },
  {
    title: '端口与服务',
    category: 'Forensics',
    language: 'zh-CN',
    difficulty: 'intermediate',
    stem: '抓包中客户端先后连接 21、25、53、110、443 端口。把对应的服务名（小写）用下划线连起来，写成 `flag{…}`。',
    score: 400,
    keywords: ['端口'],
    flag: 'flag{ftp_smtp_dns_pop3_https}',
    share: 55,
    opens: -60,
    retires: null,
  },
  {
    title: 'One byte off',
    category: 'Reverse',
    language: 'en-US',
    difficulty: 'intermediate',
    stem: `Every character is one too high:\n\n\`\`\`\n${[...'flag{off_by_one}'].map((l) => String.fromCharCode(l.charCodeAt(0) + 1)).join('')}\n\`\`\``,
    score: 400,
    keywords: ['ASCII'],
    flag: 'flag{off_by_one}',
    share: 50,
    opens: -20,
    retires: null,
  },
  {
    title: '重复的异或',
    category: 'Crypto',
    language: 'zh-CN',
    difficulty: 'advanced',
    stem: `密钥只有一个字节，明文以 \`flag{\` 开头：\n\n\`\`\`\n${[...'flag{short_keys_leak}'].map((l) => (l.charCodeAt(0) ^ 0x5c).toString(16).padStart(2, '0')).join(' ')}\n\`\`\``,
    score: 500,
    keywords: ['XOR'],
    flag: 'flag{short_keys_leak}',
    share: 30,
    opens: 4,
    retires: null,
  },
]
const seasons = [
  { name: '2026 春季赛季', from: -120, to: -30, carry: 0 },
  { name: '2026 秋季赛季', from: -30, to: 60, carry: 200 },
] as const

export async function layArenas(q: Queryable, c: Chance, ground: ContestGround): Promise<void> {
  const { now, author, learners } = ground
  const at = (days: number) => new Date(now.getTime() + days * day)
  const asked = await layChallengeSet(q, c, ground, { name: '竞技场 Arena', order: 91, challenges })
  const { rows: events } = await q.query<{ id: string; name: string }>(
    `select id, data->>'name' as name from r_flag_contest where (data->>'ends_at')::timestamptz < $1::timestamptz order by id limit 1`,
    [now.toISOString()],
  )
  const data = ArenaBody.parse({
    name: '云岭竞技场 · Summit ladder',
    description: '常年开放，随时加入。Always open: solve what you can, season after season.',
    rules:
      '- 一人一号，独立完成。\n- 退役的赛题可以公开讨论解法。\n\n*One account each; retired challenges may be discussed.*',
    seasons: seasons.map(({ from, to, ...s }) => ({
      ...s,
      starts_at: at(from).toISOString(),
      ends_at: at(to).toISOString(),
    })),
    items: challenges.map(({ title, category, score, opens, retires }, n) => ({
      question_id: asked[n] ?? '',
      title,
      category,
      curve: 'classic',
      most: score,
      least: Math.round((score ?? 0) / 5),
      opens_at: opens === null ? null : at(opens).toISOString(),
      retires_at: retires === null ? null : at(retires).toISOString(),
    })),
    events: events.map((e) => ({ kind: 'flag-contest', ref: e.id, name: e.name, weight: 200 })),
  })
  const hand = { at: at(-125), by: author }
  const id = c.id(hand.at)
  await documents('arena').insertMany(q, [{ id, data, open: true, hand }], hand)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  await compileArena(q, id, data as ArenaData, { now: hand.at, newId: () => c.id(hand.at) })
  const people = learners.slice(0, 16)
  await enterPeople(q, id, people, { newId: () => c.id(at(-119)), at: at(-119) })
  await layClimbing(q, c, id, ground)
  await settleArena(q, id, now, { newId: () => c.id(now) })
}

/** Who solved what in which season: the able more of it and sooner. */
async function layClimbing(q: Queryable, c: Chance, id: string, { now, learners }: ContestGround): Promise<void> {
  const arena = await contestOf(q, id)
  const items = await itemsOf(q, id)
  const { rows } = await q.query<{ user_id: string; participant_id: string }>(
    'select user_id, participant_id from contest_member where contest_id = $1',
    [id],
  )
  const entry = new Map(rows.map((r) => [r.user_id, r.participant_id]))
  const solved = new Set<string>()
  for (const season of await seasonsOf(q, id)) {
    const until = Math.min(season.end, now.getTime()) - day / 24
    const past: PastSubmission[] = []
    for (const [place, user_id] of learners.slice(0, 16).entries()) {
      const participant_id = entry.get(user_id)
      // some come later
      if (participant_id === undefined || (season.n === 0 && place % 4 === 3)) continue
      const able = 1.2 - place / 20
      for (const item of items) {
        const share = (challenges.find((x) => x.title === item.data.title)?.share ?? 50) / 100
        const opens = item.opens_at === null ? season.start : new Date(item.opens_at).getTime()
        const closes = item.retires_at === null ? until : new Date(item.retires_at).getTime()
        const [from, to] = [Math.max(opens, season.start), Math.min(closes, until)]
        const key = `${user_id} ${item.id}`
        // whose account can be tried has something left to solve
        const tries = place === 0 ? season.n === 0 && item.n < 2 : c.hit(Math.min(0.9, share * able * 0.7))
        if (to <= from || solved.has(key) || !tries) continue
        solved.add(key)
        const when = new Date(from + (to - from) * Math.min(0.95, c.next()))
        past.push({ id: c.id(when), item_id: item.id, participant_id, user_id, at: when, right: true, text: '' })
      }
    }
    await addHistory(q, inSeason(arena, season), items, past)
  }
}
