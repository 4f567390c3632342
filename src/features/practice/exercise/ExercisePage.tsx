/** An exercise with its way on: the question, what is said of the answer, and where it stands in the run. */
import '../practice.css'
import '../../../parts/answer-sheet/answer-sheet.css'
import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTextLanguage } from '../../../parts/question/useTextLanguage.ts'
import { OwnScene } from '../../../parts/scene/card/OwnScene.tsx'
import { Lab } from '../../../parts/scene/lab/Lab.tsx'
import { useLab } from '../../../parts/scene/lab/useLab.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { ExerciseDesk } from './ExerciseDesk.tsx'
import { RunSheet } from './RunSheet.tsx'
import type { Walk } from './walk.ts'

interface ExercisePageProps {
  id: string
  walk: Walk
  /** The list it was opened from; the question's own set where the address names none. */
  from: { name: string; back?: { to: string; label: string } } | undefined
  linkOf: (id: string) => string
}

export function ExercisePage({ id, walk, from, linkOf }: ExercisePageProps) {
  const [language, setLanguage] = useTextLanguage()
  const { data, error, refetch } = useRead('GET /practice/questions/:id', { params: { id }, query: { language } })
  const [start] = useWrite('POST /practice/questions/:id/scene')
  const lab = useLab()
  const at = walk.questions.findIndex((one) => one.id === id)
  const [previous, next] = [walk.questions[at - 1]?.id, at < 0 ? undefined : walk.questions[at + 1]?.id]
  const desk = (machines?: ReactNode) =>
    data && (
      <ExerciseDesk
        exercise={data}
        run={walk.run?.id ?? null}
        language={language}
        onLanguage={setLanguage}
        onStale={refetch}
        previous={previous && linkOf(previous)}
        next={next && linkOf(next)}
        machines={machines}
      />
    )
  if (lab && data?.question.scene)
    return (
      <Lab at={lab} title={data.question.title} back={t('console.back_task')}>
        {desk()}
      </Lab>
    )
  const own = data?.set && {
    name: data.set.name,
    back: { to: href('rationale-list', { id: data.set.id }), label: t('practice.to_set') },
  }
  const { name, back } = from ?? own ?? { name: t('practice.title') }
  return (
    <Page
      title={name}
      tags={data && <StatusTag word={data.state} label={t(`practice.state.${data.state}`)} />}
      actions={
        back && (
          <Link className={linkClass()} to={back.to}>
            {back.label}
          </Link>
        )
      }
    >
      {data ? (
        <div className={walk.questions.length ? 'answer-desk' : undefined}>
          {desk(
            data.question.scene && (
              <OwnScene
                title={t('practice.scene')}
                about={t('practice.scene_text')}
                scene={data.scene_id}
                from={{ page: linkOf(id) }}
                onStart={async () => (await start({ params: { id }, body: {} })).scene_id}
              />
            ),
          )}
          {walk.questions.length > 0 && <RunSheet walk={walk} current={id} linkOf={linkOf} />}
        </div>
      ) : error ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}
