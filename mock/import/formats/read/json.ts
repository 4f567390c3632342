/**
 * JSON in pieces, as RFC 8259 has it and nothing more (a byte order mark is passed over): bytes go in, what they say comes out while they
 * come. Only the token at hand is kept. A list of two hundred megabytes is never in memory.
 */
import { Unreadable } from '../found.ts'

/** Told what is there in the file's order. */
export interface JsonSink {
  open(list: boolean, line: number): void
  close(): void
  key(name: string): void
  value(value: string | number | boolean | null, line: number): void
}
export interface JsonLimits {
  /** Lists and objects inside each other. */
  depth: number
  /** Bytes of one text or number. */
  token: number
}
export const importJsonLimits: JsonLimits = { depth: 512, token: 2 * 2 ** 20 }

type Expect = 'value' | 'first' | 'key' | 'first key' | 'colon' | 'next' | 'nothing'
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const words: Record<string, boolean | null> = { true: true, false: false, null: null }
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const mark = [0xef, 0xbb, 0xbf]
const [quote, backslash, newline, lowerU] = [0x22, 0x5c, 0x0a, 0x75]
const asBuffer = (b: Uint8Array) => Buffer.from(b.buffer, b.byteOffset, b.length)
const isHex = (b: number) => (b >= 0x30 && b <= 0x39) || (b >= 0x41 && b <= 0x46) || (b >= 0x61 && b <= 0x66)
/** Bytes a number or a word is made of; whether it is one is seen at its end. */
const isBare = (b: number) =>
  (b >= 0x30 && b <= 0x39) ||
  (b >= 0x61 && b <= 0x7a) ||
  (b >= 0x41 && b <= 0x5a) ||
  b === 0x2b ||
  b === 0x2d ||
  b === 0x2e
const isEscape = (b: number) => b === quote || b === backslash || '/bfnrt'.includes(String.fromCharCode(b))

export class JsonReader {
  readonly #sink: JsonSink
  readonly #limits: JsonLimits
  /** Whether each open level is a list. */
  readonly #levels: boolean[] = []
  #expect: Expect = 'value'
  #in: 'text' | 'bare' | undefined
  #parts: Uint8Array[] = []
  #length = 0
  /** In a text: 0 plain, 1 after a backslash, 2-5 that many less one hex digits to come. */
  #escape = 0
  #escaped = false
  #ascii = true
  /** Bytes before this chunk, and where the line began, both from the beginning of the file. */
  #base = 0
  #lineAt = 0
  /** Bytes of this line beyond one per character. */
  #wide = 0
  /** Of the token at hand. */
  #tokenAt = 0
  #line = 1

  constructor(sink: JsonSink, limits: JsonLimits = importJsonLimits) {
    this.#sink = sink
    this.#limits = limits
  }

  /** Line of what was read last, from 1. */
  get line(): number {
    return this.#line
  }

  write(chunk: Uint8Array): void {
    let i = 0
    while (i < chunk.length) {
      if (this.#in === 'text') i = this.#text(chunk, i)
      else if (this.#in === 'bare') i = this.#bare(chunk, i)
      else i = this.#between(chunk, i)
    }
    this.#base += chunk.length
  }

  /** Throws unless the file ends where JSON may end. */
  end(): void {
    if (this.#in === 'bare') this.#endBare()
    if (this.#expect !== 'nothing') throw this.#fail('json_end', this.#in ? this.#tokenAt : this.#base)
  }

  #between(chunk: Uint8Array, i: number): number {
    const b = chunk[i] ?? 0
    if (this.#base + i < 3 && b === mark[this.#base + i] && this.#wide === this.#base + i) {
      this.#wide++
      return i + 1
    }
    // part of a mark
    if (this.#base + i < 3 && this.#wide > 0) throw this.#wrong(i)
    if (b === newline) {
      this.#line++
      this.#lineAt = this.#base + i + 1
      this.#wide = 0
    } else if (b === quote) {
      if (!['value', 'first', 'key', 'first key'].includes(this.#expect)) throw this.#wrong(i)
      this.#begin('text', i)
    } else if (b === 0x7b || b === 0x5b) {
      this.#value(i)
      if (this.#levels.length >= this.#limits.depth) throw this.#fail('too_deep', this.#base + i)
      this.#levels.push(b === 0x5b)
      this.#sink.open(b === 0x5b, this.#line)
      this.#expect = b === 0x5b ? 'first' : 'first key'
    } else if (b === 0x7d || b === 0x5d) {
      const list = b === 0x5d
      if (this.#expect !== 'next' && this.#expect !== (list ? 'first' : 'first key')) throw this.#wrong(i)
      if (this.#levels.pop() !== list) throw this.#wrong(i)
      this.#sink.close()
      this.#expect = this.#levels.length ? 'next' : 'nothing'
    } else if (b === 0x2c) {
      if (this.#expect !== 'next') throw this.#wrong(i)
      this.#expect = this.#levels.at(-1) ? 'value' : 'key'
    } else if (b === 0x3a) {
      if (this.#expect !== 'colon') throw this.#wrong(i)
      this.#expect = 'value'
    } else if (isBare(b)) {
      this.#value(i)
      this.#begin('bare', i)
      return i
    } else if (b !== 0x20 && b !== 0x09 && b !== 0x0d) throw this.#wrong(i)
    return i + 1
  }

  #value(i: number): void {
    if (this.#expect !== 'value' && this.#expect !== 'first') throw this.#wrong(i)
  }

  #begin(kind: 'text' | 'bare', i: number): void {
    this.#in = kind
    this.#tokenAt = this.#base + i
    this.#parts = []
    this.#length = 0
    this.#escape = 0
    this.#escaped = false
    this.#ascii = true
  }

  #text(chunk: Uint8Array, from: number): number {
    let i = from
    let escape = this.#escape
    for (; i < chunk.length; i++) {
      const b = chunk[i] ?? 0
      if (b >= 0x80) this.#ascii = false
      if (escape === 0) {
        if (b === quote) break
        if (b === backslash) {
          escape = 1
          this.#escaped = true
        } else if (b < 0x20) throw this.#inText(chunk, from, i)
      } else if (escape === 1) {
        if (b === lowerU) escape = 5
        else if (isEscape(b)) escape = 0
        else throw this.#inText(chunk, from, i)
      } else if (isHex(b)) escape = escape === 2 ? 0 : escape - 1
      else throw this.#inText(chunk, from, i)
    }
    this.#escape = escape
    this.#keep(chunk.subarray(from, i))
    if (i === chunk.length) return i
    this.#in = undefined
    const bytes = this.#token()
    const text = this.#ascii ? asBuffer(bytes).toString('latin1') : this.#decode(bytes)
    if (!this.#ascii) for (const b of bytes) if ((b & 0xc0) === 0x80) this.#wide++
    const value = this.#escaped ? unescape(text) : text
    if (this.#expect === 'key' || this.#expect === 'first key') {
      this.#sink.key(value)
      this.#expect = 'colon'
    } else {
      this.#sink.value(value, this.#line)
      this.#after()
    }
    return i + 1
  }

  #bare(chunk: Uint8Array, from: number): number {
    let i = from
    while (i < chunk.length && isBare(chunk[i] ?? 0)) i++
    this.#keep(chunk.subarray(from, i))
    if (i < chunk.length) this.#endBare()
    return i
  }

  #endBare(): void {
    this.#in = undefined
    const text = asBuffer(this.#token()).toString('latin1')
    const word = Object.hasOwn(words, text) ? words[text] : undefined
    if (word === undefined && !number.test(text)) throw this.#fail('json_syntax', this.#tokenAt)
    this.#sink.value(word === undefined ? Number(text) : word, this.#line)
    this.#after()
  }

  #after(): void {
    this.#expect = this.#levels.length ? 'next' : 'nothing'
  }

  #keep(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > this.#limits.token) throw this.#fail('record_too_large', this.#tokenAt, this.#limits.token)
    this.#parts.push(bytes)
  }

  #token(): Uint8Array {
    return this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts)
  }

  #decode(bytes: Uint8Array): string {
    try {
      return utf8.decode(bytes)
    } catch {
      throw this.#fail('not_utf8', this.#tokenAt)
    }
  }

  #wrong(i: number): Unreadable {
    return this.#fail('json_syntax', this.#base + i)
  }

  /** What is wrong stands in the text at hand, whose characters are not counted yet. */
  #inText(chunk: Uint8Array, from: number, i: number): Unreadable {
    const before = Buffer.concat([...this.#parts, chunk.subarray(from, i)])
    for (const b of before) if ((b & 0xc0) === 0x80) this.#wide++
    return this.#fail('json_syntax', this.#base + i)
  }

  #fail(code: 'json_syntax' | 'json_end' | 'too_deep' | 'not_utf8' | 'record_too_large', at: number, limit?: number) {
    const column = at - this.#lineAt - this.#wide + 1
    return new Unreadable(code, { line: this.#line, column, ...(limit === undefined ? {} : { limit }) })
  }
}

const unescape = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, hex: string | undefined, c: string) =>
    hex === undefined ? (escapes[c] ?? c) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
