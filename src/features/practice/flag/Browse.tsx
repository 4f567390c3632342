/** Challenges that were looked for, page by page. */
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pager } from '../../../kit/list/pages/Pager.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { browseQueryOf, type Browse, isBrowseFiltered, queryOf } from './browse.logic.ts'
import { ChallengeCards } from './ChallengeCards.tsx'

const size = 24

interface FoundProps {
  at: Browse
  set?: string
  onPage: (page: number) => void
}
export function ChallengeResults({ at, set, onPage }: FoundProps) {
  const { data, error, refetch } = useRead('GET /practice-flags', { query: queryOf(at, size, set) })
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />
  if (data.total === 0)
    return (
      <Empty icon="flag-mark" title={t(isBrowseFiltered(at) ? 'flag.no_match' : 'flag.none')}>
        {isBrowseFiltered(at) ? undefined : t('flag.none_text')}
      </Empty>
    )
  return (
    <>
      <p className="mg-sr" role="status">
        {t('flag.found', { n: data.total })}
      </p>
      <ChallengeCards of={data.items} from={{ ...(set === undefined ? {} : { set }), ...browseQueryOf(at) }} />
      <Pager page={at.page} size={size} total={data.total} onPage={onPage} />
    </>
  )
}
