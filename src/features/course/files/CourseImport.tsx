/** Courses that come as files: dropped, looked over as a plan, written as drafts or not. The desk is open in the place of the list. */
import { useSearchParams } from 'react-router-dom'
import { t } from '../../../i18n/index.ts'
import { type ImportDeskSpec, ImportDesk } from '../../../kit/import/ImportDesk.tsx'
import { Button } from '../../../ui/input/Button.tsx'

function ToList() {
  const [, setSearch] = useSearchParams()
  return (
    <Button icon="arrow-left" onClick={() => setSearch({})}>
      {t('course.import_back')}
    </Button>
  )
}

const courses: ImportDeskSpec = {
  kind: 'courses',
  screens: ['course-manage'],
  title: 'course.import_title',
  about: 'course.import_about',
  hint: 'course.import_hint',
  accept: ['.zip', '.imscc', '.mbz', '.tgz', '.gz', '.xml', '.csv'],
  keep: { desk: 'import' },
  actions: <ToList />,
}

export default function CourseImport() {
  return <ImportDesk desk={courses} />
}
