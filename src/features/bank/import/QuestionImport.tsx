/** Files of questions and of flag challenges: dropped, looked over as a plan, written or not. The desk is open in the place of the bank's list. */
import { useSearchParams } from 'react-router-dom'
import { t } from '../../../i18n/index.ts'
import { type ImportDeskSpec, ImportDesk } from '../../../kit/import/ImportDesk.tsx'
import { Sample } from '../../../kit/import/Sample.tsx'
import { Button } from '../../../ui/input/Button.tsx'

/** Of the address: with it the desk is shown and not the list. */
export const deskOpen = { desk: 'import' }

function ToList() {
  const [, setSearch] = useSearchParams()
  return (
    <Button icon="arrow-left" onClick={() => setSearch({})}>
      {t('bank.import_back')}
    </Button>
  )
}

const questions: ImportDeskSpec = {
  kind: 'questions',
  screens: ['theory-bank'],
  title: 'bank.import_questions',
  about: 'bank.import_about',
  hint: 'bank.import_questions_hint',
  accept: ['.zip', '.xml', '.gift', '.txt', '.md', '.csv', '.xlsx'],
  keep: deskOpen,
  actions: (
    <>
      <Sample of="questions" />
      <ToList />
    </>
  ),
}
const exercises: ImportDeskSpec = {
  ...questions,
  kind: 'exercises',
  screens: ['exercise-bank'],
  title: 'bank.import_exercises',
  hint: 'bank.import_exercises_hint',
  accept: ['.zip', '.csv', '.xlsx', '.xml', '.gift', '.txt', '.md'],
  actions: (
    <>
      <Sample of="exercises" />
      <ToList />
    </>
  ),
}
const flags: ImportDeskSpec = {
  ...questions,
  kind: 'flags',
  screens: ['flags-solve'],
  title: 'bank.import_flags',
  hint: 'bank.import_flags_hint',
  accept: ['.zip', '.yml', '.yaml', '.md'],
  actions: <ToList />,
}

export const TheoryImport = () => <ImportDesk desk={questions} />
export const ExerciseImport = () => <ImportDesk desk={exercises} />
export const FlagImport = () => <ImportDesk desk={flags} />
