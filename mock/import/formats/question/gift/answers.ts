/** What stands between the braces of a GIFT question. */
import type { GiftAnswers, GiftChoice, GiftNumber, GiftText } from './tree.ts'
import { findPlain, splitPlain, giftTextOf } from './escapes.ts'

type Format = GiftText['format']
/** Thrown for braces that mean nothing. */
export class GiftProblem extends Error {
  constructor(readonly why: 'gift_answers' | 'gift_number') {
    super(why)
  }
}

const feedbackOf = (raw: string | undefined, format: Format): GiftText | null => {
  const text = raw === undefined ? null : giftTextOf(raw, format)
  return text?.text ? text : null
}

function numberOf(raw: string): GiftNumber {
  const text = raw.trim()
  const figure = '[-+]?(?:\\d{1,40}(?:\\.\\d{0,40})?|\\.\\d{1,40})(?:[eE][-+]?\\d{1,3})?'
  const [, low, high] = new RegExp(`^(${figure})\\s*\\.\\.\\s*(${figure})$`).exec(text) ?? []
  if (low !== undefined && high !== undefined)
    return { type: 'high-low', text, numberHigh: Number(high), numberLow: Number(low) }
  const [, number, range] = new RegExp(`^(${figure})(?:\\s*:\\s*(${figure}))?$`).exec(text) ?? []
  if (number === undefined) throw new GiftProblem('gift_number')
  return range === undefined
    ? { type: 'simple', number: Number(number) }
    : { type: 'range', number: Number(number), range: Number(range) }
}

interface Piece {
  isCorrect: boolean
  weight: number | null
  body: string
  feedback: string | undefined
}
/** Pieces that begin with `=` or `~`; what stands before the first comes out as `before`. */
function pieces(raw: string): { before: string; list: Piece[] } {
  const [before = '', ...rest] = splitPlain(raw, '=~', true)
  const list = rest.map((piece): Piece => {
    const [, percent] = /^\s*%([-+]?\d{1,3}(?:\.\d{1,10})?)%/.exec(piece.slice(1)) ?? []
    const body = percent === undefined ? piece.slice(1) : piece.slice(piece.indexOf('%', piece.indexOf('%') + 1) + 1)
    const at = findPlain(body, '#')
    return {
      isCorrect: piece.startsWith('='),
      weight: percent === undefined ? null : Number(percent),
      body: at < 0 ? body : body.slice(0, at),
      feedback: at < 0 ? undefined : body.slice(at + 1),
    }
  })
  return { before, list }
}

function numerical(raw: string, format: Format): GiftAnswers {
  const { before, list } = pieces(raw)
  const bare = before.trim()
  const at = findPlain(bare, '#')
  if (bare !== '' && !list.length && at < 0) return { type: 'Numerical', choices: numberOf(bare) }
  const first: Piece[] =
    bare === ''
      ? []
      : [
          {
            isCorrect: true,
            weight: null,
            body: at < 0 ? bare : bare.slice(0, at),
            feedback: at < 0 ? undefined : bare.slice(at + 1),
          },
        ]
  const choices = [...first, ...list].map(
    (p): GiftChoice<GiftNumber | GiftText> => ({
      isCorrect: p.isCorrect,
      weight: p.weight,
      // anything else there is: the feedback for every other number
      text: p.isCorrect || p.body.trim() !== '' ? numberOf(p.body) : { format, text: '*' },
      feedback: feedbackOf(p.feedback, format),
    }),
  )
  if (!choices.length) throw new GiftProblem('gift_number')
  return { type: 'Numerical', choices }
}

function trueFalse(raw: string, format: Format): GiftAnswers | undefined {
  const [, word, rest] = /^\s*(TRUE|FALSE|T|F)\s*(#[^]*)?$/i.exec(raw) ?? []
  if (word === undefined) return undefined
  const [, first, second] = splitPlain(rest ?? '', '#', false)
  return {
    type: 'TF',
    isTrue: /^t/i.test(word),
    trueFeedback: feedbackOf(first, format),
    falseFeedback: feedbackOf(second, format),
  }
}

function chosen(raw: string, format: Format): GiftAnswers {
  const { before, list } = pieces(raw)
  if (!list.length) {
    const text = giftTextOf(before, format)
    return { type: 'Short', choices: [{ isCorrect: true, weight: null, text, feedback: null }] }
  }
  if (before.trim() !== '') throw new GiftProblem('gift_answers')
  const arrows = list.map((p) => p.body.indexOf('->'))
  if (list.every((p, i) => p.isCorrect && (arrows[i] ?? -1) >= 0))
    return {
      type: 'Matching',
      matchPairs: list.map((p, i) => ({
        subquestion: giftTextOf(p.body.slice(0, arrows[i]), format),
        subanswer: giftTextOf(p.body.slice((arrows[i] ?? 0) + 2), 'moodle').text,
      })),
    }
  return {
    type: list.every((p) => p.isCorrect) ? 'Short' : 'MC',
    choices: list.map((p) => ({
      isCorrect: p.isCorrect,
      weight: p.weight,
      text: giftTextOf(p.body, format),
      feedback: feedbackOf(p.feedback, format),
    })),
  }
}

/** @throws GiftProblem */
export function giftAnswersOf(raw: string, format: Format): GiftAnswers & { globalFeedback: GiftText | null } {
  const at = findPlain(raw, '####')
  const globalFeedback = at < 0 ? null : feedbackOf(raw.slice(at + 4), format)
  const body = at < 0 ? raw : raw.slice(0, at)
  const text = body.trim()
  const said: GiftAnswers =
    text === ''
      ? { type: 'Essay' }
      : text.startsWith('#')
        ? numerical(text.slice(1), format)
        : (trueFalse(body, format) ?? chosen(body, format))
  return { ...said, globalFeedback }
}
