/** The questions of a set: how each stands, narrowed at will, and ways to walk through them. */
import './practice.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { exerciseFilters } from '../../contract/practice/practice.ts'
import type { PracticeQuestion, PracticeSet } from '../../contract/practice/theory.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { setListQueryOf, listAmong, setListOf, listStart } from './exercise/from.ts'
import { difficultyFilter, typeFilter } from './filters.ts'
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
        <ProgressBar
          value={set.questions ? set.solved / set.questions : 0}
          label={t('practice.solved_share', { name: set.name })}
          tone={set.state === 'done' ? 'ok' : 'accent'}
          says={t('practice.solved_n', { n: set.solved, all: set.questions })}
        />
      </div>
      <Questions of={set} />
    </Page>
  )
}

function Modes({ of: s }: { of: PracticeSet }) {
  const [search] = useSearchParams()
  const list = setListOf(search)
  return (
    <>
      <StartRun mode="mistakes" set={s.id} list={list} off={s.mistakes === 0 && t('practice.no_mistakes')} />
      <StartRun mode="random" set={s.id} list={list} />
      <StartRun mode="unsolved" set={s.id} list={list} off={s.solved === s.questions && t('practice.all_solved')} />
      <StartRun mode="all" set={s.id} list={list} tone="primary" />
    </>
  )
}

function Questions({ of: { id: set, types } }: { of: PracticeSet }) {
  const questions = useBrowse('GET /practice/sets/:id/questions', {
    start: listStart,
    among: listAmong,
    params: { id: set },
  })
  const { at, size } = questions
  return (
    <Panel title={t('practice.question_list')} flush>
      <BrowseBar
        inner
        of={questions}
        search={t('practice.search_questions')}
        filters={[
          {
            field: 'state',
            label: t('practice.filter.state'),
            all: t('practice.all'),
            options: exerciseFilters.map((value) => ({ value, label: t(`practice.state.${value}`) })),
          },
          difficultyFilter(),
          ...(types.length > 1 || at.type ? [typeFilter(types)] : []),
        ]}
      />
      <BrowseView compact of={questions} empty={{ icon: 'book', title: t('practice.no_questions') }}>
        {({ items }) => (
          <ol className="practice-questions" start={(at.page - 1) * size + 1}>
            {items.map((one, n) => (
              <Line key={one.id} of={one} n={(at.page - 1) * size + n + 1} from={{ set, ...setListQueryOf(at) }} />
            ))}
          </ol>
        )}
      </BrowseView>
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
