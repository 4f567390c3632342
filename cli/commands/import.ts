import type { Audience } from '#src/contract/lib/crud.ts'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { Option } from 'commander'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import { onDuplicate, setsOfImport, type TextPage, textPages } from '#src/contract/import/import.ts'
import { limits } from '#src/contract/limits.ts'
import { resources } from '#src/contract/resources.ts'
import { audienceOption, chosenOf, peopleOf } from '../audience.ts'
import { type Connection, connectToServer, type Io } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { notThere } from '../files.ts'
import { apply, differing, practised, chooseImportAudience, waitForImport, undecided } from '../import/follow.ts'
import { packFolder } from '../import/pack.ts'
import { send } from '../import/send.ts'
import { exitOf, importTable, notesOf, targets } from '../import/tell.ts'
import { aborted, unlessAway } from '../interrupt.ts'
import { progress } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

interface Options {
  api?: string
  apply?: boolean
  dryRun?: boolean
  onDuplicate: (typeof onDuplicate)[number]
  into: keyof typeof targets
  encoding?: TextPage
  set?: string
  course?: string
  direction?: string
  audience?: string[]
  practice?: true
  json?: boolean
}
interface Failure {
  file_name: string
  error: { code: string; message: string; details?: unknown }
}

export const duplicateOption = (): Option =>
  new Option('--on-duplicate <what>', 'entries in the library that have different content')
    .choices(onDuplicate)
    .default('ask')

/** Uploads zips, shows the plan of each and, with `--apply`, writes them. An upload that broke off goes on where it stopped. */
export const importZips: RegisterCommand = (parent, run, io) => {
  parent
    .command('import')
    .description(
      'upload resource packages, files of the libraries or of questions and show what importing them would do; --apply does it',
    )
    .argument('<file...>', 'resource packages, or files, zips and folders of a known format')
    .option('--api <url>', 'address of the server')
    .option('--apply', 'write what the plan says, at once')
    .option('--dry-run', 'show the plan and write nothing; the default')
    .addOption(
      new Option(
        '--into <what>',
        'the libraries, the bank of questions, exercises or flag challenges, the users, or the courses',
      )
        .choices(Object.keys(targets))
        .default('library'),
    )
    .addOption(
      new Option('--encoding <page>', 'encoding of CSV and other texts; detected by default').choices(textPages),
    )
    .option('--set <name>', 'the set that all questions go into; by default those the files name')
    .option('--course <id>', 'of --into course: the course that takes the lessons; by default a new one is made')
    .option('--direction <name>', 'of --into course: what new courses are sorted under')
    .addOption(duplicateOption())
    .addOption(audienceOption('who sees new entries'))
    .option('--practice', 'open the sets of the questions for practice')
    .addHelpText(
      'after',
      `
Examples:
  range import ghdb.zip            upload, show the plan, write nothing
  range import ghdb.zip --apply    the same, then write it
  range import tools.csv ghdb.json                    single files, too
  range import *.zip --apply --on-duplicate skip      never touch what is there
  range import quiz.xml --into theory
  range import quiz.xml --into theory --set "Week 7"
  range import labs.zip --into exercises
  range import ctf.zip --into flags
  range import ./challenges --into flags              a folder is sent as a zip
  range import people.csv --into users
  range import security-101 --into course --direction Security
  range import week7.imscc --into course --course 01a1fd6f-…
  range import quiz.xml --into theory --audience role:student --apply

Questions: Moodle XML, GIFT, Aiken, QTI, Markdown, CSV, XLSX. Exercises: our
package, CSV, XLSX, open questions of Moodle XML, GIFT, QTI. Challenges: ctfcli,
rcds, GZCTF, CTFd, cmgr, Juice Shop. Courses: folders of Markdown files called
“1.2 Title.md”, Open edX (tar.gz), Common Cartridge, Moodle backups, lists (CSV)
and packages of range course export; they come in as drafts.

New questions, exercises and challenges are seen by nobody but those who manage
them until somebody says otherwise: --audience, or later range imports audience.
Learners practise them once their set is open for practice: --practice, or later
range imports practice.

Headings of the tables, with a sample: range imports template --help
Layout of a package, code pages: docs/files.md

Ctrl-C cancels a plan in the making; an upload that was cut off goes on when the
command is given again.
Plans and what becomes of them: range imports --help`,
    )
    .action(
      run(async (zips: string[], o: Options) => {
        if (o.apply && o.dryRun) throw usageError('--dry-run writes nothing and --apply writes: choose one.')
        const files = zips.map((zip) => path.resolve(io.cwd, zip))
        for (const file of files) check(file, o.into)
        const people = o.audience && peopleOf(o.audience)
        if (o.practice && !Object.hasOwn(setsOfImport, targets[o.into]))
          throw usageError(`--practice is for questions, exercises and flag challenges, and not for --into ${o.into}.`)
        const forCourses = o.course !== undefined || o.direction !== undefined
        if (forCourses && o.into !== 'course') throw usageError('--course and --direction are for --into course.')
        if (!forCourses && o.into === 'course')
          throw usageError(
            'Say where the course goes: --direction NAME for a new one, or --course ID to add its lessons there.',
          )
        if (people && o.into === 'users') throw usageError('--audience is not for --into users.')
        const at = connectToServer(io, o.api)
        const audience = people && (await chosenOf(at, people))
        const set = o.course ?? (o.set === undefined ? undefined : await setNamed(at, o.into, o.set))
        const direction = o.direction === undefined ? undefined : await directionNamed(at, o.direction)
        const done: (ImportPackage | Failure)[] = []
        const errors: CliError[] = []
        for (const file of files)
          try {
            done.push(await fileOrFolder(file, o.into, (sent) => one(io, at, sent, o, { set, direction }, audience)))
          } catch (e) {
            if (!(e instanceof CliError) || files.length === 1) throw e
            const { code, message, details } = e
            done.push({ file_name: path.basename(file), error: { code, message, ...(details ? { details } : {}) } })
            errors.push(e)
            // the next one would meet the same
            if (e.exit !== exits.conflict && e.exit !== exits.failed) break
          }
        const packages = done.filter((p) => 'id' in p)
        const notes: string[] = []
        if (!o.json)
          for (const p of packages) notes.push(...(await notesOf(at, p, { narrow: io.columns !== undefined })))
        for (const f of done) if ('error' in f) notes.push(`${f.file_name}: ${f.error.message}`)
        if (files.length > 1) notes.push(...together(packages))
        return {
          data: done,
          table: importTable(packages),
          notes,
          exit: errors[0]?.exit ?? packages.map((p) => exitOf(p, true)).find((e) => e !== exits.ok) ?? exits.ok,
        }
      }),
    )
}

/** What can be done next with several at once, to be pasted. */
function together(packages: readonly ImportPackage[]): string[] {
  const all = (word: 'apply' | 'undo', says: string): string[] => {
    const ids = packages.filter((p) => p.can.includes(word) && (word === 'undo' || writes(p) > 0)).map((p) => p.id)
    return ids.length > 1 ? [`${says}: range imports ${word} ${ids.join(' ')}`] : []
  }
  return [...all('apply', 'Write all plans'), ...all('undo', 'Undo all')]
}
const writes = ({ counts }: ImportPackage): number => counts.new + counts.changed

function check(file: string, into: Options['into']): void {
  if (!existsSync(file)) throw notThere(file)
  if (statSync(file).isDirectory()) {
    if (into !== 'users') return
    throw new CliError('no_file', `${file} is a folder. A list of people is one CSV or XLSX file.`, exits.usage)
  }
  const { size } = statSync(file)
  if (size === 0) throw new CliError('empty', `${file} is empty.`, exits.usage)
  if (size > limits.importZip)
    throw new CliError('too_large', `${file} is larger than ${limits.importZip / 1024 / 1024} MiB.`, exits.usage)
}

/** Id of the set of a bank with that name. @throws CliError where none has it, or several have */
async function setNamed(at: Connection, into: Options['into'], name: string): Promise<string> {
  const kind = targets[into]
  if (!isKeyOf(setsOfImport, kind))
    throw new CliError(
      'usage',
      `--set is for questions, exercises and flag challenges, and not for --into ${into}.`,
      exits.usage,
    )
  const { path: list } = resources[setsOfImport[kind]].line
  const { items } = await at.client(`GET ${list}`, { query: { q: name, page_size: 200 } })
  const same = (a: string) => a.normalize('NFKC').toLowerCase().trim()
  const found = items.filter((s) => s.id === name || same(s.name) === same(name))
  const [one, ...more] = found
  if (!one)
    throw new CliError(
      'not_found',
      `There is no set “${name}”. Create it: range ${setsOfImport[kind]} create --set name='${name.replaceAll("'", "'\\''")}'`,
      exits.notFound,
    )
  if (more.length)
    throw new CliError(
      'usage',
      `${found.length} sets have the name “${name}”; name one by its id: ${found.map((s) => s.id).join(', ')}`,
      exits.usage,
    )
  return one.id
}

/** Id of the direction of that name. @throws CliError where none has it, or several have */
async function directionNamed(at: Connection, name: string): Promise<string> {
  const { items } = await at.client('GET /directions', { query: { q: name, page_size: 200 } })
  const same = (a: string) => a.normalize('NFKC').toLowerCase().trim()
  const found = items.filter((d) => d.id === name || same(d.name) === same(name))
  const [one, ...more] = found
  if (!one)
    throw new CliError(
      'not_found',
      `There is no direction “${name}”. Those there are: range direction list`,
      exits.notFound,
    )
  if (more.length)
    throw usageError(
      `${found.length} directions have the name “${name}”; name one by its id: ${found.map((d) => d.id).join(', ')}`,
    )
  return one.id
}

/** What of it may hand out archives, which nobody opens. */
const handsOut: readonly Options['into'][] = ['flags', 'exercises', 'course']

/** A folder goes as a zip, which is there only as long as it is sent; what it leaves behind is named with the rest of what was not read. */
async function fileOrFolder(
  file: string,
  into: Options['into'],
  work: (sent: string) => Promise<ImportPackage>,
): Promise<ImportPackage> {
  if (!statSync(file).isDirectory()) return work(file)
  const zip = packFolder(file, handsOut.includes(into))
  try {
    const p = await work(zip.file)
    const left = zip.left.map((name) => ({
      name,
      size: statSync(path.join(file, name)).size,
      format: null,
      rows: 0,
      problem: 'zip_nested',
    }))
    return { ...p, files: [...p.files, ...left] }
  } finally {
    zip.drop()
  }
}

type At = 'upload' | 'plan' | 'apply'

async function one(
  io: Io,
  at: Connection,
  file: string,
  o: Options,
  { set, direction }: { set: string | undefined; direction: string | undefined },
  audience: Audience | undefined,
): Promise<ImportPackage> {
  const name = path.basename(file)
  const bar = progress(io, o.json === true)
  const stop = new AbortController()
  const release = io.onInterrupt(() => stop.abort())
  let phase: At = 'upload'
  let begun: ImportPackage | undefined
  try {
    const upload = await send(at, file, stop.signal, (share) => bar.at(`${name} upload`, share))
    begun = await at.client('POST /imports', {
      body: {
        upload_id: upload,
        kind: targets[o.into],
        ...(o.encoding ? { page: o.encoding } : {}),
        ...(set === undefined ? {} : { set_id: set }),
        ...(direction === undefined ? {} : { direction_id: direction }),
      },
    })
    phase = 'plan'
    stop.signal.throwIfAborted()
    const planned = await waitForImport(at, begun, (share) => bar.at(`${name} plan`, share), stop.signal)
    const seen =
      audience && planned.can.includes('audience') ? await chooseImportAudience(at, planned, audience) : planned
    const p = o.practice && seen.can.includes('practice') ? await practised(at, seen) : seen
    if (!o.apply || p.state !== 'planned' || writes(p) === 0) return p
    bar.done()
    const choice = await chosen(io, p, o.onDuplicate)
    phase = 'apply'
    stop.signal.throwIfAborted()
    bar.at(`${name} apply`, 0)
    const applied = await Promise.race([
      apply(at, p, choice, (share) => bar.at(`${name} apply`, share)),
      aborted(stop.signal),
    ])
    // sets that were there before
    return o.practice && applied.can.includes('practice') ? await practised(at, applied) : applied
  } catch (e) {
    if (!stop.signal.aborted) throw begun && phase === 'apply' ? unlessAway(e, unfinishedImportText(name, begun)) : e
    throw new CliError('interrupted', await interrupted(at, phase, name, begun), exits.interrupted)
  } finally {
    release()
    bar.done()
  }
}

/** What to do with entries that stand with other content; somebody is asked only when nothing was said. */
async function chosen(io: Io, p: ImportPackage, said: Options['onDuplicate']): Promise<Options['onDuplicate']> {
  if (said !== 'ask' || p.counts.changed === 0) return said
  if (!io.interactive) throw undecided(p.file_name, p.counts.changed, p.id)
  const answer = await io.ask(`${differing(p.counts.changed, p.file_name)} Overwrite? [y/N] `)
  return /^y(es)?$/i.test(answer.trim()) ? 'overwrite' : 'skip'
}

/** What goes on without the tool. */
export const unfinishedImportText = (name: string, { id }: { id: string }): string =>
  `${name} is still being written: all of it or nothing. See how it ended: range imports list\nCancel it meanwhile: range imports cancel ${id}`

/** Leaves the server as the interruption wants it, and says how that is. */
async function interrupted(at: Connection, phase: At, name: string, begun: ImportPackage | undefined): Promise<string> {
  if (phase === 'apply' && begun) return `Interrupted. ${unfinishedImportText(name, begun)}`
  if (!begun)
    return `Interrupted. What has arrived of ${name} is kept for a day; the same command continues from there.`
  try {
    await at.client('DELETE /imports/:id', { params: { id: begun.id } })
    return `Interrupted. The import of ${name} was cancelled and left nothing behind.`
  } catch (e) {
    return `Interrupted. The import of ${name} could not be cancelled: ${e instanceof Error ? e.message : String(e)}\nTry again: range imports discard ${begun.id}`
  }
}
