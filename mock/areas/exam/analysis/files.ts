/** Results and figures of questions as files for spreadsheets. Headings are words of the reader's language, cells are figures. */
import type { QuestionType } from '#src/contract/bank/question.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { reliableFigure } from '#src/contract/exam/reading.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types } from '#mock/crud/export.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import type { Download, Handler } from '#mock/http/request/handler.ts'
import { theExam } from '../attempt.ts'
import { withoutSheet } from '../candidates.ts'
import type { Papers } from '../sheet.ts'
import { analysisOf, readerOf } from './analysis.ts'
import { standingsFor } from './grades.ts'

type Language = 'en-US' | 'zh-CN'
const list = (text: string): readonly string[] => text.split('|')
const headings: Record<'results' | 'items', Record<Language, readonly string[]>> = {
  results: {
    'en-US': list('Rank|Name|User name|Organisation|Points|Of|Share %|Grade|Attempts|Handed in (UTC)|Attendance'),
    'zh-CN': list('名次|姓名|用户名|组织|得分|满分|得分率 %|等级|作答次数|交卷时间（UTC）|参加情况'),
  },
  items: {
    'en-US': list(
      'Form|No.|Question|Type|Version|Points|Sheets|Answered|Mean|Facility %|Deviation|Discrimination %|Efficiency %|Intended weight %|Effective weight %|Option|Right|Lower third|Middle third|Upper third',
    ),
    'zh-CN': list(
      '卷型|题号|题目|题型|版本|分值|份数|作答数|平均分|得分率 %|标准差|区分度 %|区分效率 %|预设权重 %|有效权重 %|选项|正确|低分组|中间组|高分组',
    ),
  },
}
const words: Record<
  Language,
  {
    yes: string
    sat: string
    absent: string
    'not-begun': string
    true: string
    false: string
    types: Record<QuestionType, string>
  }
> = {
  'en-US': {
    yes: 'yes',
    sat: 'sat',
    absent: 'absent',
    'not-begun': 'not begun',
    true: 'True',
    false: 'False',
    types: {
      'true-false': 'True or false',
      single: 'Single choice',
      multiple: 'Multiple choice',
      completion: 'Completion',
      short: 'Short answer',
      operation: 'Operation',
      flag: 'Flag',
    },
  },
  'zh-CN': {
    yes: '是',
    sat: '已参加',
    absent: '缺考',
    'not-begun': '未开始',
    true: '正确',
    false: '错误',
    types: {
      'true-false': '判断题',
      single: '单选题',
      multiple: '多选题',
      completion: '填空题',
      short: '简答题',
      operation: '操作题',
      flag: 'Flag 题',
    },
  },
}

/** Figures of statistics to four places: more say nothing. */
const figure = (x: number | null): number | null => (x === null ? null : Math.round(x * 1e4) / 1e4)

async function* once(rows: readonly ReportCell[][]): AsyncGenerator<ReportCell[][]> {
  yield [...rows]
}
function fileOf(
  name: string,
  { format, language }: { format: 'csv' | 'xlsx'; language: Language },
  kind: keyof typeof headings,
  rows: readonly ReportCell[][],
): Download {
  const header = headings[kind][language]
  const body = format === 'csv' ? csv(header, once(rows)) : xlsx(header, once(rows))
  return { name: `${name}.${format}`, type: types[format], body }
}

export const resultsFile: Handler<'GET /exams/:id/results/file'> = async (c) => {
  const { q, params, query, platform, audit } = c
  const exam = await theExam(q, params.id)
  const { people, hidden } = await standingsFor(c, params.id, exam)
  const say = words[query.language]
  // while names are hidden nobody is listed by name, whether they sat or not
  const missing = hidden ? [] : await withoutSheet(q, platform, params.id)
  audit({ entity: 'exam', id: params.id, details: { rows: people.length + missing.length, format: query.format } })
  const rows = people.map((p): ReportCell[] => [
    p.rank,
    p.name,
    p.username,
    p.org_name,
    p.points,
    p.score,
    figure(p.share * 100),
    p.grade,
    p.attempts,
    p.handed_at === null ? '' : new Date(p.handed_at),
    say.sat,
  ])
  const none = missing.map((p): ReportCell[] => [
    null,
    p.name,
    p.username,
    p.org_name,
    null,
    null,
    null,
    null,
    0,
    null,
    say[p.state],
  ])
  return fileOf(`${fileNameOf(exam.name)} results`, query, 'results', [...rows, ...none])
}

export const analysisFile =
  (papers: Papers): Handler<'GET /exams/:id/analysis/file'> =>
  async (c) => {
    const { q, params, query, audit } = c
    const { items } = await analysisOf(q, papers, params.id, query, await readerOf(c, params.id))
    const say = words[query.language]
    const rows = items.flatMap((i): ReportCell[][] => {
      const own: ReportCell[] = [
        i.form,
        i.n,
        i.title,
        say.types[i.type],
        i.version,
        i.score,
        i.sheets,
        i.answered,
        figure(i.mean),
        figure(i.facility),
        figure(i.deviation),
        figure(reliableFigure(i.discrimination, i.sheets)),
        figure(reliableFigure(i.efficiency, i.sheets)),
        figure(i.intended_weight),
        figure(reliableFigure(i.effective_weight, i.sheets)),
      ]
      if (!i.choices.length) return [[...own, null, null, null, null, null]]
      return i.choices.map((c) => [
        ...own,
        i.type === 'true-false' ? (c.id === 'true' ? say.true : say.false) : c.text,
        c.right ? say.yes : null,
        c.low,
        c.middle,
        c.high,
      ])
    })
    audit({ entity: 'exam', id: params.id, details: { rows: rows.length, format: query.format } })
    const { name } = await theExam(q, params.id)
    return fileOf(`${fileNameOf(name)} questions`, query, 'items', rows)
  }
