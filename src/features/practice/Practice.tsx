/** The desk of theory practice: what was left open, what is worth doing next, all sets, and papers to practise on. */
import './practice.css'
import { Link } from 'react-router-dom'
import { difficulties, type Difficulty, type QuestionType, questionTypes } from '../../contract/bank/question.ts'
import { type SetState, setStates } from '../../contract/practice/practice.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { setListQueryOf, listStart } from './exercise/from.ts'
import { difficultyFilter, typeFilter } from './filters.ts'
import { Next } from './Next.tsx'
import { PaperCards } from './PaperCards.tsx'
import { SetCard } from './SetCard.tsx'

const start = {
  q: '',
  page: 1,
  state: undefined as SetState | undefined,
  difficulty: undefined as Difficulty | undefined,
  type: undefined as QuestionType | undefined,
}
const among = { state: setStates, difficulty: difficulties, type: questionTypes }

export default function Practice() {
  return (
    <Page
      title={t('screen.practice')}
      description={t('practice.text')}
      actions={
        <>
          <Link className={linkClass()} to={href('personal', undefined, { tab: 'mistakes' })}>
            {t('practice.mistakes')}
          </Link>
          <Link className={linkClass()} to={href('practice-record')}>
            {t('practice.records')}
          </Link>
        </>
      }
    >
      <Next />
      <Sets />
      <PaperCards />
    </Page>
  )
}

function Sets() {
  const sets = useBrowse('GET /practice/sets', { start, among })
  const { difficulty, type } = sets.at
  return (
    <section aria-labelledby="practice-sets">
      <h2 id="practice-sets" className="practice-heading">
        {t('practice.sets')}
      </h2>
      <BrowseBar
        of={sets}
        search={t('practice.search_all')}
        filters={[
          {
            field: 'state',
            label: t('practice.filter.state'),
            all: t('practice.all'),
            options: setStates.map((value) => ({ value, label: t(`practice.set_state.${value}`) })),
          },
          difficultyFilter(),
          typeFilter(questionTypes.filter((one) => one !== 'flag')),
        ]}
      />
      <BrowseView
        kind="tiles"
        of={sets}
        empty={{ icon: 'book', title: t('practice.no_sets'), text: t('practice.no_sets_text') }}
      >
        {({ items }) => (
          <ul className="practice-cards">
            {items.map((set) => (
              <SetCard key={set.id} set={set} narrowed={setListQueryOf({ ...listStart, difficulty, type })} />
            ))}
          </ul>
        )}
      </BrowseView>
    </section>
  )
}
