/** One set of flag challenges, with those of the sets below it. */
import './flag.css'
import { Link, useParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { ChallengeFilterBar } from './BrowseBar.tsx'
import { ChallengeResults } from './Browse.tsx'

export default function ChallengeList() {
  const { id = '' } = useParams()
  const { data: set, error, refetch } = useRead('GET /practice-flags/sets/:id', { params: { id } })
  if (!set)
    return (
      <Page title={t('screen.capture-flag-list')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />}
      </Page>
    )
  return (
    <Page
      title={set.name}
      description={set.description || set.above.join(' / ')}
      actions={
        <Link className={linkClass()} to={href('capture-flag-record', { id })}>
          {t('flag.record')}
        </Link>
      }
    >
      <div className="flag-progress">
        <ProgressBar
          says={t('flag.solved_of', { n: set.solved, all: set.challenges })}
          label={t('flag.progress_of', { name: set.name })}
          value={set.solved / set.challenges}
        />
        <span className="mg-num">{t('flag.points_got', { n: set.earned, all: set.points })}</span>
      </div>
      <ChallengeFilterBar />
      <ChallengeResults set={id} />
    </Page>
  )
}
