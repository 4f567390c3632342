/** One exercise among those its learner collected. */
import { useParams } from 'react-router-dom'
import { limits } from '../../../contract/limits.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { ExercisePage } from './ExercisePage.tsx'
import type { Walk } from './walk.ts'

export default function CollectedExercise() {
  const { exercise_id = '' } = useParams()
  const { data } = useRead('GET /collections', {
    query: { page_size: limits.pageSize.max, bank: ['theory', 'exercise'] },
  })
  // what is not open now has no page
  const walk: Walk = { run: undefined, questions: (data?.items ?? []).filter((one) => one.open) }
  return (
    <ExercisePage
      key={exercise_id}
      id={exercise_id}
      walk={walk}
      from={{
        name: t('practice.collected_list'),
        back: { to: href('personal', undefined, { tab: 'collections' }), label: t('practice.to_collected') },
      }}
      linkOf={(id) => href('collected-exercise', { exercise_id: id })}
    />
  )
}
