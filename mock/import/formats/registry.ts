/** Every format there is, and which file is which. Server and CLI read files through this and nothing else. */
import { notWrittenFile } from '#src/contract/bank/notWritten.ts'
import { betweenTables } from '#src/contract/import/reading.ts'
import { listsPeople } from '#src/contract/system/userImport.ts'
import { cut } from '#src/contract/lib/text.ts'
import { foreignKind, isBeside, isGalaxy, isTopology } from './elsewhere.ts'
import { headSize, headText, type Format } from './format.ts'
import { fileProblem, type FileProblem, type FoundRow, problemOfFile, rowsWithFailure } from './found.ts'
import { ghdbDorks } from './ghdb-dorks.ts'
import { ghdbJson } from './ghdb-json.ts'
import { ghdbXml } from './ghdb-xml.ts'
import { lolbasYaml } from './lolbas-yaml.ts'
import { mispGalaxyTools } from './misp-galaxy-tools.ts'
import { rangePackage } from './package.ts'
import {
  exerciseImportFormats,
  isChallengeFormat,
  isQuestionFormat,
  questionImportFormats,
  questionRoot,
} from './question/formats.ts'
import { meantText, nearest } from './headings.ts'
import { firstRow } from './read/csv.ts'
import { rawsecTools } from './rawsec-tools.ts'
import { folderOf, head, type SourceFile } from './source.ts'
import { ghdbCsv, toolsCsv } from './table-csv.ts'

export const formats: readonly Format[] = [
  rangePackage,
  ghdbJson,
  ghdbDorks,
  ghdbXml,
  ghdbCsv,
  rawsecTools,
  lolbasYaml,
  mispGalaxyTools,
  toolsCsv,
  ...questionImportFormats,
]

/** What is looked for at the desk of exercises: our package, our table, and the open questions of other files. */
export const formatsOfExercises: readonly Format[] = [rangePackage, ...exerciseImportFormats]

export interface Detected {
  source: SourceFile
  /** Null when nobody knows it, and for parts of a package, which its manifest answers for. */
  format: Format | null
  /** 0 to 1. */
  confidence: number
  /** Name of the manifest whose package the file belongs to. */
  part?: string
  /** The file's beginning could not be read at all. */
  problem?: FileProblem
}

const enough = 0.5
const isNotWritten = (name: string): boolean => name === notWrittenFile || name.endsWith(`/${notWrittenFile}`)

/** In the order given. What belongs to a package is not looked at on its own. */
export async function detect(sources: readonly SourceFile[], among: readonly Format[] = formats): Promise<Detected[]> {
  const out: Detected[] = []
  // what our own export could not write is told to people
  for (const source of sources) if (!isNotWritten(source.name)) out.push(await sniff(source, among))
  const packages = new Map(out.filter((d) => d.format === rangePackage).map((d) => [folderOf(d.source.name), d]))
  const beside = new Map(
    out.flatMap((d) => (isQuestionFormat(d.format) ? [[questionRoot(d.source.name, d.format.id), d] as const] : [])),
  )
  const challenges = new Map(
    out.flatMap((d) => (isChallengeFormat(d.format) ? [[questionRoot(d.source.name, d.format.id), d] as const] : [])),
  )
  /** The challenge that a file is an attachment of, whatever the file looks like. */
  const attachedTo = ({ source }: Detected): Detected | undefined => {
    const folder = /^((?:[^/]+\/)*?)(?:files|dist|uploads)\//.exec(source.name)?.[1]
    return folder === undefined ? undefined : challenges.get(folder)
  }
  return out.map((d) => {
    // pictures, sources and papers that lie with questions are no files of their own
    const owner =
      outermost(d.source.name, packages) ??
      attachedTo(d) ??
      (d.format || d.problem ? undefined : outermost(d.source.name, beside))
    return !owner || owner === d ? d : { source: d.source, format: null, confidence: 0, part: owner.source.name }
  })
}

/** One package may lie in another, as files of it. */
function outermost(name: string, packages: ReadonlyMap<string, Detected>): Detected | undefined {
  for (let end = -1; ; ) {
    const owner = packages.get(name.slice(0, end + 1))
    if (owner) return owner
    end = name.indexOf('/', end + 1)
    if (end < 0) return undefined
  }
}

async function sniff(source: SourceFile, among: readonly Format[]): Promise<Detected> {
  let begins: Uint8Array
  try {
    begins = await head(source, headSize)
  } catch (error) {
    const problem = problemOfFile(source.name, error)
    if (!problem) throw error
    return { source, format: null, confidence: 0, problem }
  }
  let best: Detected = { source, format: null, confidence: 0 }
  for (const format of among) {
    const confidence = format.sniff(source.name, begins)
    if (confidence >= enough && confidence > best.confidence) best = { source, format, confidence }
  }
  return best
}

/**
 * Everything found in one detected file; of a package all its files come with the manifest. A file of no format says what it is or
 * what it lacks, a
 * part of a package nothing.
 * @param sources all files of the archive
 * @param tables formats whose headings a table that is none of them is told of
 */
export async function* readFound(
  { source, format, part, problem }: Detected,
  sources: readonly SourceFile[],
  tables: readonly Format[] = formats,
): AsyncGenerator<FoundRow, void, undefined> {
  if (problem) yield problem
  else if (format) yield* rowsWithFailure(source.name, format.read(source, sources))
  else if (part === undefined) yield await unknown(source, tables)
}

/** What a file of no format is, as far as anybody can tell, and what a table would have to have. */
async function unknown(source: SourceFile, formats: readonly Format[]): Promise<FileProblem> {
  const begins = await head(source, headSize)
  if (isBeside(source.name)) return fileProblem(source.name, 'left_aside')
  if (isGalaxy(begins)) return fileProblem(source.name, 'galaxy_only')
  const kind = foreignKind(source.name, begins)
  if (kind === 'STIX') return fileProblem(source.name, 'stix')
  if (kind !== undefined) return fileProblem(source.name, 'format_elsewhere', { kind })
  if (isTopology(source.name, begins)) return fileProblem(source.name, 'holds_topology')
  const found = /\.csv$/i.test(source.name) ? firstRow(headText(begins)) : []
  if (!found.length) return fileProblem(source.name, 'format_unknown')
  if (listsPeople(found)) return fileProblem(source.name, 'holds_users')
  const shown = found.slice(0, 12).map((c) => cut(c.trim().replace(/\s+/g, ' '), 40))
  const tables = formats.flatMap(({ headings = [] }) => (headings.length ? [headings.join(', ')] : []))
  if (!tables.length) return fileProblem(source.name, 'format_unknown')
  const words = formats.flatMap(({ headings = [] }) => headings).filter((h) => !found.includes(h))
  const meant = meantText(
    shown.map((heading) => ({
      heading,
      meant: nearest(
        heading,
        words.map((word) => [word, word]),
      ),
    })),
  )
  return fileProblem(source.name, 'headings_unknown', {
    found: `${shown.join(', ')}${found.length > shown.length ? ' …' : ''}`,
    expected: [...new Set(tables)].join(betweenTables),
    ...(meant ? { meant } : {}),
  })
}
