/** Reads our own package (`package.schema.ts`): the manifest first, then every file it names, each held against its checksum. */
import { createHash } from 'node:crypto'
import { fieldProblems } from '#mock/http/request/fields.ts'
import type { Format } from './format.ts'
import { headText } from './format.ts'
import { fileProblem, type FoundRow, type Place, rowsWithFailure, Unreadable } from './found.ts'
import { PackageManifest, importPackageVersion } from './package.schema.ts'
import { exerciseRecord } from './question/exercise/package.ts'
import { jsonItems, parseJsonFile, surveyJson } from './read/items.ts'
import { numberedLines } from './read/text.ts'
import { recordToRow, rowResources } from './rows.ts'
import { readWhole, baseName, folderOf, head, type SourceFile } from './source.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

const manifestLimit = 2 ** 20
type Listed = PackageManifest['resources'][number]

async function manifestOf(source: SourceFile): Promise<PackageManifest> {
  const bytes = await readWhole(source, manifestLimit)
  if (!bytes) throw new Unreadable('file_too_large', { limit: manifestLimit })
  const value = parseJsonFile(bytes)
  const version = isRecord(value) ? value['version'] : undefined
  if (typeof version === 'number' && version !== importPackageVersion)
    throw new Unreadable('package_version', { version, limit: importPackageVersion })
  const parsed = PackageManifest.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = fieldProblems(parsed.error, value)
  throw new Unreadable('package_manifest', { path: first?.path ?? '', rule: first?.rule ?? 'type' })
}

/** The same file with its checksum taken while it is read; asked for after the end. */
function hashed(source: SourceFile): { source: SourceFile; sum(): string } {
  let hash = createHash('sha256')
  return {
    source: {
      ...source,
      async *open() {
        hash = createHash('sha256')
        for await (const chunk of source.open()) {
          hash.update(chunk)
          yield chunk
        }
      },
    },
    sum: () => hash.digest('hex'),
  }
}

/** One record per line, or all of them in one list. */
const isLines = async (source: SourceFile): Promise<boolean> => /^\ufeff?\s*\{/.test(headText(await head(source, 64)))

async function count(source: SourceFile, perLine: boolean): Promise<number> {
  if (!perLine) {
    const { top, lists } = await surveyJson(source)
    if (top !== 'list') throw new Unreadable('json_shape', { needs: '[' })
    return lists.get('') ?? 0
  }
  let found = 0
  for await (const { text, line } of numberedLines(source))
    if (text.trim()) found += oneLine(text, line) === undefined ? 0 : 1
  return found
}
function oneLine(text: string, line: number): unknown {
  try {
    return parseJsonFile(Buffer.from(text))
  } catch (error) {
    if (error instanceof Unreadable) throw new Unreadable(error.code, { ...error.params, line })
    throw error
  }
}

async function* records(
  source: SourceFile,
  perLine: boolean,
): AsyncGenerator<{ value: unknown; index: number; line: number }> {
  if (!perLine) return yield* jsonItems(source, (l) => l === '')
  let index = 0
  for await (const { text, line } of numberedLines(source))
    if (text.trim()) yield { value: oneLine(text, line), index: ++index, line }
}

const packageResources: readonly string[] = [...rowResources, 'exercise']
async function record(
  resource: string,
  place: Place,
  value: unknown,
  { source, beside }: { source: SourceFile; beside: readonly SourceFile[] },
): Promise<FoundRow> {
  return resource === 'exercise' ? exerciseRecord(source, beside, place, value) : recordToRow(resource, place, value)
}

async function* resourceFile(
  listed: Listed,
  source: SourceFile,
  beside: readonly SourceFile[],
): AsyncGenerator<FoundRow> {
  if (!packageResources.includes(listed.resource))
    throw new Unreadable('package_resource', { resource: listed.resource })
  const perLine = await isLines(source)
  const summed = hashed(source)
  const found = await count(summed.source, perLine)
  if (summed.sum() !== listed.sha256) throw new Unreadable('package_checksum')
  if (found !== listed.count) throw new Unreadable('package_count', { expected: listed.count, found })
  for await (const { value, index, line } of records(source, perLine))
    yield await record(listed.resource, { file: source.name, line, index }, value, { source, beside })
}

async function* attachment(
  { sha256, size }: PackageManifest['files'][number],
  source: SourceFile,
): AsyncGenerator<FoundRow> {
  const summed = hashed(source)
  if (source.size === size) for await (const _ of summed.source.open());
  if (source.size !== size || summed.sum() !== sha256) yield fileProblem(source.name, 'package_checksum')
}

export const rangePackage: Format = {
  id: 'package',
  resources: packageResources,
  sniff: (name, head) =>
    baseName(name) === 'manifest.json' && /"format"\s*:\s*"range-package"/.test(headText(head)) ? 1 : 0,
  async *read(source, beside) {
    const manifest = await manifestOf(source)
    const folder = folderOf(source.name)
    const here = new Map(beside.filter((s) => s.name.startsWith(folder) && s !== source).map((s) => [s.name, s]))
    const named = new Set<string>()
    for (const listed of [...manifest.files, ...manifest.resources]) {
      const name = folder + listed.file.normalize('NFC')
      const file = here.get(name)
      if (named.has(name)) yield fileProblem(name, 'package_manifest', { path: listed.file, rule: 'distinct' })
      else if (!file) yield fileProblem(name, 'package_missing')
      else
        yield* rowsWithFailure(
          name,
          'resource' in listed ? resourceFile(listed, file, beside) : attachment(listed, file),
        )
      named.add(name)
    }
    for (const name of here.keys()) if (!named.has(name)) yield fileProblem(name, 'package_unlisted')
  },
}
