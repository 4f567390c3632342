/** Each homework of a course, with how many handed it in. */
import { Link } from 'react-router-dom'
import type { CoursePractice } from '../../../contract/course/homework.routes.ts'
import { format, t } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { practiceAt } from './address.ts'

interface HomeworkLinesProps {
  of: CoursePractice
  /** The class that a homework's learners are narrowed to. */
  inClass: { class_id?: string }
}
export function HomeworkLines({ of: { course, homework }, inClass }: HomeworkLinesProps) {
  if (!homework.length)
    return (
      <Empty icon="edit" title={t('homework.none')}>
        {t('homework.none_text')}
      </Empty>
    )
  return (
    <Panel flush>
      <Table
        name={t('homework.many')}
        rows={homework}
        keyOf={(h) => h.id}
        columns={[
          {
            head: t('homework.one'),
            names: true,
            cell: (h) => <Link to={practiceAt(course.id, { section: h.id, ...inClass })}>{h.title}</Link>,
          },
          {
            head: t('homework.due_at'),
            cell: (h) => (h.due_at === null ? '–' : <DateTime at={h.due_at} />),
          },
          {
            head: t('homework.handed_in'),
            number: true,
            cell: (h) => t('homework.n_of', { n: h.handed, all: h.learners }),
          },
          { head: t('homework.is.marked'), number: true, cell: (h) => format.number(h.marked) },
          {
            head: t('homework.to_mark'),
            number: true,
            cell: (h) =>
              h.waiting > 0 ? (
                <StatusTag word="waiting" tone="warn" label={format.number(h.waiting)} />
              ) : (
                format.number(0)
              ),
          },
          { head: t('homework.is.returned'), number: true, cell: (h) => format.number(h.returned) },
          { head: t('homework.missing'), number: true, cell: (h) => format.number(h.missing) },
        ]}
      />
    </Panel>
  )
}
