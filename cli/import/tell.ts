/** An import in a table and in sentences. */
import { audienceSaid, practiceSaid } from '#src/contract/import/audience.ts'
import type { ImportPackage, ImportRow, UndoPreview } from '#src/contract/import/import.schema.ts'
import { type ImportKind, rowVerdicts } from '#src/contract/import/import.ts'
import { lacksHeadings } from '#src/contract/import/reading.ts'
import { type TableKind, importTables } from '#src/contract/import/template.ts'
import { cut } from '#src/contract/lib/text.ts'
import type { Connection } from '../context.ts'
import { type Exit, exits } from '../errors.ts'
import type { Words } from '../words.ts'

/** Where the entries go, as the command says it. */
export const targets = {
  library: 'resources',
  theory: 'questions',
  exercises: 'exercises',
  flags: 'flags',
  users: 'users',
  course: 'courses',
} as const satisfies Record<string, ImportKind>

const otherTarget = (code: string): string | undefined =>
  Object.entries(targets).find(([, kind]) => code === `holds_${kind}`)?.[0]

/** Of an import, or of its plan where that is what was asked for: it is no import, or rows of it are refused, some or all. */
export const exitOf = (p: Pick<ImportPackage, 'state' | 'counts'>, planned = false): Exit =>
  p.state === 'failed'
    ? exits.failed
    : p.counts.refused > 0 && (planned || p.state === 'applying' || p.state === 'applied')
      ? exits.partly
      : exits.ok

/** States in which it matters who sees it. */
const seen: ReadonlySet<string> = new Set(['planned', 'applied'])

/** Lines of each list before it says how many more there are. */
const most = 10

/** How many entries there are of each verdict that there are any of. */
const entriesOf = ({ counts }: Pick<ImportPackage, 'counts'>): string =>
  rowVerdicts.flatMap((v) => (counts[v] ? [`${counts[v]} ${v}`] : [])).join(', ') || 'none'

export const importTable = (imports: readonly ImportPackage[], more?: 'more') => ({
  columns: ['import', 'file', 'state', 'entries', ...(more ? ['kind', 'by', 'started'] : [])],
  rows: imports.map((p) => [
    p.id,
    p.file_name,
    p.state,
    entriesOf(p),
    ...(more ? [p.kind, p.created_by_name, p.created_at] : []),
  ]),
  lines: ['entries'],
  ends: ['file'],
})

const placeOf = ({ file, line, index }: ImportRow['place']): string =>
  `${file}${line === undefined ? '' : `:${line}`}${index === undefined ? '' : ` #${index}`}`

export const rowsTable = (rows: readonly ImportRow[], words: Words) => ({
  columns: ['n', 'verdict', 'choice', 'resource', 'label', 'where', 'why'],
  rows: rows.map((r) => [
    r.n,
    r.verdict,
    r.choice,
    r.resource,
    [r.label, ...(r.person ? personOf(r.person) : [])].join(' · '),
    placeOf(r.place),
    [...changesOf(r, words), whyOf(r, words)].filter(Boolean).join('; '),
  ]),
  lines: ['why'],
  ends: ['where'],
})

const personOf = ({ username, organisation, role }: NonNullable<ImportRow['person']>): string[] =>
  [`@${username}`, organisation ?? '', role ?? ''].filter(Boolean)

/** What would change, field by field; of another role its name and the screens that go and come with it. */
const changesOf = ({ resource, difference, rights }: ImportRow, words: Words): string[] => [
  ...difference.flatMap((d) =>
    words.changes(resource, rights && d.field === 'role_id' ? { ...d, before: rights.before, after: rights.after } : d),
  ),
  ...(rights?.lost.length ? [`screens lost: ${rights.lost.join(', ')}`] : []),
  ...(rights?.gained.length ? [`screens gained: ${rights.gained.join(', ')}`] : []),
]

const whyOf = (r: ImportRow, words: Words): string => r.reasons.map((b) => words.rule(b, r.resource)).join(' ')

const shortened = (lines: readonly string[], all = lines.length): string[] =>
  lines.length < all || lines.length > most
    ? [...lines.slice(0, most), `  … and ${all - Math.min(most, lines.length)} more`]
    : [...lines]

/** Characters of a file's name in a list on a terminal: its beginning and its end tell which it is. */
const mostName = 48
const shortName = (file: string): string => {
  const all = [...file]
  return all.length <= mostName ? file : [...all.slice(0, 16), '…', ...all.slice(17 - mostName)].join('')
}

/**
 * What people have to know of an import beyond its figures: why it failed, what was left out and why, what comes next.
 * @param again its plan was told before: what its files are and how it can be changed is not said once more
 * @param narrow it goes to a terminal
 */
export async function notesOf(
  at: Connection,
  p: ImportPackage,
  { again = false, narrow = false } = {},
): Promise<string[]> {
  const { words } = at
  const placed = (place: ImportRow['place']): string =>
    placeOf(narrow ? { ...place, file: shortName(place.file) } : place)
  const named = (file: string): string => (narrow ? shortName(file) : file)
  const { problem, details = {} } = p
  if (p.state === 'undone') {
    const { items, total } = await at.client('GET /imports/:id/rows', {
      params: { id: p.id },
      query: { stayed: 'yes', page_size: most },
    })
    if (!total) return outcome(p)
    const lines = items.map((r) => `  ${placed(r.place)} ${cut(r.label, 60)}: ${whyOf(r, words)}`)
    return [
      ...outcome(p),
      `Entries of ${p.file_name} that are still there:`,
      ...shortened(lines, total),
      ...(total > most ? [`See them all: range imports rows ${p.id} --stayed`] : []),
      ...(p.can.includes('undo') ? [`Once nothing uses them: range imports undo ${p.id}`] : []),
    ]
  }
  const { code, entry, names_as: names } = details
  const [alone, ...others] = p.files
  const same = problem && alone?.problem && alone.name === p.file_name && !others.length ? alone : undefined
  const why = same
    ? `${p.file_name}: ${words.reading(same.problem ?? '', same.details)}`
    : `${p.file_name}: ${words.problem(problem ?? '', details)}${typeof code === 'string' ? ` ${words.reading(code, details)}` : typeof entry === 'string' ? ` ${entry}` : ''}`
  const told = again || same ? [] : p.files
  const aside = told.filter((f) => f.problem === 'left_aside').map((f) => f.name)
  const left = told
    .filter((f) => f.problem && f.problem !== 'left_aside')
    .map((f) => `  ${named(f.name)}: ${words.reading(f.problem ?? '', f.details)}`)
  const notes = left.length ? [`Files of ${p.file_name} that were left out:`, ...shortened(left)] : []
  if (aside.length)
    notes.push(`Skipped: ${aside.slice(0, most).map(named).join(', ')}${aside.length > most ? ', …' : ''}`)
  if (!again && p.files.some(lacksHeadings)) notes.push(...headingLines(p.kind))
  for (const f of again ? [] : p.files) {
    if (f.read_as && f.read_as !== 'utf-8')
      notes.push(`${named(f.name)}: ${words.readAs(f.read_as)} Otherwise: --encoding`)
    const unread = words.unread(f.unread)
    if (unread) notes.push(`${named(f.name)}: ${unread}`)
    if (f.examples) notes.push(`${named(f.name)}: ${words.examples()}`)
  }
  if (!again && p.state === 'planned' && typeof names === 'string') notes.push(`${p.file_name}: ${words.names(names)}`)
  if (!again && p.state === 'planned') {
    const kinds = p.resources.flatMap(({ resource, notes: all = [] }) =>
      all.map(
        ({ rows, first }) =>
          `  ${rows === 1 ? '1 entry' : `${rows} entries`}, for example: ${words.rule(first, resource)}`,
      ),
    )
    if (kinds.length)
      notes.push(
        `What ${p.file_name} says and the platform cannot keep:`,
        ...kinds,
        `Each entry with its notes: range imports rows ${p.id} --verdict new`,
      )
  }
  for (const [verdict, are] of [
    ['duplicate', 'there twice'],
    ['refused', 'refused'],
  ] as const) {
    // what was told with the plan; a row that is still refused after a correction is told anew, what is there twice not
    if (!p.counts[verdict] || p.repeated || (again && (verdict === 'duplicate' || p.state !== 'planned'))) continue
    const { items } = await at.client('GET /imports/:id/rows', {
      params: { id: p.id },
      query: { verdict, page_size: most },
    })
    const lines = items.map((r) => `  ${placed(r.place)} ${cut(r.label, 60)}: ${whyOf(r, words)}`)
    notes.push(`Entries of ${p.file_name} that are ${are}:`, ...shortened(lines, p.counts[verdict]))
    notes.push(...repairs(p, items))
  }
  const codes = [code, ...p.files.map((f) => f.problem)]
  const [into] = problem ? codes.flatMap((c) => (typeof c === 'string' ? (otherTarget(c) ?? []) : [])) : []
  const command = into ? [`range import ${p.file_name} --into ${into}`] : []
  return [
    ...notes,
    ...(problem
      ? [why, ...command]
      : [
          ...outcome(p),
          ...(seen.has(p.state) && !(again && p.state === 'planned') ? await audienceLines(at, p) : []).map(
            (line) => `${p.file_name}: ${line}`,
          ),
        ]),
  ]
}

const isTable = (kind: ImportKind): kind is TableKind => Object.hasOwn(importTables, kind)
/** What the headings of a table may be, where there is one for what is imported. */
const headingLines = (kind: ImportKind): string[] =>
  isTable(kind)
    ? [
        `Columns that are read: ${importTables[kind].headings('en-US').join(', ')}`,
        `A table to fill in: range imports template ${kind} --out ${kind}.xlsx`,
      ]
    : ['The headings that tables need, with a sample: range imports template --help']

/** Reasons that are no fault of the file's. */
const rights: ReadonlySet<string> = new Set(['no_operation_permission', 'protected_entry'])
/** What is said of a row that has to be mended where it came from. */
export const inFile = ({ place }: Pick<ImportRow, 'place'>): string =>
  `cannot be corrected in the plan: fix it in the file (${placeOf(place)}) and import that again.`

/** How refused rows come in: in the plan where their wrong fields are known, else by way of the file. */
function repairs({ id, state }: ImportPackage, refused: readonly ImportRow[]): string[] {
  if (state !== 'planned') return []
  const inPlan = refused.find((r) => r.wrong)
  const others = refused.filter(
    (r) => r.verdict === 'refused' && !r.wrong && !r.reasons.some((b) => rights.has(b.rule)),
  )
  const [first] = others
  return [
    ...(inPlan?.wrong
      ? [`Correct one in the plan: range imports correct ${id} ${inPlan.n} ${wrongFieldsText(inPlan.wrong)}`]
      : []),
    ...(first ? [`Row ${others.map((r) => r.n).join(', ')} ${inFile(first)}`] : []),
  ]
}
export const wrongFieldsText = (wrong: NonNullable<ImportRow['wrong']>): string =>
  wrong.map((w) => `${w.field}=…`).join(' ')

/** Who sees what is new by it, and whether learners practise it, with the commands that change that. */
export async function audienceLines({ client, words }: Connection, p: ImportPackage): Promise<string[]> {
  if (!p.audience) return []
  const reach = await client('GET /imports/:id/reach', { params: { id: p.id }, query: {} })
  // what is there already is not offered
  const others = p.audience.all ? 'role:NAME (or nobody, organisation:NAME, team:NAME, user:NAME)' : 'everybody'
  const change = p.can.includes('audience') ? ` Change it: range imports audience ${p.id} ${others}` : ''
  const practice = practiceSaid(p, reach, words.audience)
  const open = reach.closed.length && p.can.includes('practice') ? ` Open them: range imports practice ${p.id}` : ''
  return [`${audienceSaid(p, reach, words.audience)}${change}`, ...(practice ? [`${practice}${open}`] : [])]
}

/** How many entries stay, by reason. */
const keptOf = (kept: Partial<Record<string, number>>): string[] =>
  Object.entries(kept).map(([why, n]) => `${n} ${why.replaceAll('_', ' ')}`)

/** What an undo would do, with the first of those that stay. */
export function foreseenLines(file: string, { removed, restored, kept, first }: UndoPreview, words: Words): string[] {
  const stays = keptOf(kept)
  const total = Object.values(kept).reduce((sum, n) => sum + n, 0)
  return [
    `${file}: an undo removes ${removed} and puts ${restored} back${stays.length ? `; it leaves as they are: ${stays.join(', ')}` : ''}.`,
    ...shortened(
      first.map(({ label, why }) => `  ${cut(label, 60)}: ${words.rule({ path: '', rule: why })}`),
      total,
    ),
  ]
}

function outcome({ id, can, state, counts, details = {}, file_name, repeated }: ImportPackage): string[] {
  const figure = (name: string) => Number(details[name] ?? 0)
  // nothing came of this call that could be taken back
  if (state === 'applied' && repeated) return [`${file_name}: it was written before; nothing was added now.`]
  if (state === 'applied') {
    const back = can.includes('undo') ? ` Undo it: range imports undo ${id}` : ''
    return [
      `${file_name}: ${figure('created')} added, ${figure('overwritten')} overwritten, ${figure('skipped')} skipped.${back}`,
      ...(can.includes('codes') && figure('created')
        ? [`One-time codes for their first sign-in, shown once: range imports codes ${id}`]
        : []),
    ]
  }
  if (state === 'undone') {
    const kept = keptOf((details['kept'] ?? {}) as Partial<Record<string, number>>)
    return [
      `${file_name}: ${figure('removed')} removed, ${figure('restored')} put back${kept.length ? `; left as they are: ${kept.join(', ')}` : ''}.`,
    ]
  }
  if (state !== 'planned') return []
  if (counts.new + counts.changed === 0) return [`${file_name}: there is nothing to write.`]
  const duplicates = counts.changed ? ' --on-duplicate skip (or overwrite)' : ''
  return [`${file_name}: nothing is written yet. Write it: range imports apply ${id}${duplicates}`]
}
