/**
 * JSON as this server takes it. `JSON.parse` is too kind: it keeps the last of two equal keys, takes any depth and any number of keys,
 * and hands out `__proto__`. Everything refused here is refused before a schema sees it.
 */
import { Fail } from '../request/handler.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

export const requestJsonLimits = { depth: 32, keys: 10_000, values: 200_000 } as const
/** Names that reach a prototype when somebody copies an object carelessly. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Text that PostgreSQL and UTF-8 can hold: no NUL, no half of a surrogate pair. */
export const storable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)
/** The text with a replacement character where it is not storable. */
export const mended = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd')

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = /[ \t\n\r]*/y

/** What a route that takes larger bodies may hold: a key and two values in every 40 bytes, never less than any other. */
export const jsonLimitsFor = (bytes: number): { keys: number; values: number } => ({
  keys: Math.max(requestJsonLimits.keys, Math.floor(bytes / 40)),
  values: Math.max(requestJsonLimits.values, Math.floor(bytes / 20)),
})

/** Reads one JSON document. Throws `Fail('malformed')` with the reason and the place, never with the text. */
export function parseJson(text: string, room: { keys: number; values: number } = requestJsonLimits): unknown {
  let at = 0
  let keys = 0
  let values = 0

  const refuse = (reason: string): never => {
    throw new Fail('malformed', { reason, at })
  }
  const skip = (): void => {
    const c = text.charCodeAt(at)
    if (c > 0x20) return
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
  }
  const take = (char: string): boolean => {
    skip()
    if (text[at] !== char) return false
    at++
    return true
  }

  const string = (): string => {
    const start = at++
    let escaped = false
    for (; ; at++) {
      const c = text.charCodeAt(at)
      if (c === 0x22) break
      if (c === 0x5c) {
        escaped = true
        at++
      } else if (!(c >= 0x20)) refuse(at >= text.length ? 'unfinished' : 'control_character')
    }
    at++
    let value = text.slice(start + 1, at - 1)
    if (escaped) {
      try {
        value = ownJson<string>(text.slice(start, at))
      } catch {
        refuse('escape')
      }
    }
    return storable(value) ? value : refuse('character')
  }

  const object = (depth: number): Record<string, unknown> => {
    at++
    const out: Record<string, unknown> = {}
    if (take('}')) return out
    do {
      skip()
      if (text[at] !== '"') refuse('key')
      const key = string()
      if (forbiddenKeys.has(key)) refuse('forbidden_key')
      if (Object.hasOwn(out, key)) refuse('duplicate_key')
      if (++keys > room.keys) refuse('too_many_keys')
      if (!take(':')) refuse('colon')
      out[key] = value(depth)
    } while (take(','))
    if (!take('}')) refuse('object')
    return out
  }

  const array = (depth: number): unknown[] => {
    at++
    const out: unknown[] = []
    if (take(']')) return out
    do out.push(value(depth))
    while (take(','))
    if (!take(']')) refuse('array')
    return out
  }

  const word = (spelling: string, meaning: unknown): unknown => {
    if (!text.startsWith(spelling, at)) refuse('word')
    at += spelling.length
    return meaning
  }

  const value = (depth: number): unknown => {
    skip()
    if (++values > room.values) refuse('too_many_values')
    switch (text[at]) {
      case '{':
        return depth >= requestJsonLimits.depth ? refuse('depth') : object(depth + 1)
      case '[':
        return depth >= requestJsonLimits.depth ? refuse('depth') : array(depth + 1)
      case '"':
        return string()
      case 't':
        return word('true', true)
      case 'f':
        return word('false', false)
      case 'n':
        return word('null', null)
      default: {
        number.lastIndex = at
        if (!number.test(text)) refuse(at >= text.length ? 'unfinished' : 'value')
        const n = Number(text.slice(at, number.lastIndex))
        at = number.lastIndex
        return Number.isFinite(n) ? n : refuse('number')
      }
    }
  }

  const out = value(0)
  skip()
  if (at < text.length) refuse('trailing')
  return out
}
