/** What people write of a resource, from `--file` and `--set`, by the kinds of its fields. */
import { z } from 'zod'
import type { Field, NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import type { Io } from '../context.ts'
import { usageError } from '../errors.ts'
import { readJsonFile } from '../files.ts'
import { wrappedHelp } from '../output.ts'
import { wordsOf } from '../words.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

export interface BodyOptions {
  file?: string
  set?: string[]
}

/** The fields of what people write of it, or of what the server answers. */
export function bodyShapeOf({ name }: NamedResourceSpec, of: 'body' | 'row' = 'body'): Record<string, z.ZodType> {
  const schema: z.ZodType | undefined = isKeyOf(resources, name) ? resources[name].schema[of] : undefined
  return schema instanceof z.ZodObject ? schema.shape : {}
}

function aboutField(name: string, f: Field | undefined): string {
  switch (f?.kind) {
    case 'one':
      return f.options.join(', ')
    case 'ref': {
      // organisations are no resource, and have no list here
      const one = Object.hasOwn(resources, f.to)
        ? `${/^[aeio]/.test(f.to) ? 'an' : 'a'} ${f.to} (range ${f.to} list)`
        : 'an organisation'
      return `id of ${one}${f.many ? '; several separated by commas' : ''}`
    }
    case 'flag':
      return 'true or false'
    case 'date':
      return 'YYYY-MM-DD'
    case 'words':
      return 'words separated by commas'
    case 'list':
      return 'JSON list'
    case 'number':
    case 'size':
      return 'number'
    case 'picture':
      return 'name of an uploaded picture'
    case 'url':
      return 'web address'
    default:
      return name === 'version' ? 'number' : 'text'
  }
}

const { field: nameOf } = wordsOf('en-US')
/** What the pages call a field, where that is another word than its own. */
function calledOn(line: NamedResourceSpec, name: string): string {
  const called = nameOf(line.name, name)
  const plain = (text: string) => text.toLowerCase().replace(/[_\s]+/g, '')
  return [plain(name), plain(name.replace(/_ids?$/, ''))].includes(plain(called)) ? '' : `“${called}”, `
}

/** Lines of a help text: every field with what it takes. */
export const bodyFields = (line: NamedResourceSpec): string => {
  const shape = bodyShapeOf(line)
  const width = Math.max(...Object.keys(shape).map((n) => n.length))
  return Object.entries(shape)
    .map(([name, schema]) => {
      const empty = schema.safeParse(null).success ? ', or null' : ''
      const needed = schema.safeParse(undefined).success ? '' : `${empty}; needed`
      return `  ${name.padEnd(width)}  ${wrappedHelp(calledOn(line, name) + aboutField(name, line.fields[name]) + needed, width + 4)}`
    })
    .join('\n')
}

const listed = new Set(['words', 'list'])
const plain = new Set(['number', 'size', 'flag'])

/** A text stays a text whatever it looks like; the other kinds are JSON, and lists of words also words with commas between. */
function valueOf(f: Field | undefined, raw: string): unknown {
  const many = f !== undefined && (listed.has(f.kind) || (f.kind === 'ref' && f.many === true))
  if (f && !many && !plain.has(f.kind) && raw !== 'null') return raw
  try {
    return JSON.parse(raw) as unknown
  } catch {
    if (!many) return raw
    return raw
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  }
}

/**
 * A file may be what `get --json` printed: what the server says of a row and nobody writes is passed over there, and `version` of a new one.
 * @throws CliError usage on what is no field of it, or no object
 */
export function bodyOf(
  io: Io,
  line: NamedResourceSpec,
  { file, set }: BodyOptions,
  verb: 'create' | 'update',
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const written = [...Object.keys(bodyShapeOf(line)), ...(verb === 'update' ? ['version'] : [])]
  if (file !== undefined) {
    const read = readJsonFile(io, file)
    if (read === null || typeof read !== 'object' || Array.isArray(read))
      throw usageError(`${file} holds no JSON object, as {"${line.label}": "…"}.`)
    const said = Object.keys(bodyShapeOf(line, 'row')).filter((name) => !written.includes(name))
    for (const [name, value] of Object.entries(read)) if (!said.includes(name)) body[name] = value
  }
  for (const pair of set ?? []) {
    const at = pair.indexOf('=')
    if (at < 1) throw usageError(`--set takes field=value, not '${pair}'.`)
    const name = pair.slice(0, at)
    body[name] = valueOf(line.fields[name], pair.slice(at + 1))
  }
  const strange = Object.keys(body).filter((name) => !written.includes(name))
  if (strange.length)
    throw usageError(
      `${strange.join(', ')}: no field of a ${line.name} that can be written. There are ${written.join(', ')}.`,
    )
  return body
}
