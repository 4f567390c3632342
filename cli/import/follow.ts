/** An import from its plan to its end, as seen from outside. */
import type { Audience } from '#src/contract/lib/crud.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { ImportPackage } from '#src/contract/import/import.schema.ts'
import type { Connection } from '../context.ts'
import { CliError, exits } from '../errors.ts'
import { worthTrying } from './send.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

const busy = new Set(['planning', 'applying', 'undoing'])
/** Looks in a row that may fail; the server may be starting anew. */
const mostMisses = 40

/** Waits until the import is at rest. @param onShare 0 to 1 as it goes */
export async function waitForImport(
  at: Connection,
  from: ImportPackage,
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Promise<ImportPackage> {
  let p = from
  let misses = 0
  for (let pause = 100; busy.has(p.state); pause = Math.min(1000, pause * 1.5)) {
    await wait(pause, undefined, signal ? { signal } : {})
    try {
      p = await at.client('GET /imports/:id', { params: { id: p.id } }, signal ? { signal } : {})
      misses = 0
    } catch (e) {
      if (!worthTrying(e) || ++misses > mostMisses) throw e
    }
    onShare(p.progress)
  }
  return p
}

/**
 * Writes what the plan says; many entries go in steps, which are waited for.
 * @param onShare 0 to 1 as it goes
 * @throws when it went back to a plan, because something had changed
 */
export async function apply(
  at: Connection,
  { id, digest, file_name }: ImportPackage,
  on_duplicate: 'ask' | 'skip' | 'overwrite',
  onShare: (share: number) => void = () => {},
  wait = true,
): Promise<ImportPackage> {
  const applied = await at
    .client('POST /imports/:id/apply', { params: { id }, body: { digest, on_duplicate } }, { as: 'upload' })
    .catch((e: unknown) => {
      if (!(e instanceof CliError)) throw e
      if (e.code === 'duplicate_data') throw undecided(file_name, changedOf(e.details), id)
      if (e.code === 'plan_changed') throw changed(e, id)
      throw e
    })
  if (!wait) return applied
  const end = {
    ...(await waitForImport(at, applied, onShare)),
    ...(applied.repeated ? { repeated: true as const } : {}),
  }
  if (end.cancelled_by !== undefined)
    throw new CliError(
      'cancelled',
      `${end.cancelled_by} cancelled the import of ${file_name}. Everything it had written was put back; the plan is still there.
Write it: range imports apply ${id}`,
      exits.failed,
      { id },
    )
  if (end.state === 'interrupted') throw halfway(at, end)
  if (end.state !== 'planned') return end
  const { since } = await at.client('GET /imports/:id', { params: { id } })
  const code = end.problem ?? 'plan_changed'
  throw changed(new CliError(code, at.words.problem(code, {}), exits.conflict, since ? { since } : {}), id)
}

/** Who sees what is new by it. */
export const chooseImportAudience = (
  { client }: Connection,
  { id, version }: ImportPackage,
  chosen: Audience,
): Promise<ImportPackage> => client('PUT /imports/:id/audience', { params: { id }, body: { ...chosen, version } })

/** Its sets are open for practice, as far as the caller may change them. */
export const practised = ({ client }: Connection, { id, version }: ImportPackage): Promise<ImportPackage> =>
  client('PUT /imports/:id/practice', { params: { id }, body: { version, open: true } })

/** What putting back left when it could not go on. */
function halfway(at: Connection, { id, file_name, interrupted }: ImportPackage): CliError {
  const { done = 0, left = 0, cause = 'internal' } = interrupted ?? {}
  return new CliError(
    'interrupted_import',
    `Undoing ${file_name} stopped halfway: ${done} ${done === 1 ? 'entry is' : 'entries are'} undone, ${left} ${left === 1 ? 'is' : 'are'} not. ${at.words.cause(cause)}
Try again from there: range imports resume ${id}`,
    exits.failed,
    { id, ...interrupted },
  )
}

/** Puts back what stood before; many entries go in steps, which are waited for. `resume` goes on where it stopped, `cancel` stops a writing. */
export async function rollBackImport(
  at: Connection,
  act: 'undo' | 'resume' | 'cancel',
  { id, version }: ImportPackage,
  onShare: (share: number) => void,
  wait = true,
  digest?: string,
): Promise<ImportPackage> {
  const body = { version, ...(digest === undefined ? {} : { digest }) }
  const begun = await at
    .client(`POST /imports/:id/${act}`, { params: { id }, body }, { as: 'upload' })
    .catch((e: unknown) => {
      if (e instanceof CliError && e.code === 'undo_changed')
        throw new CliError(e.code, `${e.message}\nCheck again: range imports undo ${id} --dry-run`, e.exit, e.details)
      throw e instanceof CliError && e.code === 'nothing_undone' ? nothingUndone(at, e.code, e.details) : e
    })
  if (!wait) return begun
  const end = await waitForImport(at, begun, onShare)
  if (end.state === 'interrupted') throw halfway(at, end)
  if (end.state !== 'applied') return end
  throw nothingUndone(at, end.problem ?? 'nothing_undone', end.details ?? {})
}

/** Which entries stay, the first by name, and why. */
function nothingUndone(at: Connection, code: string, given: unknown): CliError {
  const details = (given ?? {}) as { n?: number; first?: { label: string; why: string }[] }
  const { first = [], n = first.length } = details
  const lines = first.map(({ label, why }) => `  ${label}: ${at.words.rule({ path: '', rule: why })}`)
  const more = n > first.length && first.length ? [`  … and ${n - first.length} more`] : []
  return new CliError(
    code,
    [at.words.problem(code, { ...details }), ...lines, ...more].join('\n'),
    exits.conflict,
    details,
  )
}

/** @param rows undefined when nobody counted them */
export const differing = (rows: number | undefined, file: string): string =>
  `${rows === 1 ? '1 entry' : `${rows ?? 'Some'} entries`} of ${file} ${rows === 1 ? 'is' : 'are'} in the library with different content.`

const changedOf = (details: unknown): number | undefined =>
  isRecord(details) && typeof details['changed'] === 'number' ? details['changed'] : undefined
export const undecided = (file: string, rows: number | undefined, id: string): CliError =>
  new CliError(
    'duplicate_data',
    `${differing(rows, file)} Nothing was written.
Overwrite or skip them all: range imports apply ${id} --on-duplicate overwrite (or skip)
See them: range imports rows ${id} --verdict changed`,
    exits.conflict,
    { id, changed: rows },
  )

/** What came out otherwise than the plan said, as the server tells it. */
function changed(e: CliError, id: string): CliError {
  const { data: since } = ImportPackage.shape.since.safeParse(isRecord(e.details) ? e.details['since'] : undefined)
  const lines = (since?.moves ?? []).map(({ before, now, rows }) => {
    const named = since?.first.filter((r) => r.before === before && r.now === now).map((r) => r.label) ?? []
    return `  ${before} → ${now}: ${rows} (${named.slice(0, 5).join(', ')}${rows > 5 ? ', …' : ''})`
  })
  return new CliError(
    e.code,
    [
      e.message,
      'Nothing was written.',
      ...lines,
      `See them: range imports rows ${id}`,
      `Write the plan as it is now: range imports apply ${id}`,
    ].join('\n'),
    e.exit,
    e.details,
  )
}
