/** Test papers of the demonstration: two by hand, two by rules, in both languages. */
import { PaperBody } from '#src/contract/bank/paper.schema.ts'
import { type Bank, typesOf, type Difficulty, type QuestionType } from '#src/contract/bank/question.ts'
import { questions } from '../../areas/bank/banks.ts'
import { drawQuestions } from '../../areas/bank/paper/draw.ts'
import { notePaper } from '../../areas/bank/paper/paper.ts'
import { type QuestionData, comparableText } from '../../areas/bank/question.ts'
import { keepTexts } from '../../areas/bank/same.ts'
import { keepVersions } from '../../areas/bank/version.ts'
import { documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'
import { wholeDocument } from '#mock/crud/documents.ts'

const day = 86_400_000

interface Laid {
  id: string
  version: number
  data: object
}
interface Facts {
  title: string
  type: QuestionType
  difficulty: Difficulty
}
type Picked = readonly (readonly [bank: Bank, title: string, score: number])[]
type Rule = { bank: Bank; types?: QuestionType[]; difficulties?: Difficulty[]; count: number; score: number }

interface Entry {
  name: string
  set: 'course' | 'entry'
  description: string
  difficulty: Difficulty
  minutes: number
  practice?: true
  shuffle?: true
  open?: true
  days: number
  sections: readonly { title: string; instructions?: string; picked?: Picked; rules?: readonly Rule[] }[]
  variants?: number
}

const sets = [
  ['course', '课程考试 Course exams'],
  ['entry', 'Entry and placement'],
] as const

const entries: readonly Entry[] = [
  {
    name: '网络安全基础 · 期末试卷',
    set: 'course',
    description: '覆盖网络协议、密码学与应急响应，闭卷。',
    difficulty: 'intermediate',
    minutes: 90,
    days: 21,
    shuffle: true,
    sections: [
      {
        title: '一、选择与判断',
        instructions: '单选、判断每题选一项；多选题的给分方式见各题说明。',
        picked: [
          ['theory', 'IPv6 中取代 ARP 的机制是什么？', 3],
          ['theory', '存储用户口令最合适的方式是？', 3],
          ['theory', '应急响应中发现主机正在外联可疑地址，首先应当？', 3],
          ['theory', '下列哪些措施能够减轻 ARP 欺骗？', 6],
          ['theory', '防御跨站请求伪造（CSRF）的有效手段有哪些？', 6],
          ['theory', '设置了 HttpOnly 的 Cookie 不能被页面中的脚本读取。', 2],
          ['theory', '删除正在被进程占用的日志文件会立即释放磁盘空间。', 2],
        ],
      },
      {
        title: '二、填空',
        picked: [
          ['theory', '端口与协议', 5],
          ['theory', '哈希长度', 5],
        ],
      },
      {
        title: '三、简答与实操',
        instructions: '写明判断依据，命令与截图均可作为证据。',
        picked: [
          ['theory', '简述存储型 XSS 与反射型 XSS 的区别。', 15],
          ['exercise', '定位挖矿程序', 30],
          ['flag', '凯撒的午餐', 20],
        ],
      },
    ],
  },
  {
    name: 'Web 安全与应急响应 · 结业试卷',
    set: 'course',
    description: '短训班结业用卷，客观题自动判分，填空与简答由教师阅卷。',
    difficulty: 'intermediate',
    minutes: 75,
    days: 30,
    shuffle: true,
    sections: [
      {
        title: '一、单项选择',
        picked: [
          ['theory', 'IPv6 中取代 ARP 的机制是什么？', 4],
          ['theory', '存储用户口令最合适的方式是？', 4],
          ['theory', 'Log4Shell 漏洞的根源是什么？', 4],
          ['theory', 'TCP 三次握手中，服务器对第一个报文的应答置了哪些标志位？', 4],
          ['theory', '网络安全等级保护将保护对象分为几级？', 4],
          ['theory', '应急响应中发现主机正在外联可疑地址，首先应当？', 4],
        ],
      },
      {
        title: '二、判断与多选',
        instructions: '多选题的给分方式见各题说明。',
        picked: [
          ['theory', '设置了 HttpOnly 的 Cookie 不能被页面中的脚本读取。', 3],
          ['theory', 'SM4 是分组长度和密钥长度均为 128 位的分组密码。', 3],
          ['theory', '下列哪些措施能够减轻 ARP 欺骗？', 8],
          ['theory', '防御跨站请求伪造（CSRF）的有效手段有哪些？', 8],
        ],
      },
      {
        title: '三、填空与简答',
        instructions: '简答题写明判断依据。',
        picked: [
          ['theory', '端口与协议', 4],
          ['theory', '简述存储型 XSS 与反射型 XSS 的区别。', 20],
        ],
      },
    ],
  },
  {
    name: 'Web security: warm-up for the lab',
    set: 'entry',
    description: 'A short paper to find out what has to be repeated before the lab begins.',
    difficulty: 'primary',
    minutes: 20,
    practice: true,
    shuffle: true,
    open: true,
    days: 12,
    sections: [
      {
        title: 'Basics',
        picked: [
          ['theory', 'Which defence stops SQL injection at its root?', 2],
          ['theory', 'Which DNS records help receivers to refuse forged mail?', 4],
          ['theory', 'Two headers', 4],
        ],
      },
      {
        title: 'In your own words',
        instructions: 'Two or three sentences each.',
        picked: [['theory', 'Why does a SYN cookie help against a SYN flood?', 10]],
      },
    ],
  },
  {
    name: '网络攻防入门 · 随堂测验',
    set: 'course',
    description: '按规则抽题，A、B、C 三卷分值相同。',
    difficulty: 'primary',
    minutes: 30,
    practice: true,
    shuffle: true,
    open: true,
    days: 6,
    variants: 3,
    sections: [
      { title: '单选题', rules: [{ bank: 'theory', types: ['single'], count: 3, score: 4 }] },
      { title: '判断题', rules: [{ bank: 'theory', types: ['true-false'], count: 3, score: 2 }] },
      { title: '多选题', rules: [{ bank: 'theory', types: ['multiple'], count: 2, score: 6 }] },
    ],
  },
  {
    name: 'Placement test, blue team',
    set: 'entry',
    description: 'Drawn by rules for each intake. Easy questions first, then what only the experienced know.',
    difficulty: 'advanced',
    minutes: 60,
    days: 3,
    variants: 2,
    sections: [
      {
        title: 'Easy',
        rules: [{ bank: 'theory', types: ['single', 'true-false'], difficulties: ['primary'], count: 4, score: 2 }],
      },
      {
        title: 'Advanced',
        rules: [{ bank: 'theory', difficulties: ['intermediate', 'advanced'], count: 4, score: 5 }],
      },
      { title: 'Hands-on', rules: [{ bank: 'flag', count: 1, score: 20 }] },
    ],
  },
  {
    name: '靶场实操 · Hands-on in the range',
    set: 'course',
    description: '两道题带有场景，考生在答题卡上启动自己的场景后作答。',
    difficulty: 'intermediate',
    minutes: 90,
    days: 6,
    sections: [
      {
        title: '一、夺旗',
        instructions: '启动场景，取得 Flag 后填入答题框。',
        picked: [['flag', '弱口令的影子', 40]],
      },
      {
        title: 'Second part: work that a person judges',
        instructions: 'Start the scene, do the work, hand in what you found.',
        picked: [
          ['exercise', 'Capture and explain a TLS handshake', 40],
          ['theory', '简述存储型 XSS 与反射型 XSS 的区别。', 20],
        ],
      },
    ],
  },
]

export async function layPapers(
  q: Queryable,
  c: Chance,
  laid: Record<Bank, readonly Laid[]>,
  { now, authors, teacher }: { now: Date; authors: readonly string[]; teacher: string | undefined },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day - c.between(0, day - 1))
  const founder = authors[0] ?? ''
  const setIds = new Map(sets.map(([key]) => [key, c.id(ago(60))]))
  await documents('paper-set').insertMany(
    q,
    sets.map(([key, name], order) => ({
      id: setIds.get(key) ?? '',
      data: { name, parent_id: null, description: '', order, practice: false },
    })),
    { at: ago(60), by: teacher ?? founder },
  )
  const all = (['theory', 'flag', 'exercise'] as const).flatMap((bank) =>
    laid[bank].map(({ id, data }) => ({ bank, id, ...wholeDocument<Facts>(data) })),
  )
  const key = () => c.id(now).slice(-12)

  const rows = entries.map((e) => {
    const used = new Map<string, number>()
    const rules = e.sections.flatMap(({ title, rules: own, instructions = '' }) =>
      own ? [{ id: key(), title, instructions, rules: own.map((r) => ({ id: key(), ...r })) }] : [],
    )
    const byHand = () =>
      e.sections.map(({ title, instructions = '', picked = [] }) => ({
        id: key(),
        title,
        instructions,
        items: picked.map(([bank, wanted, score]) => {
          const found = all.find((x) => x.bank === bank && x.title === wanted)
          if (!found) throw new Error(`no question ${wanted}`)
          return { id: key(), bank, question_id: found.id, question_version: 1, score }
        }),
      }))
    const drawn = () => {
      const flat = rules.flatMap((s) => s.rules)
      const pools = flat.map(({ bank, types = [...typesOf[bank]], difficulties, count }) => ({
        count,
        pool: all
          .filter((x) => x.bank === bank && types.includes(x.type) && (difficulties?.includes(x.difficulty) ?? true))
          .map((x) => x.id),
      }))
      const got = drawQuestions(
        pools,
        (n) => c.between(0, n - 1),
        (id) => used.get(id) ?? 0,
      )
      for (const id of got.flat()) used.set(id, (used.get(id) ?? 0) + 1)
      return rules.map((s) => ({
        id: s.id,
        title: s.title,
        instructions: s.instructions,
        items: s.rules.flatMap((r) =>
          (got[flat.indexOf(r)] ?? []).map((question_id) => ({
            id: key(),
            bank: r.bank,
            question_id,
            question_version: 1,
            score: r.score,
            rule: r.id,
          })),
        ),
      }))
    }
    const body = PaperBody.parse({
      name: e.name,
      description: e.description,
      set_id: setIds.get(e.set) ?? '',
      difficulty: e.difficulty,
      duration: e.minutes * 60,
      mode: rules.length ? 'rules' : 'hand',
      rules,
      variants: Array.from({ length: e.variants ?? 1 }, () => ({
        id: key(),
        sections: rules.length ? drawn() : byHand(),
      })),
      shuffle_items: e.shuffle ?? false,
      shuffle_options: e.shuffle ?? false,
      practice: e.practice ?? false,
    })
    return { id: c.id(ago(e.days)), data: body, open: e.open ?? false, hand: { at: ago(e.days), by: c.one(authors) } }
  })
  await documents('paper').insertMany(q, rows, { at: now, by: founder })
  for (const { id, data } of rows) await notePaper(q, id, data.variants)

  // one question was mended after it was put on papers: they say that there is a newer version
  const mended = laid.theory.find(
    ({ data }) => wholeDocument<Facts>(data).title === 'Which defence stops SQL injection at its root?',
  )
  if (!mended) return
  const after = await questions.theory.update(
    q,
    mended,
    { ...mended.data, stem: 'One answer only. Think of where the text of a statement and its values part.' },
    { at: ago(1), by: founder },
  )
  if (!after) return
  await keepVersions(q, 'theory', [after])
  await keepTexts(q, 'theory', [{ id: after.id, text: comparableText(after.data as QuestionData) }])
}
