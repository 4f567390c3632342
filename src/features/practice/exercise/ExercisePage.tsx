/** An exercise with its way on: the question, what is said of the answer, and where it stands in the run. */
import '../practice.css'
import '../../../parts/answer-sheet/answer-sheet.css'
import { Link } from 'react-router-dom'
import { useState } from 'react'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { linkClass } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { ExerciseDesk } from './ExerciseDesk.tsx'
import { RunSheet } from './RunSheet.tsx'
import type { Walk } from './walk.ts'

interface ExercisePageProps {
  id: string
  walk: Walk
  linkOf: (id: string) => string
}

export function ExercisePage({ id, walk, linkOf }: ExercisePageProps) {
  const { language: own } = useSettings()
  const [language, setLanguage] = useState<'en-US' | 'zh-CN'>(own)
  const { data, error, refetch } = useRead('GET /practice/questions/:id', { params: { id }, query: { language } })
  const at = walk.questions.findIndex((one) => one.id === id)
  const [previous, next] = [walk.questions[at - 1]?.id, at < 0 ? undefined : walk.questions[at + 1]?.id]
  return (
    <Page
      title={data?.set?.name ?? t('practice.title')}
      tags={data && <StatusTag word={data.state} label={t(`practice.state.${data.state}`)} />}
      actions={
        data?.set && (
          <Link className={linkClass()} to={href('rationale-list', { id: data.set.id })}>
            {t('practice.to_set')}
          </Link>
        )
      }
    >
      {data ? (
        <div className={walk.questions.length ? 'answer-desk' : undefined}>
          <ExerciseDesk
            exercise={data}
            run={walk.run?.id ?? null}
            language={language}
            onLanguage={setLanguage}
            onStale={refetch}
            previous={previous && linkOf(previous)}
            next={next && linkOf(next)}
          />
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
