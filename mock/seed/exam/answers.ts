/** What people of the demonstration answer: the better one is, the likelier what is right (a logistic model, as in item response theory). */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import type { Chance } from '../random.ts'
import { mistaken, sampleAnswersByTitle } from './texts.ts'
import type { JudgedQuestion } from '#src/contract/bank/answer.ts'

interface Nature {
  /** How much ability it takes, in deviations from the middle. */
  hard: number
  /** How sharply it separates; below nothing the better choose another. */
  sharp: number
  /** Id of the option most who are wrong choose. */
  lure?: string
}
/** Questions with a story: one that everybody knows, one that tells nobody apart, one whose key the best dispute. */
const natures: Readonly<Record<string, Nature>> = {
  'IPv6 中取代 ARP 的机制是什么？': { hard: -0.4, sharp: 1.6, lure: 'o1' },
  '存储用户口令最合适的方式是？': { hard: -3.6, sharp: 1, lure: 'o2' },
  'Log4Shell 漏洞的根源是什么？': { hard: 0.2, sharp: 2.1, lure: 'o4' },
  'TCP 三次握手中，服务器对第一个报文的应答置了哪些标志位？': { hard: -0.9, sharp: 1.5, lure: 'o2' },
  '网络安全等级保护将保护对象分为几级？': { hard: 0.4, sharp: 0.05, lure: 'o2' },
  '应急响应中发现主机正在外联可疑地址，首先应当？': { hard: 0.3, sharp: -1.3, lure: 'o1' },
  '设置了 HttpOnly 的 Cookie 不能被页面中的脚本读取。': { hard: -0.6, sharp: 1.2 },
  'SM4 是分组长度和密钥长度均为 128 位的分组密码。': { hard: 0.1, sharp: 0.9 },
  '下列哪些措施能够减轻 ARP 欺骗？': { hard: 0.3, sharp: 1.4 },
  '防御跨站请求伪造（CSRF）的有效手段有哪些？': { hard: 0.5, sharp: 1.5 },
}
const usual: Nature = { hard: 0, sharp: 1.3 }

const likely = ({ hard, sharp }: Nature, ability: number): number => 1 / (1 + Math.exp(-sharp * (ability - hard)))

/** About normal: the sum of four evens. */
export const ability = (c: Chance): number => (c.next() + c.next() + c.next() + c.next() - 2) * 1.7

type AnswerableKey = JudgedQuestion & { answer: { accepted?: readonly (readonly string[])[] } }

/** @returns null where somebody leaves it empty */
export function answerOf(c: Chance, key: AnswerableKey, title: string, able: number): Answer | null {
  const nature = natures[title] ?? usual
  const share = likely(nature, able)
  if (c.hit(0.04 * (1.2 - share))) return null
  const options = key.options ?? []
  switch (key.type) {
    case 'true-false':
      return { type: 'true-false', truth: c.hit(0.15 + 0.85 * share) ? (key.truth ?? true) : !(key.truth ?? true) }
    case 'single': {
      const wrong = options.filter((o) => !o.correct)
      if (c.hit(share)) return { type: 'single', chosen: options.filter((o) => o.correct).map((o) => o.id) }
      return { type: 'single', chosen: [c.hit(0.6) && nature.lure ? nature.lure : c.one(wrong).id] }
    }
    case 'multiple': {
      const chosen = options.filter((o) => c.hit(o.correct ? 0.45 + 0.55 * share : 0.4 * (1 - share)))
      return chosen.length ? { type: 'multiple', chosen: chosen.map((o) => o.id) } : null
    }
    case 'completion':
      return {
        type: 'completion',
        blanks: (key.answer.accepted ?? []).map((words) =>
          c.hit(0.3 + 0.7 * share) ? (words[0] ?? '') : c.one(mistaken(title, words)),
        ),
      }
    case 'short':
    case 'operation': {
      const levels = sampleAnswersByTitle[title]
      if (!levels) return null
      const { text } = c.one(levels[Math.min(3, Math.max(0, Math.round(share * 3 + c.next() - 0.5)))] ?? [])
      return key.type === 'short' ? { type: 'short', text } : { type: 'operation', text, files: [] }
    }
    case 'flag':
      return null
  }
}
