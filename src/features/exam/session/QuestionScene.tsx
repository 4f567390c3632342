/** The machines of the question that is before the candidate. */
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { OwnScene } from '../../../parts/scene/card/OwnScene.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

interface QuestionSceneProps {
  exam: string
  attempt: string
  item: string
  disabled: boolean
}

export function QuestionScene({ exam, attempt, item, disabled }: QuestionSceneProps) {
  const { data, error, refetch } = useRead('GET /exam-attempts/:id/scenes', { params: { id: attempt } })
  const [start] = useWrite('POST /exam-attempts/:id/scene')
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={2} />
  const begin = async () => (await start({ params: { id: attempt }, body: { item } })).scene_id
  return (
    <OwnScene
      title={t('exam.scene')}
      about={t('exam.scene_text')}
      scene={data.items.find((s) => s.item === item)?.scene_id ?? null}
      disabled={disabled}
      from={{ exam, item }}
      onStart={begin}
    />
  )
}
