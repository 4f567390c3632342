/** One exercise by its address: alone, in a run, or among the questions of a set. */
import { useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { ExercisePage } from './ExercisePage.tsx'
import { useWalk } from './walk.ts'

export default function PracticeExercise() {
  const { exercise_id = '' } = useParams()
  const [search] = useSearchParams()
  const [run, set] = [search.get('run'), search.get('set')]
  const walk = useWalk(run, set)
  const query: Record<string, string> | undefined = run ? { run } : set ? { set } : undefined
  return (
    <ExercisePage
      key={exercise_id}
      id={exercise_id}
      walk={walk}
      linkOf={(id) => href('practice-exercise', { exercise_id: id }, query)}
    />
  )
}
