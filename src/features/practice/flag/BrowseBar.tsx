import { challengeFilters, challengeOrders } from '../../../contract/practice/flag.ts'
import type { FlagDesk } from '../../../contract/practice/flag.schema.ts'
import { difficulties } from '../../../contract/bank/question.ts'
import { t } from '../../../i18n/index.ts'
import { BrowseBar, useNarrowing } from '../../../kit/list/Browse.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { challengeList, tagFields } from './browse.logic.ts'

const filter = <F extends string, V extends string>(field: F, label: string, options: readonly [V, string][]) => ({
  field,
  label,
  closed: true,
  all: t('flag.any', { what: label }),
  options: options.map(([value, text]) => ({ value, label: text })),
})

/**
 * Looks for challenges: by a text, how hard, how they stand, and what they are about.
 * @param words there are to look for; on the page of one set none
 */
export function ChallengeFilterBar({ words }: { words?: Pick<FlagDesk, (typeof tagFields)[number]> }) {
  const list = useNarrowing(challengeList)
  const { at, narrowed } = list
  return (
    <BrowseBar
      of={list}
      search={t('flag.search')}
      filters={[
        filter(
          'difficulty',
          t('flag.difficulty'),
          difficulties.map((d) => [d, t(`flag-challenge.difficulty.${d}`)]),
        ),
        filter(
          'state',
          t('flag.state'),
          challengeFilters.map((s) => [s, t(`flag.state.${s}`)]),
        ),
        ...tagFields.flatMap((by) => {
          const known = words?.[by] ?? []
          const asked = at[by]
          if (known.length === 0) return []
          return filter(
            by,
            t(`flag.by.${by}`),
            [...new Set([...known, ...(asked ? [asked] : [])])].map((w) => [w, w]),
          )
        }),
        ...(narrowed || !words
          ? [
              {
                field: 'sort' as const,
                label: t('flag.order'),
                closed: true,
                options: challengeOrders.map((value) => ({ value, label: t(`flag.order.${value}`) })),
              },
            ]
          : []),
      ]}
    >
      {narrowed && (
        <Button size="small" tone="quiet" icon="close" onClick={() => list.narrow(challengeList.anything)}>
          {t('flag.clear')}
        </Button>
      )}
    </BrowseBar>
  )
}
