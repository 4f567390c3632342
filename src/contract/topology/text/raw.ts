/** A thing of the text before it is anything of the drawing: its parts, its name and the id it says. */
import type { Node as Part } from 'yaml'
import { documentLimits as most, type TopologyDocument } from '../document.ts'
import { type Cursor, fields, type Span, textAt, type TextError } from './cursor.ts'
import type { ExternalNames } from './value.ts'

export interface ReadOptions {
  before?: TopologyDocument | undefined
  names?: ExternalNames | undefined
  /** Told of images, devices and services that are not here; without it they are errors. */
  missing?: (code: TextError['code'], name: string, node: string, line: number) => void
}

/** What everything that is read shares: where it is in the text, and where each part of the drawing stands there. */
export interface Reading {
  cursor: Cursor
  parts: Map<string, Part>
  /** Something is still called by the name it had before. */
  renamed: boolean
}

export const spanOf = ({ cursor, parts }: Reading, key: string, field: string | undefined): Span | undefined => {
  const part = (field === undefined ? undefined : parts.get(`${key} ${field}`)) ?? parts.get(key)
  return part ? cursor.span(part) : undefined
}

/** Characters of what a text says; what the drawing bounds itself is in `documentLimits`. */
export const longest = {
  path: 1024,
  value: 128,
  label: 120,
  drawing: 2000,
  mac: 17,
  address: 64,
  mode: 4,
  id: 64,
}

export interface Raw {
  part: Part
  parts: { [key: string]: Part | undefined }
  id: string | undefined
  name: string
}
export function readRaw(cursor: Cursor, part: Part, keys: readonly string[]): Raw {
  const parts: Raw['parts'] = fields(cursor, part, keys, ['name'])
  return {
    part,
    parts,
    id: parts['id'] && textAt(cursor, parts['id'], longest.id),
    name: parts['name'] ? textAt(cursor, parts['name'], most.name) : '',
  }
}

/** Remembers where a thing and its fields stand. */
export function recordPositions(
  { parts }: Reading,
  key: string,
  { part, parts: of }: Pick<Raw, 'part' | 'parts'>,
  renamed: Record<string, string> = {},
): void {
  parts.set(key, part)
  for (const [name, p] of Object.entries(of)) if (p) parts.set(`${key} ${renamed[name] ?? name}`, p)
}
