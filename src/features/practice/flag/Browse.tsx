/** Challenges that were looked for, page by page. */
import { t } from '../../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { challengeList, challengeQueryOf } from './browse.logic.ts'
import { ChallengeCards } from './ChallengeCards.tsx'

const size = 24

export function ChallengeResults({ set }: { set?: string }) {
  const inSet = set === undefined ? undefined : { set_id: set }
  const found = useBrowse('GET /practice-flags', { ...challengeList, size, ...(inSet && { query: inSet }) })
  return (
    <BrowseView of={found} empty={{ icon: 'flag-mark', title: t('flag.none'), text: t('flag.none_text') }}>
      {({ items, total }) => (
        <>
          <p className="mg-sr" role="status">
            {t('flag.found', { n: total })}
          </p>
          <ChallengeCards of={items} from={{ ...(set === undefined ? {} : { set }), ...challengeQueryOf(found.at) }} />
        </>
      )}
    </BrowseView>
  )
}
