/** Lists of courses as Moodle uploads them: a name and a summary each, drafts without lessons. Source: https://docs.moodle.org/en/Upload_courses */
import { Unreadable } from '../found.ts'
import { csvRecords, firstRow, hasFilledCell } from '../read/csv.ts'
import { courseNameOf, courseRow, languageOf } from './build.ts'
import type { CourseFormat } from './format.ts'

const known = ['shortname', 'fullname', 'summary', 'category', 'category_path', 'category_idnumber'] as const
const rowsMost = 5000
const headingsOf = (head: string): string[] => firstRow(head).map((h) => h.trim().toLowerCase())

export const courseList: CourseFormat = {
  id: 'course-list',
  leads: (sources, heads) =>
    sources.filter((s) => {
      if (!/\.csv$/i.test(s.name)) return false
      const headings = headingsOf(heads(s))
      return headings.includes('shortname') && headings.includes('fullname')
    }),
  async *read(source) {
    let columns: string[] | undefined
    let n = 0
    for await (const { cells, line } of csvRecords(source)) {
      if (!columns) {
        columns = cells.map((c) =>
          c
            .replace(/^\ufeff/, '')
            .trim()
            .toLowerCase(),
        )
        const own: readonly string[] = known
        const unread = columns.filter((c) => c !== '' && !own.includes(c))
        if (unread.length) yield { unread: unread.map((heading) => ({ heading })), place: { file: source.name } }
        continue
      }
      if (!hasFilledCell({ cells })) continue
      if (++n > rowsMost) throw new Unreadable('record_too_large', { line, limit: rowsMost })
      const cell = (name: (typeof known)[number]): string => cells[columns?.indexOf(name) ?? -1]?.trim() ?? ''
      const place = { file: source.name, line }
      const [full, short] = [cell('fullname'), cell('shortname')]
      if (!full && !short) {
        yield {
          problem: { code: 'row_invalid', params: {} },
          whole: false,
          resource: 'course',
          label: '',
          place,
          reasons: [{ path: 'name', rule: 'required' }],
        }
        continue
      }
      const direction = (cell('category_path').split('/').at(-1) ?? '').trim() || cell('category')
      yield courseRow({
        source: `list:${short || full}`,
        name: courseNameOf(full || short, short || 'course'),
        description: cell('summary'),
        language: languageOf(`${full} ${cell('summary')}`),
        translation: null,
        ...(direction ? { direction } : {}),
        place,
        notes: [],
      })
    }
    if (!n) throw new Unreadable('no_records')
  },
}
