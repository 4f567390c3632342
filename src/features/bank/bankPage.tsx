/** The list of a bank, or its import desk while the address says so: said once for the three banks. */
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { exercise, flagChallenge, theoryQuestion } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { format } from '../../i18n/index.ts'
import { type ListUi, list } from '../../kit/list/list.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { bankActions, bankOfPlace, type Places } from './actions.tsx'
import { setRail } from '../../parts/sorting-tree/SetRail.tsx'
import type { SortingTree } from '../../parts/sorting-tree/trees.ts'

type Questions = typeof theoryQuestion
interface BankUi {
  of: Questions | typeof exercise | typeof flagChallenge
  sets: SortingTree
  places: Places
  about: NonNullable<ListUi<Questions>['about']>
  files?: NonNullable<ListUi<Questions>['files']>
  /** Where files of questions are imported, if other systems have any of this kind. */
  desk?: ComponentType
}

export function bankPage({ of, sets, places, about, files, desk: Desk }: BankUi): ComponentType {
  // of the fields below only the kind is not in every bank
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lines of the three differ in that alone
  const resource = of as Questions
  const kinds = 'type' in of.fields ? (['type'] as const) : []
  const List = list({
    of: resource,
    screen: places.list,
    about,
    ...(files ? { files } : {}),
    columns: [
      // two lines of a question: it is told from others by its words, and what has no room beside it is left off
      { of: 'title', width: 300 },
      ...kinds,
      'difficulty',
      'score',
      {
        of: 'correct_rate',
        width: 80,
        render: (row) => (row.correct_rate === null ? '–' : format.percent(row.correct_rate)),
      },
      'papers',
      'updated_at',
      { of: 'set_id', spare: true },
      { of: 'keywords', spare: true },
      { of: 'knowledge', spare: true },
      { of: 'skills', spare: true },
      { of: 'cve_ids', spare: true },
      { of: 'answers', spare: true },
      { of: 'origin', spare: true },
      { of: 'updated_by', spare: true },
      { of: 'created_at', spare: true },
    ],
    rail: { of: 'set_id', view: setRail(sets) },
    filters: [...kinds, 'difficulty', 'keywords', 'knowledge', 'cve_ids', 'origin', 'updated_at'],
    open: (row) => href(places.edit, { id: row.id }),
    opens: places.edit,
    actions: bankActions(resource, places, Desk !== undefined),
    empty: { title: 'bank.empty', text: Desk ? 'bank.empty_text' : 'bank.empty_text_add' },
  })
  const Reports = lazy(async () => {
    const { reportsDialog } = await import('./Reports.tsx')
    return { default: reportsDialog(bankOfPlace[places.edit], (id) => href(places.edit, { id })) }
  })
  return function BankPage() {
    const [search, setSearch] = useSearchParams()
    if (Desk && search.has('desk'))
      return (
        <Suspense fallback={<Loading kind="list" />}>
          <Desk />
        </Suspense>
      )
    const close = () =>
      setSearch((now) => {
        now.delete('reports')
        return now
      })
    return (
      <>
        <List />
        <Suspense fallback={null}>{search.has('reports') && <Reports onClose={close} />}</Suspense>
      </>
    )
  }
}
