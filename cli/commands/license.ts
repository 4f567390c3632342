/** `range license`: a licence looked at offline, and the licence of an installation. */
import type { LicenceOverview } from '#src/contract/license/routes.ts'
import { type Edition, editions } from '#src/contract/license/licence.ts'
import { connectToServer, type Io, toolEnv } from '../context.ts'
import { exits, usageError } from '../errors.ts'
import { readTextFile } from '../files.ts'
import { facts, inspect } from '../license/inspect.ts'
import { displayWidthOf, type CommandOutput } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { wordsOf } from '../words.ts'

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => displayWidthOf(name)))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function inspected(io: Io, file: string, o: { serial?: string; at?: string; confirmation?: string }): CommandOutput {
  const now = o.at === undefined ? new Date() : new Date(o.at)
  if (Number.isNaN(now.getTime()))
    throw usageError(`${o.at} is not a date. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`)
  const data = inspect(readTextFile(io, file), { now, serial: o.serial, confirmation: o.confirmation })
  const words = wordsOf(toolEnv(io).language)
  const said = data.findings.map((f) => `${words.problem(f.code, f.details)} (${f.code})`)
  const exit = data.findings.length ? exits.failed : exits.ok
  if (!data.licence || !data.turns || !data.standing) return { data, text: ['Not genuine.', ...said].join('\n'), exit }
  const { warns, stops, closes } = data.turns
  const rows: [string, string][] = [
    ['signature', `genuine, by the key ${data.key}`],
    ...facts(data.licence),
    ['stands', data.standing.at],
    ['reminder', warns],
    ['read-only', stops],
    ['closed', `${closes}, with the usual days of grace`],
  ]
  const development =
    data.key === 'development' ? ['Production servers refuse it: it comes from the development issuer.'] : []
  return { data, text: [table(rows), ...development, ...said].join('\n'), exit }
}

function shown(data: LicenceOverview): CommandOutput {
  const { licence, standing, confirmation, request, used, version } = data
  const rows: [string, string][] = [
    ['stands', standing.until ? `${standing.at} until ${standing.until}` : standing.at],
    ...(licence ? facts(licence) : ([['serial number', data.serial]] as [string, string][])),
    ['open', standing.open.join(' ') || 'none'],
    ...Object.entries(used).map(([name, n]): [string, string] => [`${name} now`, String(n)]),
    ['product', version],
    ...(confirmation ? ([['confirmation', confirmation]] as [string, string][]) : []),
    ...(request ? ([['request', request.code]] as [string, string][]) : []),
  ]
  return { data, text: table(rows) }
}

export const licenses: RegisterCommand = (parent, run, io) => {
  const license = parent.command('license').description('the licence: inspect a file, request, activate, status')
  license
    .command('inspect <file>')
    .description(
      'verify a licence file or an activation code without a server and show what it says; - is standard input',
    )
    .option('--serial <number>', 'also: is it for the installation with this serial number')
    .option('--at <time>', 'its status at this time instead of now')
    .option('--confirmation <code>', 'also: does this confirmation code prove that it was activated')
    .action(run(async (file: string, o: Parameters<typeof inspected>[2]) => inspected(io, file, o)))
  license
    .command('request')
    .description('make a request code to read to the issuer')
    .requiredOption('--edition <edition>', editions.join(', '))
    .option('--api <url>', 'address of the server')
    .action(
      run(async (o: { edition: string; api?: string }) => {
        const edition = editions.find((e): e is Edition => e === o.edition)
        if (!edition) throw usageError(`--edition is '${o.edition}'; it may be ${editions.join(', ')}.`)
        const data = await connectToServer(io, o.api).client('POST /license/request', { body: { edition } })
        return { data, text: data.code }
      }),
    )
  license
    .command('activate [file]')
    .description('activate a licence file, or with --code an activation code; shows what changes unless --apply')
    .option('--code <code>', 'an activation code instead of a file')
    .option('--apply', 'activate it')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (file: string | undefined, o: { code?: string; apply?: boolean; api?: string }) => {
        if ((file === undefined) === (o.code === undefined))
          throw usageError('Name a file, or give a code with --code.')
        const licence = o.code ?? readTextFile(io, file ?? '')
        const { client } = connectToServer(io, o.api)
        if (o.apply) return shown(await client('POST /license/activate', { body: { licence } }))
        const data = await client('POST /license/preview', { body: { licence } })
        const { opened, closed, limits } = data.changes
        const rows: [string, string][] = [
          ...facts(data.licence),
          ['opens', opened.join(' ') || 'nothing more'],
          ['closes', closed.join(' ') || 'nothing'],
          ...limits.map((c): [string, string] => [
            c.name.replace('_', ' '),
            `${c.before ?? 'no limit'} → ${c.after ?? 'no limit'}`,
          ]),
        ]
        return { data, text: `${table(rows)}\nNothing was changed; --apply activates it.` }
      }),
    )
  license
    .command('status')
    .description('the status of a server’s licence')
    .option('--api <url>', 'address of the server')
    .action(run(async (o: { api?: string }) => shown(await connectToServer(io, o.api).client('GET /license'))))
}
