/** Records of a JSON file, one after the other: the entries of a list at the top, or of the lists that an object at the top holds. */
import { Unreadable } from '../found.ts'
import type { SourceFile } from '../source.ts'
import { type JsonLimits, JsonReader, type JsonSink, importJsonLimits } from './json.ts'

export interface JsonItem {
  value: unknown
  /** From 1. */
  index: number
  line: number
  /** Name of the list it is in; empty for the list at the top. */
  list: string
}
/** What a file is, seen once from end to end: well-formed, or it throws `Unreadable`. */
export interface JsonSurvey {
  top: 'list' | 'object' | 'value'
  /** Texts, numbers and flags of the object at the top. */
  facts: Map<string, string | number | boolean | null>
  /** Lists of the object at the top with their lengths; the list at the top under the empty name. */
  lists: Map<string, number>
}

type Container = unknown[] | Record<string, unknown>
/** Own property whatever it is called: `__proto__` in a file is a name like another. */
function put(into: Container, key: string, value: unknown): void {
  if (Array.isArray(into)) into.push(value)
  else if (key === '__proto__')
    Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true })
  else into[key] = value
}

/** Makes values of what is read at and below one depth. */
class Builder {
  readonly #open: { into: Container; key: string }[] = []
  /** @returns the finished value, once its outermost part has closed */
  add(value: unknown): { done: unknown } | undefined {
    const last = this.#open.at(-1)
    if (!last) return { done: value }
    put(last.into, last.key, value)
    return undefined
  }
  open(list: boolean): void {
    this.#open.push({ into: list ? [] : {}, key: '' })
  }
  key(name: string): void {
    const last = this.#open.at(-1)
    if (last) last.key = name
  }
  close(): { done: unknown } | undefined {
    const last = this.#open.pop()
    return last ? this.add(last.into) : undefined
  }
  get busy(): boolean {
    return this.#open.length > 0
  }
}

/** Follows where in the file we are; `ready` gets the records of the wanted lists. */
class Records implements JsonSink {
  readonly survey: JsonSurvey = { top: 'value', facts: new Map(), lists: new Map() }
  readonly ready: JsonItem[] = []
  readonly #want: (list: string) => boolean
  readonly #builder = new Builder()
  #depth = 0
  #name = ''
  /** Depth of the entries of the list we are in; 0 outside. */
  #entries = 0
  #wanted = false
  #index = 0
  /** Records of all lists so far. */
  #begun = 0
  /** Where the last record began. */
  line = 1

  constructor(want: (list: string) => boolean) {
    this.#want = want
  }

  open(list: boolean, line: number): void {
    if (this.#depth === 0) this.survey.top = list ? 'list' : 'object'
    const entry = this.#entry(line)
    if (!entry && list && (this.#depth === 0 || (this.#depth === 1 && this.survey.top === 'object'))) {
      this.#entries = this.#depth + 1
      this.#wanted = this.#want(this.#name)
      this.#index = 0
      this.#note(this.survey.lists, 0)
    }
    this.#depth++
    if (entry && this.#wanted) this.#builder.open(list)
  }
  close(): void {
    this.#depth--
    if (this.#entries > this.#depth) this.#entries = 0
    if (this.#builder.busy) this.#give(this.#builder.close())
  }
  key(name: string): void {
    if (this.#builder.busy) this.#builder.key(name)
    else if (this.#depth === 1) this.#name = name
  }
  value(value: string | number | boolean | null, line: number): void {
    if (this.#entry(line)) {
      if (this.#wanted) this.#give(this.#builder.add(value))
    } else if (this.#depth === 1) this.#note(this.survey.facts, value)
  }

  /** Whether what begins here is a record or inside one; counts the record. */
  #entry(line: number): boolean {
    if (!this.#entries) return false
    if (this.#depth === this.#entries) {
      this.#index++
      this.#begun++
      this.#note(this.survey.lists, this.#index)
      this.line = line
    }
    return true
  }
  #give(made: { done: unknown } | undefined): void {
    if (made) this.ready.push({ value: made.done, index: this.#index, line: this.line, list: this.#name })
  }
  /** A file of nothing but names must not fill the memory. */
  #note<V>(into: Map<string, V>, value: V): void {
    if (into.size < 1000 || into.has(this.#name)) into.set(this.#name, value)
  }

  /** Number of the record that is being made, 0 between records. */
  get making(): number {
    return this.#builder.busy ? this.#begun : 0
  }
}

const piece = 64 * 1024

async function* run(source: SourceFile, records: Records, limits: JsonLimits): AsyncGenerator<void, void, undefined> {
  const reader = new JsonReader(records, limits)
  let held = 0
  let making = 0
  for await (const chunk of source.open())
    for (let i = 0; i < chunk.length; i += piece) {
      const part = chunk.subarray(i, i + piece)
      reader.write(part)
      held = records.making && records.making === making ? held + part.length : 0
      making = records.making
      if (held > limits.token) throw new Unreadable('record_too_large', { line: records.line, limit: limits.token })
      yield
    }
  reader.end()
  yield
}

export async function surveyJson(source: SourceFile, limits = importJsonLimits): Promise<JsonSurvey> {
  const records = new Records(() => false)
  for await (const _ of run(source, records, limits));
  return records.survey
}

/** Records of the lists that are wanted, in the file's order. Rows come before the end has been seen: survey the file first. */
export async function* jsonItems(
  source: SourceFile,
  want: (list: string) => boolean,
  limits = importJsonLimits,
): AsyncGenerator<JsonItem, void, undefined> {
  const records = new Records(want)
  for await (const _ of run(source, records, limits)) {
    yield* records.ready
    records.ready.length = 0
  }
}

/** A small document whole. */
export function parseJsonFile(bytes: Uint8Array, limits = importJsonLimits): unknown {
  const builder = new Builder()
  let value: unknown
  const give = (made: { done: unknown } | undefined) => {
    if (made) value = made.done
  }
  const reader = new JsonReader(
    {
      open: (list) => builder.open(list),
      close: () => give(builder.close()),
      key: (name) => builder.key(name),
      value: (v) => give(builder.add(v)),
    },
    limits,
  )
  reader.write(bytes)
  reader.end()
  return value
}
