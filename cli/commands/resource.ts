/** Verbs of every resource, made from the contract: `range tool list --q nmap`. */
import { type Command, Option } from 'commander'
import { challengeFormats, exerciseFormats, questionFormats } from '#src/contract/bank/file.routes.ts'
import { shareLevels, shareScopes } from '#src/contract/lib/ownership.ts'
import { type Field, filterKind, type ResourceLine } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import type { Method } from '#src/contract/lib/route.ts'
import type { Problem, ProblemCode } from '#src/contract/problems.ts'
import { type Connection, connect } from '../context.ts'
import { exits, problemError, usage } from '../errors.ts'
import { writeFile } from '../files.ts'
import { groupOf, groups } from '../groups.ts'
import type { Register } from '../program.ts'
import { bodyFields, bodyOf, type Given } from '../resource/body.ts'
import { columnsOf, type Line, rowOf } from '../resource/row.ts'

type Values = Record<string, string | string[] | boolean | undefined>
const dashed = (name: string) => name.replaceAll('_', '-')
const camel = (name: string) => dashed(name).replace(/-(\w)/g, (_, c: string) => c.toUpperCase())

/** What a list can be written as: a table of it, or what other systems read of a bank. */
function filesOf({ name, verbs }: Line): { path: string; formats: readonly string[] } | undefined {
  if (name === 'theory-question') return { path: '/file', formats: questionFormats }
  if (name === 'exercise') return { path: '/file', formats: exerciseFormats }
  if (name === 'flag-challenge') return { path: '/file', formats: challengeFormats }
  return verbs.includes('export') ? { path: '/export', formats: ['csv', 'xlsx'] } : undefined
}

const order = Object.values(groups)
export const resourceCommands: Register[] = Object.values(resources)
  .map(({ line }) => line as Line)
  .toSorted((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)))
  .map(commandsOf)

const ask = (
  at: Connection,
  method: Method,
  path: string,
  rest: { query?: object; body?: unknown } = {},
  blob = false,
) => at.send({ key: `${method} ${path}`, method, path, ...rest }, { blob })

/** Query words of a list from the options of its filters. */
function queryOf(line: Line, o: Values): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const n of ['q', 'sort', 'page', 'page_size'] as const) if (o[camel(n)] !== undefined) query[n] = o[camel(n)]
  for (const name of line.filter) {
    const kind = filterKind(line.fields[name] as Field)
    for (const n of kind === 'range' ? [`${name}_from`, `${name}_to`] : [name])
      if (o[camel(n)] !== undefined) query[n] = o[camel(n)]
  }
  return query
}

function addFilters(c: Command, line: Line): Command {
  c.option('--q <text>', `text in ${line.find.join(', ')}`).option(
    '--sort <field>',
    `one of ${line.sort.join(', ')}; a minus in front turns it round: --sort=-${line.sort.at(-1)}`,
  )
  for (const name of line.filter) {
    const f = line.fields[name] as Field
    const kind = filterKind(f)
    const flag = dashed(name)
    if (kind === 'range')
      c.option(`--${flag}-from <value>`, `${name} at least`).option(`--${flag}-to <value>`, `${name} at most`)
    else if (kind === 'any' || kind === 'has')
      c.option(`--${flag} <value...>`, f.kind === 'one' ? f.options.join(', ') : name)
    // one word asks for what is one's own
    else if (name === 'mine') c.option('--mine', 'only what is yours')
    else c.option(`--${flag} <value>`, kind === 'flag' ? 'true or false' : name)
  }
  return c
}

type Write = Given & { api?: string }
interface Shown {
  owner: { id: string; name: string }
  scope: string
  level: string
  people: { id: string; name: string; level: string }[]
  version: number
}
interface Sharing {
  api?: string
  with?: string
  level?: string
  person?: string[]
}

function commandsOf(line: Line): Register {
  return (parent, run, io) => {
    const has = (v: ResourceLine['verbs'][number]) => line.verbs.includes(v)
    const { name } = line
    const thing = name.replaceAll('-', ' ')
    const own = parent.command(name).description(line.path.slice(1).replaceAll('-', ' ')).helpGroup(groupOf(line))
    const sub = (verb: string, about: string, alias?: string) => {
      const c = own.command(verb).description(about).option('--api <url>', 'address of the server')
      // an action of the resource keeps its own word
      return alias && !(alias in (line.actions ?? {})) ? c.alias(alias) : c
    }
    const examples = (c: Command, ...lines: string[]) =>
      c.addHelpText('after', `\nExamples:\n${lines.map((l) => `  range ${name} ${l}`).join('\n')}`)
    const columns = columnsOf(line)
    const written = (r: unknown) => ({
      data: r,
      table: { columns, rows: [rowOf(line, r as Record<string, unknown>)] },
    })
    const writing = (c: Command) =>
      c
        .option('--set <field=value...>', 'single fields; lists as JSON or with commas between')
        .option('--file <json>', 'all of it as a JSON object in a file, - for standard input')
        .addHelpText('after', `\nFields:\n${bodyFields(line)}`)

    if (has('list'))
      examples(
        addFilters(
          sub('list', `one page of ${line.path.slice(1)}`)
            .option('--page <n>', 'page, from 1')
            .option('--page-size <n>', 'rows a page, at most 200'),
          line,
        ),
        'list --q word --page-size 50',
        'list --json',
      ).action(
        run(async (o: Values) => {
          const data = (await ask(connect(io, o['api'] as string | undefined), 'GET', line.path, {
            query: queryOf(line, o),
          })) as { items: Record<string, unknown>[]; total: number; page: number; page_size: number }
          return { data, table: { columns, rows: data.items.map((r) => rowOf(line, r)) }, page: data }
        }),
      )
    if (has('get'))
      sub('get', `every field of one ${thing}`, 'show')
        .argument('<id>', 'as the list shows it')
        .action(
          run(async (id: string, o: { api?: string }) => {
            const data = (await ask(connect(io, o.api), 'GET', `${line.path}/${encodeURIComponent(id)}`)) as Record<
              string,
              unknown
            >
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
          return written(await ask(connect(io, o.api), 'POST', line.path, { body }))
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
            if (!Object.keys(change).length) throw usage('Say what to change: --set field=value, or --file.')
            const at = connect(io, o.api)
            const to = `${line.path}/${encodeURIComponent(id)}`
            const stands = (await ask(at, 'GET', to)) as Record<string, unknown>
            const { shape } = resources[name as keyof typeof resources].schema.body as { shape: object }
            const body = {
              ...Object.fromEntries(Object.keys(shape).map((k) => [k, stands[k]])),
              version: stands['version'],
              ...change,
            }
            return written(await ask(at, 'PUT', to, { body }))
          }),
        )
    const bulk = (verb: string, about: string, reasoned = false, more: (c: Command) => Command = (c) => c) => {
      const c = more(sub(verb, about).argument('<id...>', 'as the list shows them'))
      if (reasoned) c.option('--reason <text>', 'why')
      return c.action(
        run(async (ids: string[], o: { api?: string; reason?: string; to?: string }) => {
          const at = connect(io, o.api)
          const data = (await ask(at, 'POST', `${line.path}/${verb}`, {
            body: {
              ids,
              ...(o.reason === undefined ? {} : { reason: o.reason }),
              ...(o.to === undefined ? {} : { to: o.to }),
            },
          })) as {
            done: string[]
            failed: { id: string; code: ProblemCode; details?: Problem['details'] }[]
          }
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
    if (has('remove')) bulk('remove', `remove ${line.path.slice(1)}`)
    for (const [action, a] of Object.entries(line.actions ?? {}))
      if (a.on === 'many') bulk(action, `${action} ${line.path.slice(1)}`, true)
    if (line.owned) {
      const { path } = line
      const idOf = (id: string) => `${path}/${encodeURIComponent(id)}/sharing`
      const told = (r: unknown) => {
        const { owner, scope, level, people } = r as Shown
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
        .action(run(async (id: string, o: { api?: string }) => told(await ask(connect(io, o.api), 'GET', idOf(id)))))
      sub('share', `share a ${thing} with those who manage such content`)
        .argument('<id>', 'as the list shows it')
        .addOption(new Option('--with <whom>', 'with whom').choices(shareScopes))
        .addOption(new Option('--level <level>', 'what they may').choices(shareLevels))
        .option('--person <id=level...>', 'people by their ids, in the place of those named before')
        .action(
          run(async (id: string, o: Sharing) => {
            const at = connect(io, o.api)
            const stands = (await ask(at, 'GET', idOf(id))) as Shown
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
      bulk('hand-over', `give ${path.slice(1)} to another owner`, false, (c) =>
        c.requiredOption('--to <user>', 'id of the new owner'),
      )
    }
    const files = filesOf(line)
    if (files)
      examples(
        addFilters(
          sub('export', 'write the list, filtered or whole, to a file')
            .addOption(
              new Option('--format <format>', 'what to write').choices(files.formats).default(files.formats[0]),
            )
            .requiredOption('--out <file>', 'file to write'),
          line,
        ),
        `export --out ${name}.${files.formats[0]}`,
        `export --format ${files.formats.at(-1)} --q word --out some.${files.formats.at(-1)}`,
      ).action(
        run(async (o: Values) => {
          const bytes = (await ask(
            connect(io, o['api'] as string | undefined),
            'GET',
            line.path + files.path,
            { query: { ...queryOf(line, o), format: o['format'] } },
            true,
          )) as ArrayBuffer
          const file = writeFile(io, String(o['out']), Buffer.from(bytes))
          return { data: { file, bytes: bytes.byteLength }, text: `${file}: ${bytes.byteLength} bytes.` }
        }),
      )
  }
}
