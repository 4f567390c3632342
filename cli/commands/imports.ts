import { Argument, Option } from 'commander'
import type { ImportPackage, ImportRow } from '#src/contract/import/import.schema.ts'
import {
  type ImportKind,
  importKinds,
  importStates,
  type onDuplicate,
  rowVerdicts,
  type RowVerdict,
  type ImportState,
} from '#src/contract/import/import.ts'
import { importTables, type TableKind, tableKinds } from '#src/contract/import/template.ts'
import { chosenOf, ofPeople, peopleHelp, peopleOf } from '../audience.ts'
import { type Connection, connectToServer, toolEnv } from '../context.ts'
import { CliError, type Exit, exits, usageError } from '../errors.ts'
import { formatFor, outFile, writeFile } from '../files.ts'
import { apply, practised, rollBackImport, chooseImportAudience } from '../import/follow.ts'
import {
  audienceLines,
  exitOf,
  wrongFieldsText,
  foreseenLines,
  importTable,
  inFile,
  notesOf,
  rowsTable,
} from '../import/tell.ts'
import { goingOn } from '../interrupt.ts'
import { localDateTime, type CommandOutput, progress, wrappedHelp } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { sure, yesOption } from '../sure.ts'
import { duplicateOption, unfinishedImportText } from './import.ts'

interface Where {
  api?: string
  json?: boolean
}

type Going = (plan: { id: string; file_name: string }) => string
const look = 'See how it ends: range imports list'
/** What goes on at the server when the tool is stopped. */
const going: Record<'apply' | 'undo' | 'cancel' | 'resume', Going> = {
  apply: (plan) => unfinishedImportText(plan.file_name, plan),
  undo: ({ file_name }) => `${file_name} is still being undone. ${look}`,
  cancel: ({ file_name }) => `What is written of ${file_name} is still being undone. ${look}`,
  resume: ({ file_name }) => `${file_name} is still being undone. ${look}`,
}

/** An id of another server, or of another person's, says where it was looked for. */
const notThere =
  ({ api }: Connection, id: string) =>
  (e: unknown): never => {
    if (!(e instanceof CliError) || e.code !== 'not_found') throw e
    throw new CliError(
      e.code,
      `${api} has no import ${id} that you may see.\nThose there are: range imports list --api ${api}`,
      e.exit,
      e.details,
    )
  }

/** Why a correction was not taken, with what can be done instead. */
async function notCorrected(
  { client }: Connection,
  id: string,
  n: number,
  { code, message }: CliError,
): Promise<string> {
  const size = 200
  let row: ImportRow | undefined
  for (const verdict of ['refused', 'duplicate'] as const)
    for (let page = 1; row === undefined; page++) {
      const query = { verdict, page, page_size: size }
      const { items } = await client('GET /imports/:id/rows', { params: { id }, query })
      row = items.find((r) => r.n === n)
      if (items.length < size) break
    }
  if (!row)
    return `Row ${n} is neither refused nor a duplicate. Refused rows: range imports rows ${id} --verdict refused`
  if (!row.wrong) return `Row ${n} ${inFile(row)}`
  return code === 'validation'
    ? `${message}\nIts wrong fields: range imports correct ${id} ${n} ${wrongFieldsText(row.wrong)}`
    : message
}

/** How one import ends that says nothing of the next. */
const alone: readonly Exit[] = [exits.conflict, exits.failed, exits.notFound]

/** @throws CliError usage */
function valuesOf(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.map((said) => {
      const at = said.indexOf('=')
      if (at < 1) throw usageError(`“${said}” is not field=value.`)
      return [said.slice(0, at), said.slice(at + 1)]
    }),
  )
}

/** Imports there are, from plan to undo. */
export const handleImports: RegisterCommand = (parent, run, io) => {
  const own = parent
    .command('imports')
    .description('plans and imports: what they would do, write them, undo them')
    .addHelpText(
      'after',
      `
Examples:
  range imports list --state planned
  range imports rows 01a1fd6f-… --verdict refused
  range imports apply 01a1fd6f-… --on-duplicate skip
  range imports cancel 01a1fd6f-…                     while it is being written
  range imports undo 01a1fd6f-… --dry-run             what it would do
  range imports undo 01a1fd6f-… 01a1fd70-…            one after the other`,
    )
  const sub = (name: string, about: string) =>
    own.command(name).description(about).option('--api <url>', 'address of the server')
  const paged = (name: string, about: string) =>
    sub(name, about).option('--page <n>', 'page, from 1').option('--page-size <n>', 'rows a page, at most 200')
  const query = (o: { page?: string; pageSize?: string }) => ({
    ...(o.page === undefined ? {} : { page: o.page }),
    ...(o.pageSize === undefined ? {} : { page_size: o.pageSize }),
  })

  /** An import was told with its plan. */
  const told = { again: true, narrow: io.columns !== undefined }

  /** The work with its progress on the screen. */
  const shown = async <T>(
    o: Where,
    name: string,
    says: string,
    work: (tell: (share: number) => void) => Promise<T>,
  ): Promise<T> => {
    const bar = progress(io, o.json === true)
    try {
      bar.at(name, 0)
      return await goingOn(io, says, () => work((share) => bar.at(name, share)))
    } finally {
      bar.done()
    }
  }

  /** One import after the other: what one of several meets does not hide what became of the others. */
  async function each(
    o: Where,
    ids: readonly string[],
    work: (at: Connection, plan: ImportPackage) => Promise<ImportPackage>,
  ): Promise<CommandOutput> {
    const at = connectToServer(io, o.api)
    const done: ImportPackage[] = []
    const missed: { id: string; error: { code: string; message: string; details?: unknown } }[] = []
    let exit: Exit = exits.ok
    for (const id of ids)
      try {
        const plan = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
        const end = await work(at, plan)
        done.push(end)
        exit ||= exitOf(end)
      } catch (e) {
        // of any other the next one would meet the same
        if (!(e instanceof CliError) || ids.length === 1 || !alone.includes(e.exit)) throw e
        const { code, message, details } = e
        missed.push({ id, error: { code, message, ...(details ? { details } : {}) } })
        exit ||= e.exit
      }
    const notes: string[] = []
    if (!o.json) for (const p of done) notes.push(...(await notesOf(at, p, told)))
    for (const { id, error } of missed) notes.push(`${id}: ${error.message}`)
    return { data: ids.length === 1 ? done[0] : [...done, ...missed], table: importTable(done), notes, exit }
  }

  /** What undoing them would come to, without doing it. */
  async function foresee(o: Where, ids: readonly string[]): Promise<CommandOutput> {
    const at = connectToServer(io, o.api)
    const all = []
    for (const id of ids) {
      const { file_name } = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
      all.push({ id, file_name, ...(await at.client('GET /imports/:id/undo', { params: { id } })) })
    }
    return {
      data: ids.length === 1 ? all[0] : all,
      text: all.flatMap((p) => foreseenLines(p.file_name, p, at.words)).join('\n'),
    }
  }

  paged('list', 'imports, newest first')
    .addOption(new Option('--state <state>', 'only these').choices(importStates))
    .addOption(new Option('--kind <kind>', 'only this kind; default: every kind').choices(importKinds))
    .action(
      run(async (o: Where & { state?: ImportState; kind?: ImportKind; page?: string; pageSize?: string }) => {
        const data = await connectToServer(io, o.api).client('GET /imports', {
          query: { ...query(o), ...(o.state ? { state: o.state } : {}), ...(o.kind ? { kind: o.kind } : {}) },
        })
        return { data, table: importTable(data.items, 'more'), page: data }
      }),
    )
  paged('rows', 'what an import would do, row by row')
    .argument('<id>', 'of the import')
    .addOption(new Option('--verdict <verdict>', 'only these').choices(rowVerdicts))
    .option('--stayed', 'only those that an undo left as they are')
    .action(
      run(async (id: string, o: Where & { verdict?: RowVerdict; stayed?: true; page?: string; pageSize?: string }) => {
        const at = connectToServer(io, o.api)
        const data = await at
          .client('GET /imports/:id/rows', {
            params: { id },
            query: {
              ...query(o),
              ...(o.verdict ? { verdict: o.verdict } : {}),
              ...(o.stayed ? { stayed: 'yes' } : {}),
            },
          })
          .catch(notThere(at, id))
        return { data, table: rowsTable(data.items, at.words), page: data }
      }),
    )
  sub('template', 'the table that an import of a kind takes: its headings, and rows to begin with')
    .addArgument(new Argument('<kind>', 'of the import').choices(tableKinds))
    .addOption(
      new Option('--format <format>', 'default: as --out ends, or csv; xlsx needs --out').choices(['csv', 'xlsx']),
    )
    .option('--out <file>', 'write it there instead of printing it')
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      `
Headings, which may be in English or Chinese:
${tableKinds.map((kind) => `  ${wrappedHelp(`${kind}: ${importTables[kind].headings('en-US').join(', ')}`, 2)}`).join('\n')}

Tables of a library are what its list exports: range tool export

Examples:
  range imports template questions --out questions.csv
  range imports template users --out people.xlsx`,
    )
    .action(
      run(async (kind: TableKind, o: Where & { format?: 'csv' | 'xlsx'; out?: string; force?: true }) => {
        const format = formatFor(o.format, o.out, [
          ['csv', ['csv']],
          ['xlsx', ['xlsx']],
        ])
        if (format === 'xlsx' && o.out === undefined) throw usageError('A workbook is a file: name it with --out.')
        const { language } = toolEnv(io)
        const { route, headings } = importTables[kind]
        const path = route.slice('GET '.length)
        const bytes = await connectToServer(io, o.api).bytes({
          key: route,
          method: 'GET',
          path,
          query: { format, language },
        })
        const data = { kind, headings: headings(language) }
        if (o.out === undefined)
          return {
            data,
            text: Buffer.from(bytes)
              .toString('utf8')
              .replace(/^\ufeff/, '')
              .trimEnd(),
          }
        const file = writeFile(io, outFile(io, o.out, o.force), Buffer.from(bytes))
        return { data: { ...data, file }, text: `${file}: the columns are ${headings(language).join(', ')}.` }
      }),
    )
  sub('correct', 'give a row that cannot be imported other values; the server judges it again')
    .argument('<id>', 'of the import')
    .argument('<row>', 'its number: range imports rows <id> --verdict refused')
    .argument('<to...>', 'field=value: fields as the file names them; nothing after = says nothing')
    .addHelpText(
      'after',
      `
The wrong fields of a row: range imports rows <id> --verdict refused --json has
them as "wrong". Of a table of questions or exercises every column may be given.
A row without wrong fields is mended in its file, which is imported again.

Examples:
  range imports correct 01a1fd6f-… 7 role=student phone=13800000001
  range imports correct 01a1fd6f-… 9 type=single answer=B
  range imports correct 01a1fd6f-… 9 options='["Telnet","SSH"]'`,
    )
    .action(
      run(async (id: string, row: string, fields: string[], o: Where) => {
        const values = valuesOf(fields)
        if (!/^\d{1,9}$/.test(row)) throw usageError(`“${row}” is not a row number.`)
        const at = connectToServer(io, o.api)
        const { version } = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
        const data = await at
          .client('PUT /imports/:id/row', { params: { id }, body: { version, row: Number(row), values } })
          .catch(async (e: unknown) => {
            if (!(e instanceof CliError) || (e.code !== 'not_found' && e.code !== 'validation')) throw e
            throw new CliError(e.code, await notCorrected(at, id, Number(row), e), e.exit, e.details)
          })
        return { data, table: importTable([data]), notes: o.json ? [] : await notesOf(at, data, told) }
      }),
    )
  sub('apply', 'write what a plan says: all of it or nothing')
    .argument('<id...>', 'of the imports')
    .addOption(duplicateOption())
    .option('--no-wait', 'start it and do not wait; range imports list shows how it goes')
    .action(
      run((ids: string[], o: Where & { onDuplicate: (typeof onDuplicate)[number]; wait: boolean }) =>
        each(o, ids, async (at, plan) => {
          return shown(o, `${plan.file_name} apply`, going.apply(plan), (tell) =>
            apply(at, plan, o.onDuplicate, tell, o.wait),
          )
        }),
      ),
    )
  sub('undo', 'undo an import; entries changed or in use since stay and are named')
    .argument('<id...>', 'of the imports')
    .option('--dry-run', 'only say what it would remove, restore and leave')
    .addOption(yesOption())
    .option('--no-wait', 'start it and do not wait; range imports list shows how it goes')
    .action(
      run((ids: string[], o: Where & { wait: boolean; yes?: true; dryRun?: true }) =>
        o.dryRun
          ? foresee(o, ids)
          : each(o, ids, async (at, plan) => {
              let digest: string | undefined
              await sure(io, o.yes, async () => {
                const preview = await at.client('GET /imports/:id/undo', { params: { id: plan.id } })
                digest = preview.digest
                return `${foreseenLines(plan.file_name, preview, at.words).join('\n')}\nUndo it?`
              })
              return shown(o, `${plan.file_name} undo`, going.undo(plan), (tell) =>
                rollBackImport(at, 'undo', plan, tell, o.wait, digest),
              )
            }),
      ),
    )
  const back = [
    ['cancel', 'cancel the writing of an import: what was written so far is undone, and the plan stays'],
    ['resume', 'go on putting back an import that was interrupted, from where it stopped'],
  ] as const
  for (const [word, about] of back) {
    const c = sub(word, about)
    if (word === 'cancel') c.addOption(yesOption())
    c.argument('<id...>', 'of the imports')
      .option('--no-wait', 'start it and do not wait; range imports list shows how it goes')
      .action(
        run((ids: string[], o: Where & { wait: boolean; yes?: true }) =>
          each(o, ids, async (at, plan) => {
            if (word === 'cancel') await sure(io, o.yes, () => `Cancel the writing of ${plan.file_name}?`)
            return shown(o, `${plan.file_name} ${word}`, going[word](plan), (tell) =>
              rollBackImport(at, word, plan, tell, o.wait),
            )
          }),
        ),
      )
  }
  sub('audience', 'who sees the new entries of an import; with arguments, set it')
    .argument('<id>', 'of the import')
    .addArgument(ofPeople(new Argument('[who...]', 'see below')))
    .addHelpText(
      'after',
      `
${peopleHelp}

Examples:
  range imports audience 01a1fd6f-… everybody
  range imports audience 01a1fd6f-… organisation:Computing role:student`,
    )
    .action(
      run(async (id: string, who: string[], o: Where) => {
        const people = who.length ? peopleOf(who) : undefined
        const at = connectToServer(io, o.api)
        const plan = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
        const p = people ? await chooseImportAudience(at, plan, await chosenOf(at, people)) : plan
        return {
          data: p.audience ?? null,
          text: p.audience
            ? (await audienceLines(at, p)).join('\n')
            : `No new entry of ${p.file_name} has an audience.`,
        }
      }),
    )
  sub('practice', 'open the sets of an import for practice: those it will make, or those it went into')
    .argument('<id>', 'of the import')
    .action(
      run(async (id: string, o: Where) => {
        const at = connectToServer(io, o.api)
        const plan = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
        const data = await practised(at, plan)
        return { data, table: importTable([data]), notes: o.json ? [] : await notesOf(at, data, told) }
      }),
    )
  sub('codes', 'one-time codes for imported users to set their first passwords; shown once')
    .argument('<id>', 'of the import')
    .action(
      run(async (id: string, o: Where) => {
        const at = connectToServer(io, o.api)
        const { version } = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
        const data = await at.client('POST /imports/:id/codes', { params: { id }, body: { version } })
        return {
          data,
          table: {
            columns: ['username', 'name', 'code'],
            rows: data.items.map((c) => [c.username, c.name, c.code]),
            lines: ['code'],
          },
          notes: [`They are valid until ${localDateTime(data.expires_at)}, each once, on the page “Change password”.`],
        }
      }),
    )
  sub('discard', 'discard a plan that was not written, or cancel one being made')
    .argument('<id>', 'of the import')
    .addOption(yesOption())
    .action(
      run(async (id: string, o: Where & { yes?: true }) => {
        const at = connectToServer(io, o.api)
        const { file_name } = await at.client('GET /imports/:id', { params: { id } }).catch(notThere(at, id))
        await sure(io, o.yes, () => `Discard the plan of ${file_name}?`)
        const data = await at.client('DELETE /imports/:id', { params: { id } })
        return { data, text: `${data.id} is discarded.` }
      }),
    )
}
