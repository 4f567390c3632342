/** Questions of a GIFT text. One that is not well-formed is one broken item; the next begins behind the next empty line, or with its title. */
import { partials } from '#src/contract/bank/question.ts'
import { giftAnswersOf, GiftProblem } from './answers.ts'
import { findPlain, giftTextOf, giftPlainText } from './escapes.ts'
import type { GiftItem, GiftQuestion } from './tree.ts'

interface Block {
  text: string
  /** Of its first line. */
  line: number
  id: string | null
  tags: string[]
  partial: GiftQuestion['partial']
}

const titled = /^\s*::/

/** Plain braces that are open behind the line. */
function braces(line: string, open: number): number {
  let now = open
  for (let i = 0; i < line.length; i++)
    if (line[i] === '\\') i++
    else if (line[i] === '{') now = 1
    else if (line[i] === '}') now = 0
  return now
}

/**
 * Lines that belong together, without their comments; an empty line ends them unless it stands between braces that are closed later, and so does
 * a line that begins with a title once there are answers.
 */
function* blocks(text: string): Generator<Block> {
  const lines = text.split(/\r\n|\n|\r/)
  let block: Block | undefined
  let id: string | null = null
  let tags: string[] = []
  let partial: Block['partial']
  let open = 0
  for (const [n, line] of lines.entries()) {
    if (block && !open && titled.test(line) && findPlain(block.text, '{') >= 0) {
      yield block
      block = undefined
    }
    if (/^\s*\/\//.test(line)) {
      id = /\[id:([^\]]{1,200})\]/.exec(line)?.[1]?.trim() ?? id
      for (const [, tag] of line.matchAll(/\[tag:([^\]]{1,200})\]/g)) if (tag) tags.push(tag.trim())
      partial = partials.find((p) => line.includes(`[partial:${p}]`)) ?? partial
      continue
    }
    const empty = line.trim() === ''
    if (empty && (!open || !closes(lines, n + 1))) {
      if (block) yield block
      block = undefined
      open = 0
      continue
    }
    if (!block) {
      block = { text: line, line: n + 1, id, tags, partial }
      id = null
      tags = []
      partial = undefined
    } else block.text += `\n${line}`
    open = braces(line, open)
  }
  if (block) yield block
}
/** Whether a brace closes before the next opens. A few hundred lines are more than anybody writes between two. */
function closes(lines: readonly string[], from: number): boolean {
  for (const line of lines.slice(from, from + 300)) {
    if (/^\s*(::|\$CATEGORY:)/.test(line)) return false
    const [close, open] = [findPlain(line, '}'), findPlain(line, '{')]
    if (close >= 0) return open < 0 || close < open
    if (open >= 0) return false
  }
  return false
}

const label = (text: string): string => text.trim().slice(0, 200)

function question({ text, id, tags, partial }: Block): GiftQuestion | { why: 'gift_unclosed' | 'gift_two' } {
  let rest = text
  let title: string | null = null
  const named = titled.exec(rest)
  const end = named ? findPlain(rest, '::', named[0].length) : -1
  if (named && end >= 0) {
    title = giftPlainText(rest.slice(named[0].length, end))
    rest = rest.slice(end + 2)
  }
  const common = { id, tags: tags.length ? tags : null, title, ...(partial ? { partial } : {}) }
  const open = findPlain(rest, '{')
  if (open < 0) {
    if (findPlain(rest, '}') >= 0) return { why: 'gift_unclosed' }
    return { ...common, type: 'Description', stem: giftTextOf(rest, 'moodle'), hasEmbeddedAnswers: false }
  }
  const close = findPlain(rest, '}', open + 1)
  if (close < 0) return { why: 'gift_unclosed' }
  const before = giftTextOf(rest.slice(0, open), 'moodle')
  const said = giftAnswersOf(rest.slice(open + 1, close), before.format)
  const behind = rest.slice(close + 1)
  const next = findPlain(behind, '{')
  // one question has one pair of braces: a title before the next pair is that of another question
  if (next >= 0 && /::[^]*::/.test(behind.slice(0, next))) return { why: 'gift_two' }
  const after = giftTextOf(behind, before.format).text
  const hasEmbeddedAnswers = after !== ''
  const stem = hasEmbeddedAnswers ? { ...before, text: `${before.text} _____ ${after}`.trim() } : before
  return { ...common, ...said, stem, hasEmbeddedAnswers }
}

export function* giftItems(text: string): Generator<GiftItem, void, undefined> {
  for (const block of blocks(text)) {
    const { line } = block
    const category = /^\s*\$CATEGORY:([^\n]*)(?:\n|$)/.exec(block.text)
    if (category) {
      yield { at: 'category', path: giftPlainText(category[1] ?? ''), line }
      const more = block.text.slice(category[0].length)
      if (more.trim() === '') continue
      yield one({ ...block, text: more, line: line + 1 })
    } else yield one(block)
  }
}

function one(block: Block): GiftItem {
  const { line, text } = block
  try {
    const found = question(block)
    return 'why' in found
      ? { at: 'broken', why: found.why, label: label(text), line }
      : { at: 'question', question: found, line }
  } catch (e) {
    if (e instanceof GiftProblem) return { at: 'broken', why: e.why, label: label(text), line }
    throw e
  }
}
