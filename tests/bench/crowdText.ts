/** What candidates write: of two questions one is a choice, the other an essay of 200 characters that grows to 1,500, one in four of them in Chinese. */

/** Places of the hall's paper, the last of them essays. */
export const [items, essays] = [40, 10]

type Said = { type: 'single'; chosen: [string] } | { type: 'short'; text: string }

const english =
  'The firewall drops what it does not know, so the first thing to look at is which service still answers from the outside, and why. '.repeat(
    12,
  )
// Chinese counts double, and an answer has room for 2,048
const chinese = '先看外网还能访问哪些服务，再看日志里是谁在什么时候登录过，最后才动配置。'.repeat(28).slice(0, 1000)

export class Writing {
  private readonly whole: string
  private essay = 0
  private length = 0

  constructor(n: number) {
    this.whole = n % 4 === 0 ? chinese : english.slice(0, 1500)
  }

  /** The next save's answer: he goes on with his essay, or chooses. */
  next(): { item: string; answer: Said } {
    if (Math.random() < 0.5) {
      const chosen = 'abcd'[Math.floor(Math.random() * 4)] ?? 'a'
      return { item: `i${Math.floor(Math.random() * (items - essays))}`, answer: { type: 'single', chosen: [chosen] } }
    }
    if (this.length >= this.whole.length) {
      this.essay = (this.essay + 1) % essays
      this.length = 0
    }
    this.length = Math.min(
      this.whole.length,
      this.length === 0 ? 200 : this.length + 30 + Math.floor(Math.random() * 90),
    )
    const text = this.whole.slice(0, this.length).trimEnd()
    return { item: `i${items - essays + this.essay}`, answer: { type: 'short', text } }
  }
}
