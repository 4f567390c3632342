/**
 * Packages of lessons (SCORM 1.2 and 2004): what a manifest says, what a package reports of its learner, and what follows from that. A package
 * keeps its data as elements of the run-time environment, `cmi.…`; here they are texts by their whole names.
 */
import type { CommitData, PackageItem } from './package.schema.ts'
import { isRecord } from '../lib/typed.ts'

export const packageVersions = ['1.2', '2004'] as const
export type PackageVersion = (typeof packageVersions)[number]
/** `sco`: talks to the platform; `asset`: is shown only; `group`: holds others. */
export const packageItemKinds = ['sco', 'asset', 'group'] as const
export const packageStates = ['none', 'begun', 'completed', 'passed', 'failed'] as const
export type PartState = (typeof packageStates)[number]

/** Why a package is not taken. `package_zip` tells more: the word of what is wrong with the archive. */
export const packageFaults = [
  'package_zip',
  'package_manifest',
  'package_subfolder',
  'package_aicc',
  'package_cmi5',
  'package_xapi',
  'package_cartridge',
  'package_h5p',
  'package_xml',
  'package_version',
  'package_empty',
  'package_missing',
  'package_outside',
  'package_large',
  'package_slow',
] as const
export type PackageFault = (typeof packageFaults)[number]

export const packageLimits = {
  /** Bytes of a manifest. */
  manifest: 4 * 1024 * 1024,
  items: 500,
  depth: 20,
  /** Characters of a title, and of what an item is started with. */
  title: 300,
  launch: 4096,
  /** Characters of what a package keeps for itself, by version. */
  suspend: { '1.2': 4096, '2004': 64_000 },
  /** Of any other value; of all together; how many there are. */
  value: 4096,
  all: 256 * 1024,
  values: 5000,
  /** Bytes of a commit. */
  commit: 1024 * 1024,
  /** A ticket is good so long, unless it is renewed; seconds. */
  ticket: 180,
  /** Seconds that one session of a package may count. */
  session: 24 * 3600,
} as const

/** On the origin of packages. */
export const packagePaths = { play: 'play', content: 'content', commit: 'commit' } as const

/** Seconds of `0001:02:03.5` (1.2). */
export function secondsOfTimespan(text: string): number {
  const [, h, m, s] = /^(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,2})?)$/.exec(text) ?? []
  return h === undefined ? 0 : Number(h) * 3600 + Number(m) * 60 + Number(s)
}
/** Seconds of `P1DT1H2M3.5S` (2004), of which months and years count nothing: no session takes them. */
export function secondsOfDuration(text: string): number {
  const [whole, d, h, m, s] =
    /^P(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,2})?)S)?)?$/.exec(
      text,
    ) ?? []
  return whole === undefined
    ? 0
    : Number(d ?? 0) * 86_400 + Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0)
}
const two = (n: number): string => String(n).padStart(2, '0')
export const timespanOf = (seconds: number): string => {
  const s = Math.min(9999 * 3600, Math.max(0, Math.round(seconds)))
  return `${String(Math.floor(s / 3600)).padStart(4, '0')}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}.00`
}
export const durationOf = (seconds: number): string => {
  const s = Math.max(0, Math.round(seconds))
  return `PT${Math.floor(s / 3600)}H${Math.floor(s / 60) % 60}M${s % 60}S`
}

const figure = (text: string | undefined): number | undefined => {
  const n = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(n) ? n : undefined
}
const within = (n: number): number => Math.min(1, Math.max(0, n))

/** A share of the points, where the package says a score. */
function scoreOf(cmi: CommitData, at: string): number | null {
  const scaled = figure(cmi[`${at}.scaled`])
  if (scaled !== undefined) return within(scaled)
  const raw = figure(cmi[`${at}.raw`])
  if (raw === undefined) return null
  const min = figure(cmi[`${at}.min`]) ?? 0
  const max = figure(cmi[`${at}.max`]) ?? 100
  return max > min ? within((raw - min) / (max - min)) : null
}

export interface PackageOutcome {
  state: PartState
  score: number | null
  /** Of this session. */
  seconds: number
}
type Thresholds = Pick<PackageItem, 'mastery' | 'completion'>

/** SCORM 1.2 RTE 3.4.4: a score decides between passed and failed where the manifest says what is needed. */
function outcome12(cmi: CommitData, { mastery }: Thresholds): PackageOutcome {
  const said = cmi['cmi.core.lesson_status'] ?? 'not attempted'
  const raw = figure(cmi['cmi.core.score.raw'])
  const over = said === 'completed' || said === 'passed' || said === 'failed'
  const status = over && mastery !== null && raw !== undefined ? (raw >= mastery ? 'passed' : 'failed') : said
  return {
    state:
      status === 'passed' || status === 'failed' || status === 'completed'
        ? status
        : status === 'not attempted'
          ? 'none'
          : 'begun',
    score: scoreOf(cmi, 'cmi.core.score'),
    seconds: secondsOfTimespan(cmi['cmi.core.session_time'] ?? ''),
  }
}
/** SCORM 2004 RTE 4.2.4.1, 4.2.22.1: what the manifest asks for goes before what the package says. */
function outcome2004(cmi: CommitData, { mastery, completion }: Thresholds): PackageOutcome {
  const measure = figure(cmi['cmi.progress_measure'])
  const scaled = figure(cmi['cmi.score.scaled'])
  const complete =
    completion !== null && measure !== undefined ? measure >= completion : cmi['cmi.completion_status'] === 'completed'
  const success =
    mastery !== null && scaled !== undefined ? (scaled >= mastery ? 'passed' : 'failed') : cmi['cmi.success_status']
  const begun = Object.keys(cmi).length > 0 && cmi['cmi.completion_status'] !== 'not attempted'
  return {
    state:
      success === 'passed'
        ? 'passed'
        : success === 'failed' && complete
          ? 'failed'
          : complete
            ? 'completed'
            : begun
              ? 'begun'
              : 'none',
    score: scoreOf(cmi, 'cmi.score'),
    seconds: secondsOfDuration(cmi['cmi.session_time'] ?? ''),
  }
}
export const packageOutcome = (version: PackageVersion, cmi: CommitData, item: Thresholds): PackageOutcome => {
  const out = version === '1.2' ? outcome12(cmi, item) : outcome2004(cmi, item)
  return { ...out, seconds: Math.min(packageLimits.session, out.seconds) }
}

/** What is known of one item. */
export interface ItemRecord {
  state: PartState
  score: number | null
}
/**
 * A package as a whole: it is complete when everything in it is. Its score is the mean of those it reports once nothing was left out, so that
 * nobody has the whole for its easiest part; it decides whether the section is done, and counts in the score of the course.
 */
export function packageResult(
  items: readonly Pick<PackageItem, 'id' | 'kind'>[],
  records: ReadonlyMap<string, ItemRecord>,
): { complete: boolean; share: number | null; touched: boolean } {
  const all = items.filter((i) => i.kind !== 'group').map((i) => records.get(i.id))
  const scores = all.flatMap((r) => (r?.score == null ? [] : [r.score]))
  const touched = all.every((r) => r !== undefined && (r.score !== null || (r.state !== 'none' && r.state !== 'begun')))
  return {
    complete: all.length > 0 && all.every((r) => r?.state === 'completed' || r?.state === 'passed'),
    share:
      touched && scores.length
        ? Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 10_000) / 10_000
        : null,
    touched,
  }
}
/** Whether a section with a package is done by its rule. */
export const isPackageDone = (
  { rule, share }: { rule: string; share: number },
  result: ReturnType<typeof packageResult>,
): boolean =>
  rule === 'completed' ? result.complete : rule === 'score' && result.touched && (result.share ?? 0) >= share

/** What the platform says, and a package only reads; and what is of one session. */
const ours =
  /^cmi\.(?:core\.(?:student_id|student_name|credit|entry|lesson_mode|total_time|session_time|exit)|student_data\.|launch_data$|comments_from_lms|learner_id|learner_name|credit|entry|mode|total_time|session_time|exit|max_time_allowed|time_limit_action|scaled_passing_score|completion_threshold)/
const figures = /\._(?:count|children|version)$/

export interface KeptData {
  cmi: CommitData
  /** The package said that it was over. */
  ended: boolean
  state: PartState
  seconds: number
}
/** What a package finds when it begins: what it left, and what the platform tells it. */
export function beginningData(
  version: PackageVersion,
  item: PackageItem,
  kept: KeptData | undefined,
  learner: { id: string; name: string; preview: boolean },
): CommitData {
  const old = kept?.cmi ?? {}
  const exit = old[version === '1.2' ? 'cmi.core.exit' : 'cmi.exit'] ?? ''
  const final = kept !== undefined && kept.state !== 'none' && kept.state !== 'begun'
  // 2004 begins a new attempt once one was brought to its end; what was half done goes on, however it was left
  const anew =
    kept !== undefined && version === '2004' && kept.ended && final && exit !== 'suspend' && exit !== 'logout'
  const data =
    anew || !kept ? {} : Object.fromEntries(Object.entries(old).filter(([k]) => !ours.test(k) && !figures.test(k)))
  const entry = !kept || anew ? 'ab-initio' : exit === 'suspend' || !final ? 'resume' : ''
  const mode = learner.preview ? 'browse' : 'normal'
  const credit = learner.preview ? 'no-credit' : 'credit'
  const some = (name: string, value: string | null) => (value === null || value === '' ? {} : { [name]: value })
  const seconds = kept?.seconds ?? 0
  return version === '1.2'
    ? {
        ...data,
        'cmi.core.student_id': learner.id,
        'cmi.core.student_name': learner.name,
        'cmi.core.credit': credit,
        'cmi.core.lesson_mode': mode,
        'cmi.core.entry': entry,
        'cmi.core.total_time': timespanOf(seconds),
        ...some('cmi.launch_data', item.data),
        ...some('cmi.student_data.mastery_score', item.mastery === null ? null : String(item.mastery)),
        ...some('cmi.student_data.max_time_allowed', item.max_time),
        ...some('cmi.student_data.time_limit_action', item.time_action),
      }
    : {
        ...data,
        'cmi.learner_id': learner.id,
        'cmi.learner_name': learner.name,
        'cmi.credit': credit,
        'cmi.mode': mode,
        'cmi.entry': entry,
        'cmi.total_time': durationOf(seconds),
        ...some('cmi.launch_data', item.data),
        ...some('cmi.scaled_passing_score', item.mastery === null ? null : String(item.mastery)),
        ...some('cmi.completion_threshold', item.completion === null ? null : String(item.completion)),
        ...some('cmi.max_time_allowed', item.max_time),
        ...some('cmi.time_limit_action', item.time_action),
      }
}

/** What the page of a package says to the lesson around it: how it stands, never what is in it. */
export interface PackageMessage {
  nonce: string
  item: string
  /** `ready`: it has begun; `closed`: everything is kept, its page may go. */
  at: 'ready' | 'running' | 'closed'
  /** What it reported is on the server. */
  saved: boolean
  /** Why it cannot be kept: no connection, the ticket has ended, another window goes on, the server refused it. */
  trouble: '' | 'offline' | 'over' | 'taken' | 'refused'
  state: PartState
  score: number | null
  /** The section is done, and with it the course. */
  done: boolean
  completed: boolean
}
const at = new Set<unknown>(['ready', 'running', 'closed'])
const troubles = new Set<unknown>(['', 'offline', 'over', 'taken', 'refused'])
const states = new Set<unknown>(packageStates)
const named = ['nonce', 'item', 'at', 'saved', 'trouble', 'state', 'score', 'done', 'completed']

/** A message of a package's page, or undefined for anything else: what others send is looked at whole. */
export function packageMessageOf(said: unknown): PackageMessage | undefined {
  if (!isRecord(said) || Object.keys(said).length !== named.length || !named.every((k) => Object.hasOwn(said, k)))
    return undefined
  const { nonce, item, score } = said
  const fits =
    typeof nonce === 'string' &&
    typeof item === 'string' &&
    item.length <= 255 &&
    at.has(said['at']) &&
    troubles.has(said['trouble']) &&
    states.has(said['state']) &&
    (score === null || (typeof score === 'number' && score >= 0 && score <= 1)) &&
    [said['saved'], said['done'], said['completed']].every((b) => typeof b === 'boolean')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its parts was looked at
  return fits ? (said as unknown as PackageMessage) : undefined
}
