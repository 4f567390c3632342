/** The desk of theory practice: what was left open, what is worth doing next, all sets, and papers to practise on. */
import './practice.css'
import { Link } from 'react-router-dom'
import { difficulties, type Difficulty, type QuestionType, questionTypes } from '../../contract/bank/question.ts'
import { type SetState, setStates } from '../../contract/practice/practice.ts'
import { limits } from '../../contract/limits.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { SearchBox } from '../../kit/list/SearchBox.tsx'
import { Select } from '../../kit/resource/input/Select.tsx'
import { linkClass } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { addressOf, listStart } from './exercise/from.ts'
import { Next } from './Next.tsx'
import { PaperCards } from './PaperCards.tsx'
import { SetCard } from './SetCard.tsx'
import { useKept } from '../../kit/list/useKept.ts'

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
  const [at, setAt] = useKept(start, among)
  const size = limits.pageSize.default
  const { data, error, loading, refetch } = useRead('GET /practice/sets', {
    query: {
      page: at.page,
      page_size: size,
      ...(at.q ? { q: at.q } : {}),
      ...(at.state ? { state: [at.state] } : {}),
      ...(at.difficulty ? { difficulty: [at.difficulty] } : {}),
      ...(at.type ? { type: [at.type] } : {}),
    },
  })
  const narrowed = at.q || at.state || at.difficulty || at.type
  return (
    <section aria-labelledby="practice-sets">
      <h2 id="practice-sets" className="practice-heading">
        {t('practice.sets')}
      </h2>
      <div className="practice-bar">
        <SearchBox label={t('practice.search_all')} q={at.q} onSearch={(q) => setAt({ ...at, page: 1, q })} />
        <Chips
          label={t('practice.filter.state')}
          value={at.state}
          items={[undefined, ...setStates].map((value) => ({
            value,
            label: value ? t(`practice.set_state.${value}`) : t('practice.all'),
          }))}
          onChange={(state) => setAt({ ...at, page: 1, state })}
        />
        <Select
          aria-label={t('practice.filter.difficulty')}
          value={at.difficulty ?? ''}
          options={[
            { value: '', label: t('practice.any_difficulty') },
            ...difficulties.map((value) => ({ value, label: t(`practice.level.${value}`) })),
          ]}
          onChange={(v) => setAt({ ...at, page: 1, difficulty: difficulties.find((d) => d === v) })}
        />
        <Select
          aria-label={t('practice.filter.type')}
          value={at.type ?? ''}
          options={[
            { value: '', label: t('practice.any_type') },
            ...questionTypes
              .filter((type) => type !== 'flag')
              .map((value) => ({ value, label: t(`practice.type.${value}`) })),
          ]}
          onChange={(v) => setAt({ ...at, page: 1, type: questionTypes.find((type) => type === v) })}
        />
      </div>
      {error && !data && <ProblemView problem={error} onRetry={refetch} />}
      {loading && !data && <Loading kind="tiles" />}
      {data?.items.length === 0 && (
        <Empty icon="book" title={t(narrowed ? 'kit.list.no_match' : 'practice.no_sets')}>
          {narrowed ? undefined : t('practice.no_sets_text')}
        </Empty>
      )}
      <ul className="practice-cards">
        {data?.items.map((set) => (
          <SetCard
            key={set.id}
            set={set}
            narrowed={addressOf({ ...listStart, difficulty: at.difficulty, type: at.type })}
          />
        ))}
      </ul>
      <Pager page={at.page} size={size} total={data?.total} onPage={(page) => setAt({ ...at, page })} />
    </section>
  )
}
