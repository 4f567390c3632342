/** `range topology import|export|check`: drawings as files. A file is checked without a server; storing and packages ask one. */
import type { Audience } from '#src/contract/lib/crud.ts'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Option } from 'commander'
import type { Api } from '#src/contract/api.ts'
import type { Args } from '#src/contract/lib/route.ts'
import { check } from '#src/contract/topology/check.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Finding } from '#src/contract/topology/finding.ts'
import { readTopology } from '#src/contract/topology/import/read.ts'
import { type ImportReport, textPositionOf, TopologyFileRefusal } from '#src/contract/topology/import/report.ts'
import { type ExportFormat, exportFormats, topologyLimits } from '#src/contract/topology/topology.ts'
import { audienceOption, audienceTable, chosenOf, peopleOf } from '../audience.ts'
import { type Connection, connectToServer, type Io, toolEnv } from '../context.ts'
import { CliError, type Exit, exits, usageError } from '../errors.ts'
import { formatFor, outFile, readFileBytes, writeFile } from '../files.ts'
import type { CommandOutput } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { type Words, wordsOf } from '../words.ts'
import { isRecord, textOf } from '#src/contract/lib/typed.ts'

const said = (params: Record<string, string | number> = {}): string =>
  Object.entries(params)
    .map(([k, v]) => `${k}=${v}`)
    .join(' ')
/** Names in place of ids: what people know the parts by. */
function placeOf(document: TopologyDocument, { at }: Finding): string {
  const node = document.nodes.find((n) => n.id === (at.node ?? at.id))
  const port = at.node === undefined ? undefined : node?.ports.find((p) => p.id === at.id)
  const network = at.kind === 'network' ? document.networks.find((n) => n.id === at.id) : undefined
  const kind = at.kind === 'document' ? 'topology' : at.kind
  // the sentence says which of its fields
  return [kind, node?.name ?? network?.name ?? at.id, port?.name].filter(Boolean).join(' ')
}
const findingRows = (words: Words, document: TopologyDocument, findings: readonly Finding[]) =>
  findings.map((f) => [
    f.level,
    placeOf(document, f),
    words.drawing('finding', f.code, f.params) ?? `${f.code} ${said(f.params)}`,
  ])
const lineText = (words: Words, l: ImportReport['lines'][number]): string =>
  words.drawing(l.kind, l.code, l.params) ?? `${l.code.replaceAll('_', ' ')} ${said(l.params)}`.trimEnd()
const reportRows = (words: Words, report: Pick<ImportReport, 'lines'>) =>
  report.lines.map((l) => [l.kind.replaceAll('_', ' '), l.place, lineText(words, l)])
const wordOf = { left_out: 'left out', changed: 'changed' } as const
/** What was read otherwise than the file says, or not at all. */
const reportNotes = (
  words: Words,
  { file, report }: { file: string; report: Pick<ImportReport, 'lines' | 'more'> },
): string[] => [
  ...(['left_out', 'changed'] as const).flatMap((kind) => {
    const of = report.lines.filter((l) => l.kind === kind)
    return of.length
      ? [`${file}, ${wordOf[kind]}:`, ...of.map((l) => `  ${l.place ? `${l.place}: ` : ''}${lineText(words, l)}`)]
      : []
  }),
  ...(report.more ? [`  … and ${report.more} more`] : []),
]
const took = ({ taken }: Pick<ImportReport, 'taken'>): string =>
  [
    many(taken.nodes, 'node'),
    many(taken.links, 'link'),
    many(taken.networks, 'network'),
    `${taken.drawings} notes and frames`,
  ].join(', ')
const many = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`
const columns = ['', 'where', 'what']
const lines = ['what']

interface Refused {
  code: string
  place: string
  params?: Record<string, unknown>
}
const spoken = (words: Words, place: string): string => {
  const at = textPositionOf(place)
  return at ? (words.line(at) ?? place) : place
}
const refusedText = (words: Words, file: string, { code, place, params }: Refused): string =>
  `${file} ${words.refused(code, params) ?? code.replaceAll('_', ' ')}${place && place !== code ? ` (${spoken(words, place)})` : ''}`

function checked(io: Io, file: string, strict: boolean): CommandOutput {
  const words = wordsOf(toolEnv(io).language)
  const bytes = readFileBytes(io, file)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw usageError(`${file} is a package: range topology import --dry-run ${file} asks a server to check it.`)
  try {
    const { document, report } = readTopology(bytes, { name: file })
    const findings = check(document)
    const errors = findings.filter((f) => f.level === 'error').length
    const lost = report.lines.filter((l) => l.kind === 'left_out').length
    return {
      data: { format: report.format, report, findings },
      table: { columns, rows: [...reportRows(words, report), ...findingRows(words, document, findings)], lines },
      notes: [
        `${report.format}: ${took(report)}; ${many(errors, 'error')}, ${many(findings.length - errors, 'warning')}, ${lost} left out`,
        ...(document.nodes.length + document.networks.length
          ? []
          : ['It is empty: there is no node and no network in it.']),
      ],
      exit: errors || (strict && findings.length) ? exits.failed : lost ? exits.leftOut : exits.ok,
    }
  } catch (e) {
    if (e instanceof TopologyFileRefusal)
      throw new CliError('topology_refused', refusedText(words, file, e), exits.failed, {
        reason: e.code,
        place: e.place,
      })
    throw e
  }
}

/** What to do with a file whose name another topology has. */
const onDuplicate = ['refuse', 'skip', 'overwrite', 'copy'] as const

/** What the server says of a file it does not read is said as `check` says it. */
const whyOf = (words: Words, file: string, { message, details }: CliError): string => {
  const { reason, place = '', ...params } = isRecord(details) ? details : {}
  return typeof reason === 'string'
    ? refusedText(words, file, { code: reason, place: textOf(place), params })
    : `${file}: ${message}`
}

interface ImportOptions {
  api?: string
  onDuplicate: (typeof onDuplicate)[number]
  name?: string
  dryRun?: boolean
  partly?: boolean
  audience?: string[]
}
async function one(io: Io, at: Connection, file: string, o: ImportOptions, audience: Audience | undefined) {
  const bytes = readFileBytes(io, file)
  if (bytes.length > topologyLimits.file) throw usageError(`${file} is larger than ${topologyLimits.file} bytes.`)
  const name = path.basename(file)
  const read = await at.upload('POST /topologies/read', { query: { name }, body: new Uint8Array(bytes) })
  const lossy = read.report.lines.some((l) => l.kind === 'left_out')
  const keep = !o.dryRun && (!lossy || o.partly === true)
  const wanted = o.name ?? (read.report.name || name.replace(/\.[^.]*$/, ''))
  const body = {
    name: wanted.slice(0, topologyLimits.name.max),
    document: read.document,
    format: read.report.format,
    file: name,
  }
  const kept = keep ? await keptAs(at, body, o.onDuplicate) : undefined
  const made = kept?.done === 'added' || kept?.done === 'copied'
  if (kept && made && audience) await seenBy(at, kept.id, audience)
  return {
    file,
    id: kept?.id ?? null,
    name: kept?.name ?? body.name,
    done: kept?.done ?? null,
    // one that stood keeps its own
    audience: made ? (audience ?? nobody) : null,
    report: read.report,
    lossy,
  }
}

type Body = Args<Api, 'POST /topologies/import'>['body']
interface Kept {
  id: string
  name: string
  done: 'added' | 'skipped' | 'overwritten' | 'copied'
}

async function keptAs(at: Connection, body: Body, onTaken: ImportOptions['onDuplicate']): Promise<Kept> {
  const added = async (name: string, done: Kept['done']): Promise<Kept> => {
    const row = await at.client('POST /topologies/import', { body: { ...body, name } })
    return { id: row.id, name: row.name, done }
  }
  const taken = (e: unknown): boolean => e instanceof CliError && e.code === 'name_taken'
  try {
    return await added(body.name, 'added')
  } catch (e) {
    if (!(e instanceof CliError) || !taken(e)) throw e
    if (onTaken === 'refuse')
      throw new CliError(
        e.code,
        `${e.message}\nThere is a topology “${body.name}” already: --on-duplicate skip, overwrite or copy.`,
        e.exit,
        e.details,
      )
  }
  if (onTaken === 'copy')
    for (let n = 2; ; n++) {
      const end = ` (${n})`
      try {
        return await added(body.name.slice(0, topologyLimits.name.max - end.length) + end, 'copied')
      } catch (e) {
        if (!taken(e) || n > mostCopies) throw e
      }
    }
  const { items } = await at.client('GET /topologies', { query: { q: body.name, page_size: 200 } })
  const same = (a: string) => a.normalize('NFKC').toLowerCase()
  const there = items.find((t) => t.name === body.name) ?? items.find((t) => same(t.name) === same(body.name))
  if (!there)
    throw new CliError('name_taken', `“${body.name}” is the name of a topology you may not see.`, exits.conflict)
  if (onTaken === 'overwrite') await overwrite(at, there.id, body)
  return { id: there.id, name: there.name, done: onTaken === 'overwrite' ? 'overwritten' : 'skipped' }
}
const mostCopies = 200

/** Puts the drawing in the place of the one there is, as an editor would: nobody else's open edit is written over. */
async function overwrite(at: Connection, id: string, { document }: Body): Promise<void> {
  const tab = `range-${randomUUID()}`
  await at.client('POST /topologies/:id/lock', { params: { id }, body: { tab } })
  try {
    const { version } = await at.client('GET /topologies/:id/document', { params: { id } })
    await at.client('PUT /topologies/:id/document', { params: { id }, body: { version, tab, document, text: '' } })
  } finally {
    await at.client('POST /topologies/:id/lock/release', { params: { id }, body: { tab } })
  }
}

const nobody: Audience = { all: false, orgs: [], roles: [], teams: [], users: [] }
async function seenBy({ client }: Connection, id: string, audience: Audience): Promise<void> {
  const { version } = await client('GET /topologies/:id/audience', { params: { id } })
  await client('PUT /topologies/:id/audience', { params: { id }, body: { ...audience, version } })
}
/** What nobody chose people for is its keepers' alone: said, with the way to change it. */
const hiddenNote = (d: { id: string | null; name: string; audience: Audience | null }): string[] =>
  d.id !== null && d.audience && !audienceTable(d.audience).rows.length
    ? [`${d.name}: visible only to those who manage topologies. Change it: range topology audience ${d.id} everybody`]
    : []

async function imported(io: Io, files: readonly string[], o: ImportOptions): Promise<CommandOutput> {
  if (o.name !== undefined && files.length > 1) throw usageError('--name names one topology; give one file with it.')
  const people = o.audience && peopleOf(o.audience)
  const at = connectToServer(io, o.api)
  const audience = people && (await chosenOf(at, people))
  const done: Awaited<ReturnType<typeof one>>[] = []
  const refused: { file: string; code: string; message: string; details: unknown }[] = []
  const exitsOfRefused = new Set<Exit>()
  for (const file of files)
    try {
      done.push(await one(io, at, file, o, audience))
    } catch (e) {
      if (!(e instanceof CliError) || e.exit === exits.unreachable || e.exit === exits.unauthenticated) throw e
      exitsOfRefused.add(e.exit)
      refused.push({ file, code: e.code, message: whyOf(at.words, file, e), details: e.details })
    }
  const lossy = done.filter((d) => d.lossy && o.partly !== true)
  return {
    data: { imported: done, refused },
    table: {
      columns: ['id', 'file', 'name', 'done', 'format', 'taken', 'changed', 'left out'],
      ends: ['file'],
      rows: [
        ...done.map((d) => [
          d.id ?? '',
          d.file,
          d.name,
          d.done ?? '',
          d.report.format,
          took(d.report),
          d.report.lines.filter((l) => l.kind === 'changed').length,
          d.report.lines.filter((l) => l.kind === 'left_out').length,
        ]),
        ...refused.map((r) => ['', r.file, '', r.code.replaceAll('_', ' '), '', '', '', '']),
      ],
    },
    notes: [
      // every file with its whole reason: a table would cut it
      ...refused.map((r) => r.message),
      ...done.flatMap(hiddenNote),
      ...(o.dryRun ? [] : lossy).map(
        (d) => `${d.file} is not kept, because parts are left out; --partly keeps the rest.`,
      ),
      ...done.flatMap((d) => reportNotes(at.words, d)),
    ],
    exit: refused.length ? alike(exitsOfRefused) : lossy.length ? exits.leftOut : exits.ok,
  }
}

/** What all of them end with, or that something failed. */
const alike = (all: ReadonlySet<Exit>): Exit => {
  const [one = exits.failed, ...others] = all
  return others.length ? exits.failed : one
}

const nameOf = async ({ client }: Connection, id: string): Promise<string> =>
  (await client('GET /topologies/:id', { params: { id } })).name
/** A name as every system takes it for a file. */
const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|-+$/g, '') || 'topology'
const endings: Record<ExportFormat, string> = {
  package: '.topology.zip',
  text: '.topology.yml',
  containerlab: '.clab.yml',
  mermaid: '.mmd',
}
/** What else files of a format are called. */
const alsoEnds: Record<ExportFormat, readonly string[]> = {
  package: ['zip'],
  text: ['yml', 'yaml', 'topology.yaml'],
  containerlab: ['yml', 'yaml', 'clab.yaml'],
  mermaid: [],
}

/** Adds to the verbs every resource has. */
export const topologyCommands: RegisterCommand = (parent, run, io) => {
  const topology = parent.commands.find((c) => c.name() === 'topology')
  if (!topology) throw new Error('the resource topology has no command')
  topology
    .command('check <file>')
    .description('read a file as a topology and say what is wrong with it, without a server')
    .option('--strict', 'warnings count as errors')
    .addHelpText(
      'after',
      '\nEnds with 1 when there are errors, else with 9 when parts are left out because\nnothing here stands for them, else with 0.',
    )
    .action(run(async (file: string, o: { strict?: true }) => checked(io, file, o.strict === true)))
  topology
    .command('import <files...>')
    .description('import files of any known format; those with parts left out only with --partly')
    .option('--name <name>', 'name of the topology; default: as the file says')
    .option('--dry-run', 'show the reports and keep nothing')
    .option('--partly', 'import files of which parts are left out, too')
    .addOption(
      new Option('--on-duplicate <what>', 'with a file whose name another topology has')
        .choices(onDuplicate)
        .default('refuse'),
    )
    .addOption(audienceOption('who sees them'))
    .option('--api <url>', 'address of the server')
    .addHelpText(
      'after',
      '\nEnds with 1 when a file is refused (5 when it is not there, 6 when its name is\ntaken), else with 9 when one is not kept because parts would be left out, as a\ndry run says it too; with --partly, and else, with 0.',
    )
    .action(run(async (files: string[], o: ImportOptions) => imported(io, files, o)))
  topology
    .command('export <id>')
    .description('write a topology as a file')
    .addOption(new Option('--format <format>', 'else as --out ends, or package').choices(exportFormats))
    .option('--out <file>', 'where to; default: the topology’s name and the format’s ending')
    .option('--force', 'overwrite an existing file')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (id: string, o: { format?: ExportFormat; out?: string; force?: true; api?: string }) => {
        const { force } = o
        const format = formatFor(
          o.format,
          o.out,
          exportFormats.map((f) => [f, [endings[f].slice(1), ...alsoEnds[f]]]),
        )
        const named = o.out === undefined ? undefined : outFile(io, o.out, force)
        const at = `/topologies/${encodeURIComponent(id)}/export`
        const key = 'GET /topologies/:id/export'
        const server = connectToServer(io, o.api)
        const bytes = await server.bytes({ key, method: 'GET', path: at, query: { format } }, { as: 'upload' })
        const to = named ?? outFile(io, `${fileName(await nameOf(server, id))}${endings[format]}`, force)
        const file = writeFile(io, to, bytes)
        return { data: { id, format, file, bytes: bytes.byteLength }, text: file }
      }),
    )
}
