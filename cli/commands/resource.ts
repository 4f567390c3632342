/** Verbs of every resource, made from the contract: `range tool list --q nmap`. */
import { Command } from 'commander'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Field, filterKind, type ResourceLine } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import type { Method } from '#src/contract/lib/route.ts'
import { type Connection, connect, type Io } from '../context.ts'
import { CliError, exits } from '../errors.ts'
import type { Register } from '../program.ts'

type Line = ResourceLine & { name: string }
type Values = Record<string, string | string[] | boolean | undefined>
const dashed = (name: string) => name.replaceAll('_', '-')
const camel = (name: string) => dashed(name).replace(/-(\w)/g, (_, c: string) => c.toUpperCase())

export const resourceCommands: Register[] = Object.values(resources).map(({ line }) => commandsOf(line as Line))

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
    `one of ${line.sort.join(', ')}; a minus in front turns it round`,
  )
  for (const name of line.filter) {
    const f = line.fields[name] as Field
    const kind = filterKind(f)
    const flag = dashed(name)
    if (kind === 'range')
      c.option(`--${flag}-from <value>`, `${name} at least`).option(`--${flag}-to <value>`, `${name} at most`)
    else if (kind === 'any' || kind === 'has')
      c.option(`--${flag} <value...>`, f.kind === 'one' ? f.options.join(', ') : name)
    else c.option(`--${flag} <value>`, kind === 'flag' ? 'true or false' : name)
  }
  return c
}

/** A body from a file (`-` is standard input) and single `--set field=value` words; values that read as JSON are JSON. */
function bodyOf(io: Io, o: { file?: string; set?: string[] }): Record<string, unknown> {
  let body: Record<string, unknown> = {}
  if (o.file) {
    const text = readFileSync(o.file === '-' ? 0 : path.resolve(io.cwd, o.file), 'utf8')
    try {
      body = JSON.parse(text) as Record<string, unknown>
    } catch {
      throw new CliError('bad_json', `${o.file} is not readable JSON.`, exits.usage)
    }
  }
  for (const pair of o.set ?? []) {
    const at = pair.indexOf('=')
    if (at < 1) throw new CliError('usage', `--set takes field=value, not ${pair}.`, exits.usage)
    const raw = pair.slice(at + 1)
    let value: unknown = raw
    try {
      value = JSON.parse(raw)
    } catch {
      // a plain text
    }
    body[pair.slice(0, at)] = value
  }
  return body
}

function commandsOf(line: Line): Register {
  return (parent, run, io) => {
    const has = (v: ResourceLine['verbs'][number]) => line.verbs.includes(v)
    const own = parent.command(line.name).description(`${line.name} over the API`)
    const sub = (name: string, about: string) =>
      own.command(name).description(about).option('--api <url>', 'address of the API')
    const columns = [
      'id',
      ...Object.keys(line.fields).filter(
        (f) => f !== 'id' && !['long-text', 'list', 'words', 'time'].includes(line.fields[f]?.kind ?? ''),
      ),
    ]
    const row = (r: Record<string, unknown>) => columns.map((c) => r[c])

    if (has('list'))
      addFilters(
        sub('list', `list ${line.name}`)
          .option('--page <n>', 'page, from 1')
          .option('--page-size <n>', 'rows a page, at most 200'),
        line,
      ).action(
        run(async (o: Values) => {
          const data = (await ask(connect(io, o['api'] as string | undefined), 'GET', line.path, {
            query: queryOf(line, o),
          })) as { items: Record<string, unknown>[]; total: number }
          return { data, table: { columns, rows: data.items.map(row) } }
        }),
      )
    if (has('get'))
      sub('get', `one ${line.name}`)
        .argument('<id>')
        .action(
          run(async (id: string, o: { api?: string }) => {
            const data = (await ask(connect(io, o.api), 'GET', `${line.path}/${encodeURIComponent(id)}`)) as Record<
              string,
              unknown
            >
            return { data, table: { columns: ['field', 'value'], rows: Object.entries(data) } }
          }),
        )
    const written = (r: unknown) => ({ data: r, table: { columns, rows: [row(r as Record<string, unknown>)] } })
    if (has('create'))
      sub('create', `create a ${line.name}`)
        .option('--file <json>', 'body from a file, - for standard input')
        .option('--set <field=value...>', 'single fields')
        .action(
          run(async (o: { api?: string; file?: string; set?: string[] }) =>
            written(await ask(connect(io, o.api), 'POST', line.path, { body: bodyOf(io, o) })),
          ),
        )
    if (has('update'))
      sub('update', `change a ${line.name}; without a version in the body the one that stands is read first`)
        .argument('<id>')
        .option('--file <json>', 'body from a file, - for standard input')
        .option('--set <field=value...>', 'single fields')
        .action(
          run(async (id: string, o: { api?: string; file?: string; set?: string[] }) => {
            const at = connect(io, o.api)
            const to = `${line.path}/${encodeURIComponent(id)}`
            const change = bodyOf(io, o)
            const stands = (await ask(at, 'GET', to)) as Record<string, unknown>
            const shape = (
              resources[line.name as keyof typeof resources].schema.body as { shape: Record<string, unknown> }
            ).shape
            const body = {
              ...Object.fromEntries(Object.keys(shape).map((k) => [k, stands[k]])),
              version: stands['version'],
              ...change,
            }
            return written(await ask(at, 'PUT', to, { body }))
          }),
        )
    const bulk = (verb: string, about: string) =>
      sub(verb, about)
        .argument('<id...>')
        .action(
          run(async (ids: string[], o: { api?: string }) => {
            const data = (await ask(connect(io, o.api), 'POST', `${line.path}/${verb}`, { body: { ids } })) as {
              done: string[]
              failed: { id: string; code: string }[]
            }
            return {
              data,
              table: {
                columns: ['id', 'result'],
                rows: [...data.done.map((id) => [id, 'done']), ...data.failed.map((f) => [f.id, f.code])],
              },
              exit: data.failed.length ? exits.failed : exits.ok,
            }
          }),
        )
    if (has('remove')) bulk('remove', `remove ${line.name}`)
    for (const [action, a] of Object.entries(line.actions ?? {}))
      if (a.on === 'many') bulk(action, `${action} ${line.name}`)
    if (has('export'))
      addFilters(
        sub('export', `write the filtered list to a file`)
          .option('--format <format>', 'csv or xlsx', 'csv')
          .requiredOption('--out <file>', 'file to write'),
        line,
      ).action(
        run(async (o: Values) => {
          const bytes = (await ask(
            connect(io, o['api'] as string | undefined),
            'GET',
            `${line.path}/export`,
            { query: { ...queryOf(line, o), format: o['format'] } },
            true,
          )) as ArrayBuffer
          const file = path.resolve(io.cwd, String(o['out']))
          writeFileSync(file, Buffer.from(bytes))
          return { data: { file, bytes: bytes.byteLength }, text: `${file}: ${bytes.byteLength} bytes.` }
        }),
      )
  }
}
