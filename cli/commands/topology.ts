/** `range topology import|export|check`: drawings as files. A file is checked without a server; storing and packages ask one. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Api } from '#src/contract/api.ts'
import type { Answer } from '#src/contract/lib/route.ts'
import { check } from '#src/contract/topology/check.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Finding } from '#src/contract/topology/finding.ts'
import { readTopology } from '#src/contract/topology/import/read.ts'
import { type ImportReport, Refusal } from '#src/contract/topology/import/report.ts'
import { type ExportFormat, exportFormats, topologyLimits } from '#src/contract/topology/topology.ts'
import { type Connection, connect, type Io } from '../context.ts'
import { CliError, exits, usage } from '../errors.ts'
import { writeFile } from '../files.ts'
import type { Outcome } from '../output.ts'
import type { Register } from '../program.ts'

type FileRead = Answer<Api, 'POST /topologies/read'>

function bytesOf(io: Io, file: string): Buffer {
  try {
    return readFileSync(path.resolve(io.cwd, file))
  } catch (e) {
    throw new CliError('no_file', `${file} cannot be read: ${(e as NodeJS.ErrnoException).code}.`, exits.usage)
  }
}

const said = (params: Record<string, string | number> = {}): string =>
  Object.entries(params)
    .map(([k, v]) => `${k}=${v}`)
    .join(' ')
/** Names in place of ids: what people know the parts by. */
function placeOf(document: TopologyDocument, { at }: Finding): string {
  const node = document.nodes.find((n) => n.id === (at.node ?? at.id))
  const port = at.node === undefined ? undefined : node?.ports.find((p) => p.id === at.id)
  const network = at.kind === 'network' ? document.networks.find((n) => n.id === at.id) : undefined
  return [at.kind, node?.name ?? network?.name ?? at.id, port?.name, at.field].filter(Boolean).join(' ')
}
const findingRows = (document: TopologyDocument, findings: readonly Finding[]) =>
  findings.map((f) => [f.level, f.code, placeOf(document, f), said(f.params)])
const reportRows = (report: Pick<ImportReport, 'lines'>) =>
  report.lines.map((l) => [l.kind, l.code, l.place, said(l.params)])
const took = ({ taken }: Pick<ImportReport, 'taken'>): string =>
  `${taken.nodes} nodes, ${taken.links} links, ${taken.networks} networks, ${taken.drawings} notes and frames`
const columns = ['', 'what', 'where', 'with']

function checked(io: Io, file: string): Outcome {
  const bytes = bytesOf(io, file)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw usage(`${file} is a package: range topology import --dry-run ${file} asks a server to look into it.`)
  try {
    const { document, report } = readTopology(bytes, { name: file })
    const findings = check(document)
    const errors = findings.filter((f) => f.level === 'error').length
    return {
      data: { format: report.format, report, findings },
      table: { columns, rows: [...reportRows(report), ...findingRows(document, findings)] },
      notes: [`${report.format}: ${took(report)}; ${errors} errors, ${findings.length - errors} warnings`],
      exit: errors ? exits.failed : exits.ok,
    }
  } catch (e) {
    if (e instanceof Refusal)
      throw new CliError(
        'topology_refused',
        `${file} is refused: ${e.code} ${e.place} ${said(e.params)}`.trim(),
        exits.failed,
        {
          reason: e.code,
          place: e.place,
        },
      )
    throw e
  }
}

interface ImportOptions {
  api?: string
  name?: string
  dryRun?: boolean
  partly?: boolean
}
async function one(io: Io, at: Connection, file: string, o: ImportOptions) {
  const bytes = bytesOf(io, file)
  if (bytes.length > topologyLimits.file) throw usage(`${file} is larger than ${topologyLimits.file} bytes.`)
  const name = path.basename(file)
  const query = { name }
  const call = {
    key: 'POST /topologies/read',
    method: 'POST',
    path: '/topologies/read',
    query,
    body: new Uint8Array(bytes),
  } as const
  const read = (await at.send(call, { as: 'upload' })) as FileRead
  const lossy = read.report.lines.some((l) => l.kind === 'left_out')
  const keep = !o.dryRun && (!lossy || o.partly === true)
  const wanted = o.name ?? (read.report.name || name.replace(/\.[^.]*$/, ''))
  const body = {
    name: wanted.slice(0, topologyLimits.name.max),
    document: read.document,
    format: read.report.format,
    file: name,
  }
  const row = keep ? await at.client('POST /topologies/import', { body }) : undefined
  return { file, id: row?.id ?? null, name: row?.name ?? body.name, report: read.report, lossy }
}

async function imported(io: Io, files: readonly string[], o: ImportOptions): Promise<Outcome> {
  if (o.name !== undefined && files.length > 1) throw usage('--name names one topology; give one file with it.')
  const at = connect(io, o.api)
  const done: Awaited<ReturnType<typeof one>>[] = []
  const refused: { file: string; code: string; message: string; details: unknown }[] = []
  for (const file of files)
    try {
      done.push(await one(io, at, file, o))
    } catch (e) {
      if (!(e instanceof CliError) || e.exit === exits.unreachable || e.exit === exits.unauthenticated) throw e
      refused.push({ file, code: e.code, message: e.message, details: e.details })
    }
  const waiting = done.filter((d) => d.lossy && d.id === null && !o.dryRun)
  return {
    data: { imported: done, refused },
    table: {
      columns: ['file', 'id', 'name', 'format', 'taken', 'changed', 'left out'],
      rows: [
        ...done.map((d) => [
          d.file,
          d.id ?? '',
          d.name,
          d.report.format,
          took(d.report),
          d.report.lines.filter((l) => l.kind === 'changed').length,
          d.report.lines.filter((l) => l.kind === 'left_out').length,
        ]),
        ...refused.map((r) => [r.file, '', '', r.code, r.message.split('\n')[0], '', '']),
      ],
    },
    notes: waiting.length
      ? [
          `Not kept, because parts are left out: ${waiting.map((d) => d.file).join(', ')}. --partly keeps the rest; --json shows what.`,
        ]
      : [],
    exit: refused.length || waiting.length ? exits.failed : exits.ok,
  }
}

const endings: Record<ExportFormat, string> = {
  package: '.topology.zip',
  text: '.topology.yml',
  containerlab: '.clab.yml',
  mermaid: '.mmd',
}

/** Adds to the verbs every resource has. */
export const topologyFiles: Register = (parent, run, io) => {
  const topology = parent.commands.find((c) => c.name() === 'topology')
  if (!topology) throw new Error('the resource topology has no command')
  topology
    .command('check <file>')
    .description('read a file as a topology and say what is wrong with it, without a server')
    .action(run(async (file: string) => checked(io, file)))
  topology
    .command('import <files...>')
    .description('read files of any known format and keep them; one with parts left out only with --partly')
    .option('--name <name>', 'name of the topology; else as the file says')
    .option('--dry-run', 'show the reports and keep nothing')
    .option('--partly', 'keep also what is not whole')
    .option('--api <url>', 'address of the server')
    .action(run(async (files: string[], o: ImportOptions) => imported(io, files, o)))
  topology
    .command('export <id>')
    .description('write a topology as a file')
    .option('--format <format>', exportFormats.join(', '), 'package')
    .option('--out <file>', 'where to; else <id> and the format’s ending')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (id: string, o: { format: string; out?: string; api?: string }) => {
        const format = exportFormats.find((f) => f === o.format)
        if (!format) throw usage(`--format is '${o.format}'; it may be ${exportFormats.join(', ')}.`)
        const at = `/topologies/${encodeURIComponent(id)}/export`
        const key = 'GET /topologies/:id/export'
        const bytes = (await connect(io, o.api).send(
          { key, method: 'GET', path: at, query: { format } },
          { blob: true, as: 'upload' },
        )) as ArrayBuffer
        const file = writeFile(io, o.out ?? `${id}${endings[format]}`, new Uint8Array(bytes))
        return { data: { id, format, file, bytes: bytes.byteLength }, text: file }
      }),
    )
}
