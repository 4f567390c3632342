import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Backup, RestoreStatus } from '#src/contract/backup/backup.schema.ts'
import { type Archive, openBackup } from '#mock/backup/archive/open.ts'
import { BackupProblem } from '#mock/backup/archive/problem.ts'
import { isSealed, opens } from '#mock/backup/archive/seal.ts'
import { type Connection, connectToServer, type Io, profileStore, toolEnv } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { newFile, notThere } from '../files.ts'
import { goingOn } from '../interrupt.ts'
import { send } from '../import/send.ts'
import { localDateTime, progress } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { nobodyThere } from '../sure.ts'
import { wordsOf } from '../words.ts'

interface Where {
  api?: string
  json?: boolean
}

/** Backups of the platform: make, fetch, look into and put back. */
export const handleBackups: RegisterCommand = (parent, run, io) => {
  const own = parent
    .command('backup')
    .description('backups of the whole platform: make, list, download, inspect, restore')
    .addHelpText(
      'after',
      `
Examples:
  range backup create --note "Before the exam"
  range backup create --out /var/backups/monday.backup
  range backup list
  range backup download 01a1fd6f-… --out monday.backup
  range backup inspect monday.backup
  range backup restore monday.backup --yes

Without a terminal nothing is asked: RANGE_PASSWORD and RANGE_PASSPHRASE say
what would be, and progress is a line at each quarter on the error stream.`,
    )
  const sub = (name: string, about: string): Command =>
    own.command(name).description(about).option('--api <url>', 'address of the server')

  sub('create', 'make a backup now')
    .alias('now')
    .option('--note <text>', 'what it is for', '')
    .option('--encrypt', 'with a passphrase that is asked for; RANGE_PASSPHRASE alone does it too')
    .option('--out <file>', 'download it to this file when it is complete')
    .option('--wait', 'wait until it is complete; the default')
    .option('--no-wait', 'only begin it')
    .addHelpText(
      'after',
      `
Examples:
  range backup create --note "Before the exam"
  range backup create --encrypt --out monday.backup
  RANGE_PASSPHRASE=… range backup create --out monday.backup    nobody is asked`,
    )
    .action(
      run(async (o: Where & { note: string; encrypt?: boolean; out?: string; wait?: boolean }) => {
        if (o.out !== undefined && o.wait === false)
          throw usageError('--out waits for the backup: leave --no-wait out.')
        // before anything is asked of the server: a backup that finds no place was made for nothing
        const file = o.out === undefined ? undefined : newFile(io, o.out)
        const at = connectToServer(io, o.api)
        // one that is set is meant: nobody is to find a plain file where he said how to close it
        const passphrase =
          o.encrypt || toolEnv(io).passphrase ? await secret(io, 'passphrase', 'Passphrase: ') : undefined
        const begun = await at
          .client('POST /backups', { body: { note: o.note, ...(passphrase ? { passphrase } : {}) } })
          .catch(anotherOne)
        if (o.wait === false) return { data: begun, table: tableOf([begun]) }
        const b = await goingOn(io, 'The backup is still being made: range backup list', () =>
          whole(at, begun, io, o.json),
        )
        if (file === undefined) return { data: b, table: tableOf([b]) }
        await fetchTo(at, b, file, io, o.json)
        return { data: { ...b, file }, text: fetched(b, file) }
      }),
    )
  sub('list', 'list backups, newest first').action(
    run(async (o: Where) => {
      const data = await connectToServer(io, o.api).client('GET /backups')
      const { every, keep, next_at } = data.automatic
      const next = every
        ? `Automatic: ${next_at ? `the next at ${localDateTime(next_at)}` : 'none is due yet'}, ${keep} are kept.`
        : 'There are no automatic backups.'
      return { data, table: tableOf(data.items), notes: [next] }
    }),
  )
  sub('download', 'download a backup as a file')
    .argument('<id>', 'of the backup, or its name: range backup list')
    .option('--out <file>', 'where to; default: the name of the backup, in this folder')
    .action(
      run(async (id: string, o: Where & { out?: string }) => {
        const at = connectToServer(io, o.api)
        const b = await onServer(at, id)
        const file = newFile(io, o.out ?? b.name)
        await fetchTo(at, b, file, io, o.json)
        return { data: { ...b, file }, text: fetched(b, file) }
      }),
    )
  own
    .command('inspect')
    .description('inspect a backup file without a server; every byte of it is checked')
    .argument('<file>', 'a backup')
    .action(
      run(async (name: string) => {
        const { manifest, encrypted } = await opened(io, name)
        const { tables, files, taken_at, product, engine, migrations } = manifest
        const rows = tables.reduce((n, t) => n + t.rows, 0)
        return {
          data: { ...manifest, encrypted },
          table: { columns: ['table', 'rows', 'bytes'], rows: tables.map((t) => [t.name, t.rows, t.size]) },
          notes: [
            `Taken at ${localDateTime(taken_at)} on ${engine}, version ${product}, schema ${migrations.at(-1)?.name ?? '?'}${encrypted ? ', encrypted' : ''}.`,
            `${rows.toLocaleString('en-US')} rows of ${tables.length} tables, ${files.length.toLocaleString('en-US')} files. It is whole.`,
          ],
        }
      }),
    )
  sub('restore', 'restore the platform from a backup; everybody is signed out')
    .argument('<backup>', 'id of a backup of the server, or a file that is uploaded first')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
Your password is asked for, and the passphrase of an encrypted backup. Without
a terminal RANGE_PASSWORD and RANGE_PASSPHRASE say them, and --yes that it is
meant.

Examples:
  range backup restore monday.backup
  range backup restore 01a1fd6f-…
  RANGE_PASSWORD=… range backup restore monday.backup --yes`,
    )
    .action(run((what: string, o: Where & { yes?: boolean }) => restore(io, what, o)))
}

const fetched = (b: Backup, file: string): string => `${file}: ${b.size} bytes, SHA-256 ${b.sha256}`

/** One is made at a time. */
function anotherOne(e: unknown): never {
  if (!(e instanceof CliError) || e.code !== 'not_allowed_in_state') throw e
  const { state, name, since, by } = (e.details ?? {}) as Partial<Record<'state' | 'name' | 'since' | 'by', string>>
  if (name === undefined || since === undefined) throw e
  throw new CliError(
    e.code,
    `A backup is being ${state === 'checking' ? 'checked' : 'made'} already, since ${localDateTime(since)}${by ? ` by ${by}` : ''}: ${name}\nSee how it goes: range backup list`,
    e.exit,
    e.details,
  )
}

/** The passphrase of a backup that has one. @throws CliError usage, as for a wrong one, where there is none to be had */
async function passphraseOf(io: Io, name: string): Promise<string> {
  if (!io.interactive && !toolEnv(io).passphrase)
    throw new CliError(
      'no_passphrase',
      `${name} is encrypted: set RANGE_PASSPHRASE, or run it on a terminal.`,
      exits.usage,
    )
  return secret(io, 'passphrase', 'Passphrase of the backup: ')
}
const wrongPassphrase = (name: string): CliError =>
  new CliError('passphrase_wrong', `${name}: this is not its passphrase. Nothing was changed.`, exits.usage)

/** What is no word of a command line: from the environment, or asked for. */
async function secret(io: Io, name: 'password' | 'passphrase', question: string): Promise<string> {
  const given = toolEnv(io)[name]
  if (given) return given
  if (io.interactive) return io.ask(question, true)
  throw new CliError(`no_${name}`, `Set RANGE_${name.toUpperCase()}, or run it on a terminal.`, exits.usage)
}

const tableOf = (all: readonly Backup[]) => ({
  columns: ['backup', 'name', 'state', 'taken', 'note', 'origin', 'bytes', 'rows', 'files', 'by'],
  ends: ['name'],
  spare: ['files', 'rows', 'by', 'origin'],
  rows: all.map((b) => [
    b.id,
    b.name,
    b.problem ?? b.state,
    b.taken_at,
    b.note,
    b.origin,
    b.size,
    // nobody has looked into one that came under a passphrase
    ...(b.encrypted && b.rows === 0 ? ['encrypted', 'encrypted'] : [b.rows, b.files]),
    b.created_by_name,
  ]),
})

/** Waits until a backup is made, or checked. */
async function whole(at: Connection, from: Backup, io: Io, quiet = false): Promise<Backup> {
  const bar = progress(io, quiet, 0)
  let b = from
  try {
    for (let pause = 100; b.state === 'making' || b.state === 'checking'; pause = Math.min(1000, pause * 1.5)) {
      await wait(pause)
      b = await at.client('GET /backups/:id', { params: { id: b.id } })
      bar.at(`${b.name} ${b.state}`, b.progress)
    }
  } finally {
    bar.done()
  }
  if (b.state === 'failed')
    throw new CliError(b.problem ?? 'failed', `${b.name}: ${at.words.problem(b.problem ?? '')}`, exits.failed, b)
  return b
}

/** The file has its name only once all of it arrived and is what the server says. */
async function fetchTo(at: Connection, b: Backup, file: string, io: Io, quiet = false): Promise<void> {
  const bar = progress(io, quiet, 0)
  const hash = createHash('sha256')
  let got = 0
  try {
    await pipeline(
      await at.file(`/backups/${encodeURIComponent(b.id)}/file`),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          got += chunk.length
          bar.at(`${b.name} download`, got / b.size)
          yield chunk
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    )
    if (hash.digest('hex') !== b.sha256)
      throw new CliError('checksum_mismatch', `${b.name} arrived damaged. Fetch it again.`)
  } catch (e) {
    rmSync(file, { force: true })
    throw e
  } finally {
    bar.done()
  }
}

/** A backup file's own word, with the passphrase asked for when it needs one. */
async function opened(io: Io, name: string): Promise<Pick<Archive, 'manifest' | 'encrypted'>> {
  const file = path.resolve(io.cwd, name)
  if (!existsSync(file)) throw notThere(file)
  if (!statSync(file).isFile()) throw usageError(`${file} is a folder. Name the backup in it.`)
  await refuseOther(file, name)
  const scratch = path.join(os.tmpdir(), `range-inspect-${process.pid}`)
  const look = async (passphrase?: string) => {
    const archive = await openBackup(file, { passphrase, scratch })
    try {
      // the checksum of every part, and not of the file alone
      for (const part of [...archive.manifest.tables, ...archive.manifest.files])
        for await (const _ of archive.read(part));
      return archive
    } finally {
      await archive.close()
    }
  }
  try {
    return await look().catch(async (e: unknown) => {
      if (!(e instanceof BackupProblem) || e.details['missing'] !== true) throw e
      return look(await passphraseOf(io, name))
    })
  } catch (e) {
    if (!(e instanceof BackupProblem)) throw e
    if (e.code === 'passphrase_wrong') throw wrongPassphrase(name)
    const words = wordsOf(toolEnv(io).language)
    const { code, at, ...details } = e.details as { code?: string; at?: string | number }
    const why = code === undefined ? (at === undefined ? '' : ` (${at})`) : ` ${words.reading(code, details)}`
    throw new CliError(e.code, `${name}: ${words.problem(e.code, e.details)}${why}`, exits.failed, e.details)
  }
}

/** A file on its way into the list of the server. */
async function uploaded(io: Io, at: Connection, file: string, quiet?: boolean): Promise<string> {
  const bar = progress(io, quiet === true, 0)
  const stop = new AbortController()
  const release = io.onInterrupt(() => stop.abort())
  try {
    return await send(at, file, stop.signal, (share) => bar.at(`${path.basename(file)} upload`, share), 'backup')
  } finally {
    release()
    bar.done()
  }
}

const zipBegins = Buffer.from('PK')
/** @throws CliError usage for a file that does not begin as backups do: it is not sent anywhere */
async function refuseOther(file: string, name: string): Promise<void> {
  if (await isSealed(file)) return
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(zipBegins.length), 0, zipBegins.length, 0)
    if (!buffer.equals(zipBegins)) throw new CliError('no_backup', `${name} is not a backup.`, exits.usage)
  } finally {
    await handle.close()
  }
}

/** What looks like a file and not like an id of the list. */
const looksLikeFile = (what: string): boolean => /[/\\.]/.test(what)

/** The backup of the server with that id. @throws CliError usage for the name of a file, which is not taken for an id */
async function onServer(at: Connection, id: string, file?: string): Promise<Backup> {
  if (file !== undefined && existsSync(file)) throw usageError(`${file} is a folder. Name the backup in it.`)
  const named = looksLikeFile(id)
    ? (await at.client('GET /backups').catch(() => undefined))?.items.find((b) => b.name === path.basename(id))
    : undefined
  if (file !== undefined && looksLikeFile(id))
    throw notThere(file, named && ` The server keeps a backup of that name: ${named.id}`)
  return at.client('GET /backups/:id', { params: { id: named?.id ?? id } }).catch((e: unknown) => {
    if (!(e instanceof CliError) || e.code !== 'not_found') throw e
    const neither = file === undefined ? '' : `There is no file ${file}, and `
    throw new CliError(
      e.code,
      `${neither}${at.api} has no backup ${id}.\nThose there are: range backup list`,
      e.exit,
      e.details,
    )
  })
}

async function restore(io: Io, what: string, o: Where & { yes?: boolean }) {
  const at = connectToServer(io, o.api)
  const file = path.resolve(io.cwd, what)
  const own = existsSync(file) && statSync(file).isFile()
  if (own) await refuseOther(file, what)
  // a slip in the name comes before what else is missing
  const stored = own ? undefined : await onServer(at, what, file)
  if (!io.interactive) {
    if (!o.yes) throw nobodyThere()
    await secret(io, 'password', '')
  }
  // everything that is asked for comes before a file of gigabytes goes its way
  const encrypted = stored ? stored.encrypted : await isSealed(file)
  const passphrase = encrypted ? await passphraseOf(io, stored?.name ?? what) : undefined
  if (own && passphrase !== undefined && !(await opens(file, passphrase))) throw wrongPassphrase(what)
  if (!o.yes) {
    const moment = stored?.taken_at ? localDateTime(stored.taken_at) : `what ${stored?.name ?? what} holds`
    const answer = await io.ask(
      `The platform goes back to ${moment}. Everybody is signed out, and anything since is lost; the current state is backed up first.\nType RESTORE to continue: `,
    )
    if (answer.trim() !== 'RESTORE') throw new CliError('cancelled', 'Nothing was changed.', exits.interrupted)
  }
  const password = await secret(io, 'password', 'Your password: ')
  // a file of gigabytes is not sent for a password that ends it; the restore asks once more
  if (own)
    await at.client('POST /backups/password', { body: { password } }).catch((e: unknown) => {
      throw e instanceof CliError && e.code === 'password_wrong'
        ? new CliError(e.code, `${e.message}\nNothing was sent, and nothing was changed.`, e.exit, e.details)
        : e
    })
  const begin = (id: string): Promise<RestoreStatus> =>
    at
      .client('POST /backups/:id/restore', {
        params: { id },
        body: { word: 'RESTORE', password, ...(passphrase ? { passphrase } : {}) },
      })
      .catch((e: unknown) => {
        throw e instanceof CliError && e.code === 'passphrase_wrong' ? wrongPassphrase(stored?.name ?? what) : e
      })
  const status = stored
    ? await begin(stored.id)
    : await receivedAnd(io, at, await uploaded(io, at, file, o.json), o, begin)
  const end = await goingOn(
    io,
    'The restore continues: the platform goes back all the same, or stays as it was if that fails. Sign in to see which: range login',
    () => followed(at, status, io, o.json),
  )
  if (end.stage !== 'done')
    throw new CliError(
      end.problem ?? 'failed',
      `${at.words.problem(end.problem ?? '')} Everything is as it was.`,
      exits.failed,
      end,
    )
  // the session it was kept for is of the state before
  profileStore(io).write((p) => {
    delete p.tokens[at.api]
  })
  const unused =
    !encrypted && toolEnv(io).passphrase ? ' The backup is not encrypted: RANGE_PASSPHRASE was not needed.' : ''
  return {
    data: end,
    text: `The platform is back at ${end.taken_at ? localDateTime(end.taken_at) : what}. Sign in again: range login${unused}`,
  }
}

/** What was uploaded to be restored leaves no copy behind where that is refused. */
async function receivedAnd(
  io: Io,
  at: Connection,
  upload_id: string,
  { json }: Where,
  begin: (id: string) => Promise<RestoreStatus>,
): Promise<RestoreStatus> {
  const received = await at.client('POST /backups/receive', { body: { upload_id } })
  try {
    await goingOn(io, 'What was uploaded is in the list: range backup list', () => whole(at, received, io, json))
    return await begin(received.id)
  } catch (e) {
    if (!(e instanceof CliError) || e.exit === exits.interrupted || e.exit === exits.unreachable) throw e
    const gone = await at.client('DELETE /backups/:id', { params: { id: received.id } }).then(
      () => true,
      () => false,
    )
    const unchanged = e.message.includes('Nothing was changed.') ? '' : 'Nothing was changed. '
    throw new CliError(
      e.code,
      `${e.message}\n${unchanged}${gone ? 'The copy that was uploaded is removed again.' : `The copy that was uploaded is still there: ${received.id}`}`,
      e.exit,
      e.details,
    )
  }
}

/** A server that begins anew does not answer for a moment. */
const mostMisses = 600

async function followed(at: Connection, from: RestoreStatus, io: Io, quiet = false): Promise<RestoreStatus> {
  const bar = progress(io, quiet, 0)
  let status = from
  let misses = 0
  try {
    while (status.running) {
      await wait(500)
      try {
        status = await at.client('GET /restore')
        misses = 0
        bar.at(status.stage ?? '', status.progress)
      } catch (e) {
        if (++misses > mostMisses) throw e
        bar.at('the server restarts', status.progress)
      }
    }
  } finally {
    bar.done()
  }
  return status
}
