/** The questions of a set: how each stands, narrowed at will, and ways to walk through them. */
import './practice.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { difficulties, questionTypes } from '../../contract/bank/question.ts'
import { limits } from '../../contract/limits.ts'
import { exerciseFilters } from '../../contract/practice/practice.ts'
import type { PracticeQuestion, PracticeSet } from '../../contract/practice/theory.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { SearchBox } from '../../kit/list/SearchBox.tsx'
import { useKept } from '../../kit/list/useKept.ts'
import { Select } from '../../kit/resource/input/Select.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { addressOf, fixedOf, listAmong, listOf, listStart } from './exercise/from.ts'
import { StartRun } from './StartRun.tsx'

export default function RationaleList() {
  const { id = '' } = useParams()
  const { data: set, error, refetch } = useRead('GET /practice/sets/:id', { params: { id } })
  if (!set)
    return (
      <Page title={t('screen.rationale-list')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />}
      </Page>
    )
  return (
    <Page
      title={set.name}
      description={set.description || [t(`practice.bank.${set.bank}`), ...set.above].join(' / ')}
      actions={<Modes of={set} />}
    >
      <div className="practice-progress">
        <span>
          {t('practice.solved_of')} <b className="mg-num">{format.number(set.solved)}</b> /{' '}
          {format.number(set.questions)}
        </span>
        <ProgressBar
          value={set.questions ? set.solved / set.questions : 0}
          label={t('practice.solved_share', { name: set.name })}
          tone={set.state === 'done' ? 'ok' : 'accent'}
          showValue
        />
      </div>
      <Questions of={set} />
    </Page>
  )
}

function Modes({ of: s }: { of: PracticeSet }) {
  const [search] = useSearchParams()
  const list = listOf(search)
  return (
    <>
      <StartRun mode="mistakes" set={s.id} list={list} disabled={s.mistakes === 0} />
      <StartRun mode="random" set={s.id} list={list} />
      <StartRun mode="unsolved" set={s.id} list={list} disabled={s.solved === s.questions} />
      <StartRun mode="all" set={s.id} list={list} tone="primary" />
    </>
  )
}

function Questions({ of: { id: set, types } }: { of: PracticeSet }) {
  const [at, setAt] = useKept(listStart, listAmong)
  const size = limits.pageSize.default
  const { data, error, loading, refetch } = useRead('GET /practice/sets/:id/questions', {
    params: { id: set },
    query: {
      page: at.page,
      page_size: size,
      ...fixedOf(at),
      ...(at.state ? { state: [at.state] } : {}),
    },
  })
  return (
    <Panel title={t('practice.question_list')} flush>
      <div className="practice-bar practice-bar-inner">
        <SearchBox label={t('practice.search_questions')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />
        <Chips
          label={t('practice.filter.state')}
          value={at.state}
          items={[undefined, ...exerciseFilters].map((value) => ({
            value,
            label: value ? t(`practice.state.${value}`) : t('practice.all'),
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
        {(types.length > 1 || at.type) && (
          <Select
            aria-label={t('practice.filter.type')}
            value={at.type ?? ''}
            options={[
              { value: '', label: t('practice.any_type') },
              ...types.map((value) => ({ value, label: t(`practice.type.${value}`) })),
            ]}
            onChange={(v) => setAt({ ...at, page: 1, type: questionTypes.find((type) => type === v) })}
          />
        )}
      </div>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : loading && !data ? (
        <Loading kind="list" />
      ) : data?.items.length === 0 ? (
        <Empty
          compact
          icon="book"
          title={t(at.q || at.state || at.difficulty || at.type ? 'kit.list.no_match' : 'practice.no_questions')}
        />
      ) : (
        <ol className="practice-questions" start={(at.page - 1) * size + 1}>
          {data?.items.map((one, n) => (
            <Line key={one.id} of={one} n={(at.page - 1) * size + n + 1} from={{ set, ...addressOf(at) }} />
          ))}
        </ol>
      )}
      <Pager page={at.page} size={size} total={data?.total} onPage={(page) => setAt({ ...at, page })} />
    </Panel>
  )
}

function Line({ of: one, n, from }: { of: PracticeQuestion; n: number; from: Record<string, string> }) {
  return (
    <li>
      <span className="mg-faint mg-num practice-number">{format.number(n)}</span>
      <span className="practice-solved">{one.solved && <Icon name="check" label={t('practice.state.solved')} />}</span>
      <span className="practice-words">
        <span>
          <Link to={href('practice-exercise', { exercise_id: one.id }, from)}>{one.title}</Link>{' '}
          {one.collected && <Icon name="star" label={t('practice.collected')} className="practice-star" />}
        </span>
        <span className="mg-faint">
          {[t(`practice.type.${one.type}`), t(`practice.level.${one.difficulty}`), ...one.keywords.slice(0, 3)].join(
            ' · ',
          )}
        </span>
      </span>
      <span className="mg-dim mg-num practice-rate">
        {one.correct_rate === null
          ? t('practice.rate_none')
          : t('practice.rate', { share: format.percent(one.correct_rate) })}
      </span>
      <span className="mg-faint mg-num practice-count">
        {one.tries > 0 ? t('practice.tries', { n: one.tries }) : ''}
      </span>
      <StatusTag dot word={one.state} label={t(`practice.state.${one.state}`)} />
    </li>
  )
}
