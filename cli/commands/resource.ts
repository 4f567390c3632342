/** Verbs of every resource, made from the contract: `range tool list --q nmap`. */
import type { Audience } from '#src/contract/lib/crud.ts'
import { strFromU8, unzipSync } from 'fflate'
import { Argument, type Command, Option } from 'commander'
import { z } from 'zod'
import { api } from '#src/contract/api.ts'
import { countNotWritten, notWrittenFile } from '#src/contract/bank/notWritten.ts'
import { challengeFormats, exerciseFormats, questionFormats } from '#src/contract/bank/file.routes.ts'
import { shareLevels, shareScopes } from '#src/contract/lib/ownership.ts'
import { type Field, filterKind, type ResourceSpec, type NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import type { Method, Route } from '#src/contract/lib/route.ts'
import type { Problem, ProblemCode } from '#src/contract/problems.ts'
import { audienceTable, chosenOf, ofPeople, peopleHelp, peopleOf } from '../audience.ts'
import { offered } from '../completion/complete.ts'
import { type Connection, connectToServer } from '../context.ts'
import { CliError, exits, problemError, usageError } from '../errors.ts'
import { formatFor, outFile, writeFile } from '../files.ts'
import { groupOf, helpHeadings } from '../groups.ts'
import type { RegisterCommand } from '../program.ts'
import { sure, yesOption } from '../sure.ts'
import { wordsOf } from '../words.ts'
import { bodyFields, bodyOf, type BodyOptions, bodyShapeOf } from '../resource/body.ts'
import { outputTableOf } from '../resource/row.ts'
import { isOneOf, keysOf, present } from '#src/contract/lib/typed.ts'

/** What takes something from somebody: it is asked about. */
const taking = new Set([
  'remove',
  'disable',
  'fail',
  'release',
  'hand-over',
  'end',
  'finish',
  'withdraw',
  'hide',
  'archive',
])

type Values = Record<string, string | string[] | boolean | undefined> & { api?: string; format?: string }
type Shown = Record<string, unknown>
const dashed = (name: string) => name.replaceAll('_', '-')
const camel = (name: string) => dashed(name).replace(/-(\w)/g, (_, c: string) => c.toUpperCase())

/** What a list can be written as: a table of it, or what other systems read of a bank. */
function filesOf({ name, verbs }: NamedResourceSpec): { path: string; formats: readonly string[] } | undefined {
  if (name === 'theory-question') return { path: '/file', formats: questionFormats }
  if (name === 'exercise') return { path: '/file', formats: exerciseFormats }
  if (name === 'flag-challenge') return { path: '/file', formats: challengeFormats }
  return verbs.includes('export') ? { path: '/export', formats: ['csv', 'xlsx'] } : undefined
}

/** How a file of a format ends. */
const endings: Record<string, string> = { 'moodle-xml': 'xml', table: 'csv', package: 'zip', ctfcli: 'zip' }
const byEnding = 'what to write; default: by the ending of the file'
const endingOf = (format = ''): string => endings[format] ?? format

/** What an export says it could not hold; undefined for a format that holds all. */
function notWrittenIn(format: string, bytes: Uint8Array): ReturnType<typeof countNotWritten> | undefined {
  if (format === 'ctfcli')
    return countNotWritten(
      strFromU8(
        unzipSync(bytes, { filter: ({ name }) => name === notWrittenFile })[notWrittenFile] ?? new Uint8Array(),
      ),
    )
  return format === 'gift' || format === 'moodle-xml' ? countNotWritten(strFromU8(bytes)) : undefined
}
/** Names people know the rows by; the id where there is none to be had. */
async function namesOf(at: Connection, line: NamedResourceSpec, ids: readonly string[]): Promise<string> {
  const names: string[] = []
  for (const id of ids.slice(0, mostNamed)) {
    const row = line.verbs.includes('get')
      ? await ask<Shown>(at, 'GET', `${line.path}/${encodeURIComponent(id)}`).catch((e: unknown) => {
          // what is not there or not to be read is told of what is done, and not of the question
          if (e instanceof CliError && (e.exit === exits.notFound || e.exit === exits.forbidden)) return undefined
          throw e
        })
      : undefined
    const name = row?.[line.label]
    names.push(`“${typeof name === 'string' && name ? name : id}”`)
  }
  if (ids.length > mostNamed) names.push(`${ids.length - mostNamed} more`)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
const mostNamed = 10
/** What is asked before something is taken away. */
const question = (verb: string, names: string, things: string): string =>
  ({
    remove: `Remove ${names} from ${things}?`,
    'hand-over': `Give ${names} of ${things} to another owner?`,
  })[verb] ?? `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${names} of ${things}?`

const counted = (n: number, one: string, more: string): string[] => (n ? [`${n} ${n === 1 ? one : more}`] : [])
const leftOutWords = ({ questions, properties }: ReturnType<typeof countNotWritten>): string =>
  [
    ...counted(questions, 'whole question', 'whole questions'),
    ...counted(properties, 'property of a question', 'properties of questions'),
  ].join(' and ')

const order = Object.values(helpHeadings)
export const resourceCommands: RegisterCommand[] = Object.values(resources)
  .map(({ line }) => line as NamedResourceSpec)
  .toSorted((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)))
  .map(commandsOf)

/** The routes of a resource are made of its line: the caller knows what its contract has them answer. */
const ask = <T>(at: Connection, method: Method, path: string, rest: { query?: object; body?: unknown } = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers what its contract says
  at.send({ key: `${method} ${path}`, method, path, ...rest }) as Promise<T>

/** A filter is a field of its resource. */
const fieldOf = (line: NamedResourceSpec, name: string): Field => present(line.fields[name])

/** Query words of a list from the options of its filters. */
function queryOf(line: NamedResourceSpec, o: Values): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const n of ['q', 'sort', 'page', 'page_size'] as const) if (o[camel(n)] !== undefined) query[n] = o[camel(n)]
  for (const name of line.filter) {
    const kind = filterKind(fieldOf(line, name))
    for (const n of kind === 'range' ? [`${name}_from`, `${name}_to`] : [name])
      if (o[camel(n)] !== undefined) query[n] = o[camel(n)]
  }
  return query
}

/** Names of fields as the app has them, in the language of the help. */
const { field: nameOf } = wordsOf('en-US')

function addFilters(c: Command, line: NamedResourceSpec): Command {
  const about = (name: string) => nameOf(line.name, name)
  c.option(
    '--q <text>',
    `text in ${line.find.map((n) => about(n.split('.')[0] ?? n).toLowerCase()).join(', ')}`,
  ).option('--sort <field>', `one of ${line.sort.join(', ')}; a leading minus reverses it: --sort=-${line.sort.at(-1)}`)
  for (const name of line.filter) {
    const f = fieldOf(line, name)
    const kind = filterKind(f)
    const flag = dashed(name)
    if (kind === 'range') {
      const [from, to] = f.kind === 'time' || f.kind === 'date' ? ['from', 'until'] : ['at least', 'at most']
      c.option(`--${flag}-from <value>`, `${about(name)}, ${from}`).option(
        `--${flag}-to <value>`,
        `${about(name)}, ${to}`,
      )
    } else if (name === 'mine')
      // one word asks for what is one's own
      c.option('--mine', 'only what is yours')
    else {
      const values = kind === 'flag' ? ['true', 'false'] : f.kind === 'one' ? f.options : []
      const option = new Option(
        `--${flag} <value${kind === 'any' || kind === 'has' ? '...' : ''}>`,
        [about(name), values.join(', ')].filter(Boolean).join(': '),
      )
      offered.set(option, values)
      c.addOption(option)
    }
  }
  return c
}

type Write = BodyOptions & { api?: string }
interface SharingShown {
  owner: { id: string; name: string }
  scope: string
  level: string
  people: { id: string; name: string; level: string }[]
  version: number
}
interface BulkDone {
  done: string[]
  failed: { id: string; code: ProblemCode; details?: Problem['details'] }[]
}
interface Sharing {
  api?: string
  with?: string
  level?: string
  person?: string[]
}

/** Fields of a body that say nothing but which row is meant and why. */
const saying = new Set(['version', 'reason', 'anyway'])
/** They open something in a page, or have a verb of their own. */
const elsewhere = new Set(['export', 'connect', 'view'])

/** What may be done to one row and needs no more said than perhaps a reason: the events of its machine, copies, retries. */
function eventsOf(line: NamedResourceSpec): { action: string; reasoned: boolean; must: boolean; versioned: boolean }[] {
  return Object.entries(line.actions ?? {}).flatMap(([action, a]) => {
    const key = `POST ${line.path}/:id/${action}`
    if (a.on === 'many' || elsewhere.has(action) || !isOneOf(keysOf(api), key)) return []
    const route: Route = api[key]
    const shape: Readonly<Record<string, z.ZodType>> = route.body instanceof z.ZodObject ? route.body.shape : {}
    if (Object.keys(shape).some((field) => !saying.has(field))) return []
    const { reason } = shape
    return [
      {
        action,
        reasoned: reason !== undefined,
        must: reason?.safeParse(undefined).success === false,
        versioned: 'version' in shape,
      },
    ]
  })
}

function commandsOf(line: NamedResourceSpec): RegisterCommand {
  return (parent, run, io) => {
    const has = (v: ResourceSpec['verbs'][number]) => line.verbs.includes(v)
    const { name } = line
    const spoken = (word: string) => word.replaceAll('-', ' ').replace(/^usb\b/, 'USB')
    const thing = spoken(name)
    const things = spoken(line.path.slice(1))
    const own = parent.command(name).description(things).helpGroup(groupOf(line))
    const sub = (verb: string, about: string, alias?: string) => {
      const c = own.command(verb).description(about).option('--api <url>', 'address of the server')
      // an action of the resource keeps its own word
      return alias && !(alias in (line.actions ?? {})) ? c.alias(alias) : c
    }
    const examples = (c: Command, ...lines: string[]) =>
      c.addHelpText('after', `\nExamples:\n${lines.map((l) => `  range ${name} ${l}`).join('\n')}`)
    const written = (r: Shown) => ({ data: r, table: outputTableOf(line, [r]) })
    const writing = (c: Command) =>
      c
        .option('--set <field=value...>', 'single fields; lists as JSON or separated by commas')
        .option('--file <json>', 'all of it as a JSON object in a file, - for standard input')
        .addHelpText('after', `\nFields:\n${bodyFields(line)}`)

    if (has('list'))
      examples(
        addFilters(
          sub('list', `one page of ${things}`)
            .option('--page <n>', 'page, from 1')
            .option('--page-size <n>', 'rows a page, at most 200'),
          line,
        ),
        'list --q word --page-size 50',
        'list --json',
      ).action(
        run(async (o: Values) => {
          const data = await ask<{ items: Shown[]; total: number; page: number; page_size: number }>(
            connectToServer(io, o.api),
            'GET',
            line.path,
            { query: queryOf(line, o) },
          )
          return { data, table: outputTableOf(line, data.items), page: data }
        }),
      )
    if (has('get'))
      sub('get', `every field of one ${thing}`, 'show')
        .argument('<id>', 'as the list shows it')
        .action(
          run(async (id: string, o: { api?: string }) => {
            const data = await ask<Shown>(connectToServer(io, o.api), 'GET', `${line.path}/${encodeURIComponent(id)}`)
            return { data, table: { columns: ['field', 'value'], rows: Object.entries(data) } }
          }),
        )
    if (has('create'))
      examples(
        writing(sub('create', `make a ${thing}`, 'add')),
        `create --set ${line.label}='A name' …`,
        'create --file one.json',
      ).action(
        run(async (o: Write) => {
          const body = bodyOf(io, line, o, 'create')
          return written(await ask(connectToServer(io, o.api), 'POST', line.path, { body }))
        }),
      )
    if (has('update'))
      examples(
        writing(sub('update', `change a ${thing}; fields that are not named stay as they are`, 'edit')),
        `update <id> --set ${line.label}='Another name'`,
      )
        .argument('<id>', 'as the list shows it')
        .action(
          run(async (id: string, o: Write) => {
            const change = bodyOf(io, line, o, 'update')
            if (!Object.keys(change).length) throw usageError('Name what to change: --set field=value, or --file.')
            const at = connectToServer(io, o.api)
            const to = `${line.path}/${encodeURIComponent(id)}`
            const stands = await ask<Shown>(at, 'GET', to)
            const body = {
              ...Object.fromEntries(Object.keys(bodyShapeOf(line)).map((k) => [k, stands[k]])),
              version: stands['version'],
              ...change,
            }
            return written(await ask(at, 'PUT', to, { body }))
          }),
        )
    if (has('audience'))
      sub('audience', `who may see a ${thing}; with arguments, set it`)
        .argument('<id>', 'as the list shows it')
        .addArgument(ofPeople(new Argument('[who...]', 'see below')))
        .addHelpText(
          'after',
          `\n${peopleHelp}\n\nExamples:\n  range ${name} audience <id>\n  range ${name} audience <id> organisation:Computing role:student`,
        )
        .action(
          run(async (id: string, who: string[], o: { api?: string }) => {
            const people = who.length ? peopleOf(who) : undefined
            const at = connectToServer(io, o.api)
            const to = `${line.path}/${encodeURIComponent(id)}/audience`
            const stands = await ask<Audience & { version: number }>(at, 'GET', to)
            const data = people
              ? await ask<Audience>(at, 'PUT', to, {
                  body: { ...(await chosenOf(at, people)), version: stands.version },
                })
              : stands
            const table = audienceTable(data)
            return { data, table, notes: table.rows.length ? [] : ['Only those who manage it.'] }
          }),
        )
    const bulk = (verb: string, about: string, reasoned = false, more: (c: Command) => Command = (c) => c) => {
      const c = more(sub(verb, about).argument('<id...>', 'as the list shows them'))
      if (reasoned) c.option('--reason <text>', 'why')
      if (taking.has(verb)) c.addOption(yesOption())
      return c.action(
        run(async (ids: string[], o: { api?: string; reason?: string; to?: string; yes?: true }) => {
          const at = connectToServer(io, o.api)
          if (taking.has(verb)) await sure(io, o.yes, async () => question(verb, await namesOf(at, line, ids), things))
          const data = await ask<BulkDone>(at, 'POST', `${line.path}/${verb}`, {
            body: {
              ids,
              ...(o.reason === undefined ? {} : { reason: o.reason }),
              ...(o.to === undefined ? {} : { to: o.to }),
            },
          })
          return {
            data,
            table: {
              columns: ['id', 'result'],
              rows: [...data.done.map((id) => [id, 'done']), ...data.failed.map((f) => [f.id, f.code])],
            },
            // with the whole cause, which a table would cut
            notes: data.failed.map((f) => {
              const [sentence = '', ...fields] = problemError({ ...f, request_id: '' }, 200, at.words).message.split(
                '\n',
              )
              return `${f.id}: ${[sentence, ...fields.map((l) => l.trim())].join(' ')}`
            }),
            exit: data.failed.length ? exits.failed : exits.ok,
          }
        }),
      )
    }
    if (has('remove')) bulk('remove', `remove ${things}`)
    for (const [action, a] of Object.entries(line.actions ?? {}))
      if (a.on === 'many') bulk(action, `${action} ${things}`, true)
    for (const { action, reasoned, must, versioned } of eventsOf(line)) {
      const c = sub(action, `${spoken(action)} ${things}; refused where it may not be done now`)
      c.argument('<id...>', 'as the list shows them')
      if (must) c.requiredOption('--reason <text>', 'why')
      else if (reasoned) c.option('--reason <text>', 'why')
      if (taking.has(action)) c.addOption(yesOption())
      c.action(
        run(async (ids: string[], o: { api?: string; reason?: string; yes?: true }) => {
          const at = connectToServer(io, o.api)
          if (taking.has(action))
            await sure(io, o.yes, async () => question(action, await namesOf(at, line, ids), things))
          const data: unknown[] = []
          const rows: string[][] = []
          const notes: string[] = []
          for (const id of ids) {
            const to = `${line.path}/${encodeURIComponent(id)}`
            const { can, version } = await ask<{ can: string[]; version: number }>(at, 'GET', to)
            if (!can.includes(action)) {
              rows.push([id, 'not now'])
              const now = eventsOf(line).flatMap((e) => (can.includes(e.action) ? [e.action] : []))
              notes.push(
                `${id}: ${action} is not possible now. ${now.length ? `What is: ${now.join(', ')}.` : 'Nothing of its kind is.'}`,
              )
              continue
            }
            const body = { ...(versioned ? { version } : {}), ...(o.reason === undefined ? {} : { reason: o.reason }) }
            data.push(await ask(at, 'POST', `${to}/${action}`, { body }))
            rows.push([id, 'done'])
          }
          return {
            data,
            table: { columns: ['id', 'result'], rows },
            notes,
            exit: notes.length ? exits.failed : exits.ok,
          }
        }),
      )
    }
    if (line.owned) {
      const { path } = line
      const idOf = (id: string) => `${path}/${encodeURIComponent(id)}/sharing`
      const told = (r: SharingShown) => {
        const { owner, scope, level, people } = r
        const rows = [
          ['owner', owner.name || owner.id],
          ['shared with', scope],
          ['they may', level],
        ]
        return {
          data: r,
          table: { columns: ['field', 'value'], rows: [...rows, ...people.map((p) => [p.name, p.level])] },
        }
      }
      sub('sharing', `whose a ${thing} is and what others may do with it`)
        .argument('<id>', 'as the list shows it')
        .action(
          run(async (id: string, o: { api?: string }) => told(await ask(connectToServer(io, o.api), 'GET', idOf(id)))),
        )
      sub('share', `share a ${thing} with those who manage such content`)
        .argument('<id>', 'as the list shows it')
        .addOption(new Option('--with <whom>', 'with whom').choices(shareScopes))
        .addOption(new Option('--level <level>', 'what they may').choices(shareLevels))
        .option('--person <id=level...>', 'people by their ids, replacing those named before')
        .action(
          run(async (id: string, o: Sharing) => {
            const at = connectToServer(io, o.api)
            const stands = await ask<SharingShown>(at, 'GET', idOf(id))
            const scope = o.with ?? stands.scope
            const named = o.person?.map((one) => {
              const [person = '', level = 'use'] = one.split('=')
              return { id: person, level }
            })
            const people =
              scope === 'private' ? [] : (named ?? stands.people.map((p) => ({ id: p.id, level: p.level })))
            const body = { scope, level: o.level ?? stands.level, people, version: stands.version }
            return told(await ask(at, 'PUT', idOf(id), { body }))
          }),
        )
      bulk('hand-over', `give ${things} to another owner`, false, (c) =>
        c.requiredOption('--to <user>', 'id of the new owner'),
      )
    }
    const files = filesOf(line)
    if (files)
      examples(
        addFilters(
          sub(
            'export',
            `write the list, filtered or whole, to a file${files.path === '/file' ? '; ends with 9 where its format has no form for some of it' : ''}`,
          )
            .addOption(new Option('--format <format>', `${byEnding}, or ${files.formats[0]}`).choices(files.formats))
            .requiredOption('--out <file>', 'file to write')
            .option('--force', 'overwrite an existing file'),
          line,
        ),
        `export --out ${name}.${endingOf(files.formats[0])}`,
        `export --format ${files.formats.at(-1)} --q word --out some.${endingOf(files.formats.at(-1))}`,
      ).action(
        run(async (o: Values) => {
          const said = o.format
          const format = formatFor(
            said,
            String(o['out']),
            files.formats.map((f) => [f, f === 'gift' ? ['gift', 'txt'] : [endingOf(f)]]),
          )
          const to = outFile(io, String(o['out']), o['force'] === true)
          const path = line.path + files.path
          const bytes = await connectToServer(io, o.api).bytes({
            key: `GET ${path}`,
            method: 'GET',
            path,
            query: { ...queryOf(line, o), format },
          })
          const file = writeFile(io, to, Buffer.from(bytes))
          const left = notWrittenIn(format, bytes)
          const some = left && left.questions + left.properties > 0
          return {
            data: { file, bytes: bytes.byteLength, ...(left ? { left_out: left } : {}) },
            text: `${file}: ${bytes.byteLength} bytes.`,
            warnings: some
              ? [
                  `Left out, as ${format} has no form for it: ${leftOutWords(left)}. ${format === 'ctfcli' ? `${notWrittenFile} in it names them` : 'The file names them at its end'}.`,
                ]
              : [],
            exit: some ? exits.leftOut : exits.ok,
          }
        }),
      )
  }
}
