/** Questions of a course, where they are asked, and how learners answered them. */
import { Link } from 'react-router-dom'
import type { CoursePracticeQuestion } from '../../../contract/course/homework.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { typeText } from '../../../parts/question/words.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { UsedIn } from './UsedIn.tsx'

const start = { q: '', page: 1 }

export function CourseQuestions({ course }: { course: string }) {
  const { visible } = useAccess()
  const questions = useBrowse('GET /courses/:id/practice/questions', { start, params: { id: course } })
  const to = (q: CoursePracticeQuestion) =>
    q.bank === 'exercise'
      ? visible.has('exercise-edit') && href('exercise-edit', { id: q.id })
      : visible.has('theory-edit') && href('theory-edit', { id: q.id })
  return (
    <>
      <BrowseBar of={questions} search={t('homework.search_questions')} />
      <Panel flush>
        <BrowseView
          compact
          of={questions}
          name={t('homework.tab.questions')}
          empty={{ icon: 'question', title: t('homework.no_questions'), text: t('homework.no_questions_text') }}
        >
          {({ items }) => (
            <Table
              name={t('homework.tab.questions')}
              rows={items}
              keyOf={(q) => q.id}
              columns={[
                {
                  head: t('homework.question'),
                  names: true,
                  cell: (q) => {
                    const at = to(q)
                    return at ? <Link to={at}>{q.title}</Link> : q.title
                  },
                },
                { head: t('homework.type'), short: true, cell: (q) => typeText(q.type) },
                { head: t('homework.used_in'), cell: (q) => <UsedIn course={course} of={q.used} /> },
                { head: t('homework.answered'), number: true, cell: (q) => format.number(q.answered) },
                {
                  head: t('homework.right_share'),
                  number: true,
                  cell: (q) => (q.share === null ? '–' : format.percent(q.share)),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}
