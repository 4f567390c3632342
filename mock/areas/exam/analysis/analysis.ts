/** Figures of an exam, worked out when somebody looks: by the formulas of the contract, from marks as they are stored. */
import { distribution, itemFigures, wholeFigures } from '#src/contract/exam/analysis.ts'
import type { Analysis, GroupReport, ItemReport } from '#src/contract/exam/analysis.schema.ts'
import { fewestNamed } from '#src/contract/exam/exam.ts'
import { thirds } from '#src/contract/exam/reading.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { areHidden } from '../anonymous.ts'
import { theExam } from '../attempt.ts'
import { absentOf } from '../candidates.ts'
import { isOut } from '../mine.ts'
import { runsOf } from '../run.ts'
import { itemKeyOf, type Papers } from '../sheet.ts'
import { tellable } from './few.ts'
import { choicesOf, countsOf } from './choices.ts'
import { type CountedSheet, countedSheets, type Form, formsOf, itemPointsOf } from './sheets.ts'

/** Letters of variants, as papers name them. */
const letter = (n: number): string => String.fromCharCode(65 + n)

interface Row extends CountedSheet {
  form: Form
  /** By the columns of its form. */
  items: readonly number[]
}

function groupOf(id: string, name: string, rows: readonly Row[], absent = 0): GroupReport {
  const [first] = rows
  const same = rows.every((r) => r.form === first?.form)
  const { candidates, mean, median, deviation, least, most, consistency } = wholeFigures(
    same ? rows.map((r) => r.items) : rows.map((r) => [r.points]),
    same ? (first?.form.columns ?? []).map((c) => c.score) : [],
  )
  return {
    id,
    name,
    candidates,
    absent,
    mean,
    median,
    deviation,
    least,
    most,
    // of different questions there is no one figure
    consistency: same ? consistency : null,
  }
}
function grouped<R, K>(rows: readonly R[], key: (r: R) => K): Map<K, R[]> {
  const out = new Map<K, R[]>()
  for (const r of rows) {
    const own = out.get(key(r))
    if (own) own.push(r)
    else out.set(key(r), [r])
  }
  return out
}

/** What the banks know of questions from all answers ever judged. */
async function bankOf(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, ItemReport['bank']>> {
  const { rows } = await q.query<{ id: string; answers: number; shares: number }>(
    `select question_id as id, sum(answers)::integer as answers, sum(shares) as shares from question_answers
     where question_id = any($1::text[]) group by 1`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((r) => [r.id, { answers: r.answers, share: r.answers ? r.shares / r.answers : null }]))
}

async function itemsOf(q: Queryable, forms: readonly Form[], rows: readonly Row[]): Promise<ItemReport[]> {
  const bank = await bankOf(
    q,
    forms.flatMap((f) => f.columns.map((c) => c.question_id)),
  )
  const by = grouped(rows, (r) => r.form)
  const out: ItemReport[] = []
  for (const [n, form] of forms.entries()) {
    const own = by.get(form) ?? []
    if (!own.length) continue
    const figures = itemFigures(
      own.map((r) => r.items),
      form.columns.map((c) => c.score),
    )
    const counts = await countsOf(q, own, thirds(own.map((r) => r.points)))
    for (const [at, column] of form.columns.entries()) {
      const found = figures[at]
      const [first = ''] = column.items.values()
      if (!found) continue
      out.push({
        ...found,
        id: first,
        question_id: column.question_id,
        version: column.version,
        form: n + 1,
        n: at + 1,
        title: column.read.items.asked.get(first)?.title ?? '',
        type: itemKeyOf(column.read, first).type,
        score: column.score,
        sheets: own.length,
        answered: [...column.items.values()].reduce((sum, item) => sum + (counts.answered.get(item) ?? 0), 0),
        choices: choicesOf(column, counts),
        bank: bank.get(column.question_id) ?? { answers: 0, share: null },
      })
    }
  }
  return out
}

/** As whom figures are read: those from whom names are hidden are told none that would name a candidate. */
export async function readerOf(
  c: { q: Queryable; who: Caller; platform: Platform },
  id: string,
): Promise<{ platform: Platform; hidden: boolean }> {
  const { hidden } = await areHidden(c, id, await theExam(c.q, id))
  return { platform: c.platform, hidden }
}

export interface AnalysisOptions {
  org?: string | undefined
  variant?: string | undefined
  language?: '' | 'en-US' | 'zh-CN' | undefined
}
export async function analysisOf(
  q: Queryable,
  papers: Papers,
  id: string,
  { org, variant, language = '' }: AnalysisOptions,
  { platform, hidden }: { platform: Platform; hidden: boolean },
): Promise<Analysis> {
  const exam = await theExam(q, id)
  const forms = await formsOf(q, papers, { id, exam }, language)
  const formOf = new Map(forms.flatMap((f) => f.variants.map((v) => [v, f] as const)))
  const names = [...formOf.keys()]
  const { variants } = await papers.variants(q, exam.paper_id)
  const nameOf = new Map(variants.map((v, n) => [v.id, letter(n)]))
  const scores = new Map(
    forms.flatMap((f) => f.columns.flatMap((c) => [...c.items.values()].map((item) => [item, c.score] as const))),
  )
  const sheets = await countedSheets(q, id, exam)
  const sizes = new Map([...grouped(sheets, (x) => x.org_id)].map(([key, own]) => [key, own.length]))
  const shown = hidden ? tellable(sizes) : undefined
  if (org !== undefined && shown && !shown.has(org)) throw new Fail('group_too_small', { least: fewestNamed })
  const narrowed = sheets.filter(
    (s) => (org === undefined || s.org_id === org) && (variant === undefined || s.variant === variant),
  )
  const points = await itemPointsOf(q, narrowed, exam, scores)
  const rows = narrowed.flatMap((s): Row[] => {
    const form = formOf.get(s.variant)
    const own = points.get(s.id)
    if (!form) return []
    return [{ ...s, form, items: form.columns.map((c) => own?.get(c.items.get(s.variant) ?? '') ?? 0) }]
  })
  const worth = forms[0]?.columns.reduce((sum, c) => sum + c.score, 0) ?? 0
  const { id: _id, name: _name, ...whole } = groupOf('', '', rows)
  const shape = wholeFigures(
    rows.map((r) => [r.points]),
    [],
  )
  const same = new Set(rows.map((r) => r.form)).size === 1
  const exact = same
    ? wholeFigures(
        rows.map((r) => r.items),
        rows[0]?.form.columns.map((c) => c.score) ?? [],
      )
    : undefined
  // who never came was given no variant, and is in no figure but their number
  const missing = await absentOf(q, platform, id)
  const absent = variant === undefined ? missing.filter((p) => org === undefined || p.org_id === org) : []
  const { rows: open } = await q.query<{ n: number }>(
    `select count(*)::integer as n from exam_attempt where exam_id = $1 and status = 'to-be-scored'`,
    [id],
  )
  const run = (await runsOf(q, [id])).get(id)
  const all = new Map([...missing, ...sheets].map((s) => [s.org_id, s.org_name]))
  const orgNames = new Map([...all].filter(([key]) => shown?.has(key) ?? true))
  const absentIn = grouped(absent, (p) => p.org_id)
  const byOrg = grouped(rows, (r) => r.org_id)
  const byVariant = grouped(rows, (r) => r.variant)
  const byForm = grouped(rows, (r) => r.form)
  return {
    exam: exam.name,
    score: worth,
    unmarked: open[0]?.n ?? 0,
    published: isOut(exam, run, platform.now()),
    whole: {
      candidates: rows.length,
      absent: absent.length,
      mean: whole.mean,
      median: whole.median,
      deviation: whole.deviation,
      least: whole.least,
      most: whole.most,
      skewness: shape.skewness,
      kurtosis: shape.kurtosis,
      consistency: exact?.consistency ?? null,
      error_ratio: exact?.error_ratio ?? null,
      standard_error: exact?.standard_error ?? null,
    },
    distribution: distribution(
      rows.map((r) => (worth > 0 ? r.points / worth : 0)),
      20,
    ),
    forms: forms.flatMap((f, n) => {
      const own = byForm.get(f)
      return own
        ? [{ ...groupOf(String(n + 1), f.variants.map((v) => nameOf.get(v)).join(' '), own), variants: f.variants }]
        : []
    }),
    orgs: [...orgNames]
      .map(([key, name]) => groupOf(key, name, byOrg.get(key) ?? [], absentIn.get(key)?.length ?? 0))
      .filter((g) => g.candidates + g.absent > 0)
      .sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1)),
    few: all.size - orgNames.size,
    variants: names.flatMap((v) => {
      const own = byVariant.get(v)
      return own ? [groupOf(v, nameOf.get(v) ?? '', own)] : []
    }),
    choose: {
      orgs: [...orgNames].filter(([key]) => key !== '').map(([key, name]) => ({ id: key, name })),
      variants: variants.map((v, n) => ({ id: v.id, name: letter(n) })),
    },
    items: await itemsOf(q, forms, rows),
  }
}

export const analysis =
  (papers: Papers): Handler<'GET /exams/:id/analysis'> =>
  async (c) =>
    analysisOf(c.q, papers, c.params.id, c.query, await readerOf(c, c.params.id))
