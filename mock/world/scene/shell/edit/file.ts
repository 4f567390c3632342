/** The file of an editor: how it is read and written on the disk of its node, with the rights of whoever runs the editor. */
import { FileError } from '../disk.ts'
import type { Cmd } from '../program.ts'
import { at } from '../commands/files.ts'
import { type TextBuffer, textBuffer } from './buffer.ts'

export type EditFileErrorCode = FileError['code'] | 'CHARSET'
export interface DocOptions {
  /** Behind the last line stands an empty one where more can be typed; it is not written. */
  room?: boolean
}
export interface EditedFile extends DocOptions {
  /** As it was given; empty: it has none yet. */
  name: string
  buffer: TextBuffer
  /** There is no such file yet. */
  fresh: boolean
  writable: boolean
  /** Why it could not be read. */
  problem?: EditFileErrorCode
  /** Bytes that are no UTF-8 are kept as they are. */
  encoding: 'utf8' | 'latin1'
  ending: '\n' | '\r\n'
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function decoded(body: Uint8Array): Pick<EditedFile, 'encoding'> & { text: string } {
  try {
    return { text: strict.decode(body), encoding: 'utf8' }
  } catch {
    return { text: Buffer.from(body).toString('latin1'), encoding: 'latin1' }
  }
}

export function openDoc(c: Pick<Cmd, 'shell'>, name: string, { room = false }: DocOptions = {}): EditedFile {
  const { disk, user } = c.shell
  const file = at(c, name)
  const empty = {
    name,
    room,
    buffer: textBuffer([]),
    fresh: true,
    writable: true,
    encoding: 'utf8',
    ending: '\n',
  } as const
  if (name === '') return { ...empty }
  try {
    const { text, encoding } = decoded(disk.read(file, user))
    const lines = text.split('\n')
    if (lines.at(-1) === '') lines.pop()
    const dos = lines.length > 0 && lines.every((l) => l.endsWith('\r'))
    const own = [...lines.map((l) => (dos ? l.slice(0, -1) : l)), ...(room ? [''] : [])]
    return {
      ...empty,
      buffer: textBuffer(own),
      fresh: false,
      writable: disk.writable(file, user),
      encoding,
      ending: dos ? '\r\n' : '\n',
    }
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    return e.code === 'ENOENT' ? { ...empty } : { ...empty, problem: e.code, fresh: false, writable: false }
  }
}

/** @returns what was written, or why nothing was */
export function saveDoc(
  c: Pick<Cmd, 'shell'>,
  doc: EditedFile,
  name: string,
  [from, to] = [0, doc.buffer.lines.length],
): { lines: number; bytes: number } | EditFileErrorCode {
  const { disk, user } = c.shell
  const given = doc.buffer.lines.slice(from, to)
  const lines = given.at(-1) === '' && (doc.room || given.length === 1) ? given.slice(0, -1) : given
  const text = lines.map((l) => l + doc.ending).join('')
  const body = Buffer.from(text, doc.encoding)
  if (body.toString(doc.encoding) !== text) return 'CHARSET'
  try {
    disk.write(at(c, name), new Uint8Array(body), user)
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    return e.code
  }
  return { lines: lines.length, bytes: body.length }
}
