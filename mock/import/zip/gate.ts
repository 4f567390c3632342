/** What one record of the list of entries may say, and all of them together. Nothing of the data has been read at this point. */
import type { Entry as Record } from 'yauzl'
import { type CodePage, codePageOf, decodeName, type RawName } from './decode.ts'
import type { ZipLimits } from './limits.ts'
import { isClutter, ZipEntryNames, safePath } from './names.ts'
import { type ZipCode, ZipProblem, printableName } from './problem.ts'

export interface Accepted {
  /** NFC, `/` between parts, no leading `./`. */
  name: string
  raw: Buffer
  size: number
  packed: number
  deflated: boolean
  crc: number
  headerAt: number
  /** Folders and what systems leave behind are checked like everything else and not handed out. */
  hidden: boolean
}

const kindOf = (mode: number) => mode & 0o170000
const regular = 0o100000
const folderKind = 0o040000
const link = 0o120000
/** Of the low half of the external attributes, as DOS and Windows set them. */
const dos = { device: 0x40, reparse: 0x400 }
/** Flag bits: encrypted, strong encryption, masked header. */
const secret = 0x0001 | 0x0040 | 0x2000
const flagUtf8 = 0x0800

const nameOf = (r: Record): RawName => ({
  raw: r.fileNameRaw,
  saysUtf8: (r.generalPurposeBitFlag & flagUtf8) !== 0,
  extra: r.extraFields,
})

export class ZipEntryGate {
  readonly #limits: ZipLimits
  readonly #packedAll: number
  readonly #names = new ZipEntryNames()
  #total = 0

  /** Of names that say nothing of theirs; undefined where none needs one. */
  readonly page: CodePage | undefined

  /** @param records all of the archive: together they tell how their names are to be read */
  constructor(limits: ZipLimits, fileSize: number, records: readonly Record[]) {
    this.#limits = limits
    this.#packedAll = fileSize
    this.page = codePageOf(records.map(nameOf))
  }

  /** Throws at the first thing that is wrong with the record. */
  accept(r: Record): Accepted {
    const limits = this.#limits
    const name = decodeName(nameOf(r), this.page)
    if (name === undefined)
      throw new ZipProblem('zip_name_encoding', { entry: printableName(r.fileNameRaw.toString('latin1')) })
    const fail = (code: ZipCode, limit?: number): never => {
      throw new ZipProblem(code, { entry: printableName(name), ...(limit === undefined ? {} : { limit }) })
    }
    const path = safePath(name, limits)
    const folder = name.endsWith('/')
    if (path) this.#names.add(path, folder, name)

    const kind = kindOf(r.externalFileAttributes >>> 16)
    if (kind === link || r.externalFileAttributes & dos.reparse) fail('zip_symlink')
    if (kind !== 0 && kind !== (folder ? folderKind : regular)) fail('zip_special')
    if (r.externalFileAttributes & dos.device) fail('zip_special')
    if (r.generalPurposeBitFlag & secret || r.compressionMethod === 99) fail('zip_encrypted')
    if (r.compressionMethod !== 0 && r.compressionMethod !== 8) fail('zip_method')
    // two such fields, and which of them counts depends on the reader
    if (r.extraFields.filter((f) => f.id === 0x0001).length > 1) fail('zip_header')
    const { uncompressedSize: size, compressedSize: packed } = r
    if (r.compressionMethod === 0 && size !== packed) fail('zip_size')
    if (folder && size !== 0) fail('zip_special')
    if (!limits.nested && /\.zip$/i.test(path)) fail('zip_nested')

    if (size > limits.entry) fail('zip_entry_size', limits.entry)
    if (size > limits.ratioFrom.entry && size > packed * limits.ratio) fail('zip_ratio', limits.ratio)
    this.#total += size
    if (this.#total > limits.total) throw new ZipProblem('zip_total', { limit: limits.total })
    if (this.#total > limits.ratioFrom.total && this.#total > this.#packedAll * limits.ratio)
      throw new ZipProblem('zip_ratio', { limit: limits.ratio })
    return {
      name: path,
      // a copy: the record's own buffer holds the comment and the extra fields as well
      raw: Buffer.from(r.fileNameRaw),
      size,
      packed,
      deflated: r.compressionMethod === 8,
      crc: r.crc32,
      headerAt: r.relativeOffsetOfLocalHeader,
      hidden: folder || isClutter(path),
    }
  }
}
