/** One exercise by its address: alone, in a run, or among the questions of a set as its list was narrowed. */
import { useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { ExercisePage } from './ExercisePage.tsx'
import { setListQueryOf, setListOf } from './from.ts'
import { useWalk } from './walk.ts'

export default function PracticeExercise() {
  const { exercise_id = '' } = useParams()
  const [search] = useSearchParams()
  const [run, set] = [search.get('run'), search.get('set')]
  const list = setListOf(search)
  const walk = useWalk({ run, set, list, current: exercise_id })
  const opened = useRead('GET /practice/sets/:id', { params: { id: set ?? '' } }, { skip: set === null })
  const from = walk.run?.set ?? opened.data
  const query = { ...(run ? { run } : set ? { set } : {}), ...setListQueryOf(list) }
  return (
    <ExercisePage
      key={exercise_id}
      id={exercise_id}
      walk={walk}
      from={
        from
          ? {
              name: from.name,
              back: { to: href('rationale-list', { id: from.id }, setListQueryOf(list)), label: t('practice.to_set') },
            }
          : run
            ? { name: walk.run ? t(`practice.mode.${walk.run.mode}`) : t('practice.run_title') }
            : undefined
      }
      linkOf={(id) => href('practice-exercise', { exercise_id: id }, query)}
    />
  )
}
