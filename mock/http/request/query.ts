/** Query strings: a repeated key is a list, nothing else is; no indices, no nesting, no prototype keys, no broken escapes. */
import { Fail } from './handler.ts'
import { forbiddenKeys, storable } from '../reply/json.ts'

const mostPairs = 1000

const decode = (text: string): string => {
  let out: string
  try {
    out = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Fail('malformed', { reason: 'query_escape' })
  }
  if (!storable(out)) throw new Fail('malformed', { reason: 'character' })
  return out
}

/** The query of a request target as names with a text or several. Throws `Fail('malformed')`. */
export function parseQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  const out: Record<string, string | string[]> = {}
  if (start < 0) return out
  const pairs = url.slice(start + 1).split('&')
  if (pairs.length > mostPairs) throw new Fail('malformed', { reason: 'too_many_keys' })
  for (const pair of pairs) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decode(cut < 0 ? pair : pair.slice(0, cut))
    const value = cut < 0 ? '' : decode(pair.slice(cut + 1))
    if (forbiddenKeys.has(name)) throw new Fail('malformed', { reason: 'forbidden_key' })
    const had = Object.hasOwn(out, name) ? out[name] : undefined
    if (had === undefined) out[name] = value
    else if (Array.isArray(had)) had.push(value)
    else out[name] = [had, value]
  }
  return out
}
