/** What those who take part are told, and what they ask. */
import '../running.css'
import { useId, useState } from 'react'
import { askedCategories, type AskedCategory, runningLimits } from '../../../contract/contest/running.ts'
import type { ContestAsked } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ContestAnswers } from '../ContestAnswers.tsx'
import { OwnCases } from './OwnCases.tsx'
import { NoticeLine } from '../NoticeLine.tsx'

const useNotices = (contest: string) =>
  useRead('GET /contests/:id/notices', { params: { id: contest } }, { every: 60_000 })

/** Above everything else of the contest. */
export function PinnedNotices({ contest }: { contest: string }) {
  const { data } = useNotices(contest)
  const pinned = data?.items.filter((n) => n.pinned) ?? []
  if (!pinned.length) return null
  return (
    <ul className="contest-pinned" aria-label={t('judging.pinned_notices')}>
      {pinned.map((n) => (
        <li key={n.id} className="contest-note">
          <Icon name="bell" /> <span className="contest-said-text">{n.text}</span>
        </li>
      ))}
    </ul>
  )
}

/** @param plays the viewer takes part, and may ask */
export function ContestNews({ contest, plays }: { contest: string; plays: boolean }) {
  const { data, error, refetch } = useNotices(contest)
  return (
    <div className={plays ? 'contest-sides' : undefined}>
      {plays && <Questions contest={contest} />}
      <Panel title={t('contest.tab.notices')}>
        {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />)}
        {data?.items.length === 0 && <Empty compact icon="bell" title={t('judging.notices_none')} />}
        <ul className="contest-notices">
          {data?.items.map((n) => (
            <NoticeLine key={n.id} of={n} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Questions({ contest }: { contest: string }) {
  const { data, error, refetch } = useRead(
    'GET /contests/:id/questions',
    { params: { id: contest } },
    { every: 60_000 },
  )
  return (
    <Panel title={t('contest.tab.questions')}>
      <OwnCases contest={contest} />
      {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />)}
      {data?.can.includes('ask') && <Ask contest={contest} />}
      <ul className="contest-notices">
        {data?.items.map((q) => (
          <Asked key={q.id} of={q} />
        ))}
      </ul>
    </Panel>
  )
}

const Asked = ({ of: q }: { of: ContestAsked }) => (
  <li className="contest-notice contest-asked">
    <div>
      <p className="contest-fact">
        <span className="mg-dim">
          {t(`judging.category.${q.category}`)}
          {q.item && <> · {q.item}</>}
        </span>
        <span className="mg-faint contest-end">
          {q.mine ? q.by : t('judging.asked_other')} · <Ago at={q.at} />
        </span>
      </p>
      <p className="contest-said-text">{q.text}</p>
      {q.answers.length ? <ContestAnswers of={q.answers} /> : <p className="mg-dim">{t('judging.unanswered')}</p>}
    </div>
  </li>
)

function Ask({ contest }: { contest: string }) {
  const id = useId()
  const { data } = useRead('GET /contests/:id/items', { params: { id: contest } })
  const [text, setText] = useTyped(`contest-question:${contest}`)
  const [category, setCategory] = useState<AskedCategory>('general')
  const [item, setItem] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const [ask, { busy }] = useWrite('POST /contests/:id/questions')
  const about = category === 'challenge'
  const lacks = text.trim() === '' ? t('judging.ask_empty') : about && item === undefined && t('judging.ask_which')
  const send = () => {
    setProblem(undefined)
    ask({
      params: { id: contest },
      body: { category, item_id: about ? (item ?? null) : null, text: text.trim() },
    }).then(
      () => {
        setText('')
        toast.ok(t('judging.asked'))
      },
      (e: unknown) => setProblem(e),
    )
  }
  return (
    <div className="contest-dialog">
      <div className="contest-narrow">
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={id}>
            {t('judging.category')}
          </label>
          <NativeSelect
            id={id}
            value={category}
            options={askedCategories.map((value) => ({ value, label: t(`judging.category.${value}`) }))}
            onChange={setCategory}
          />
        </div>
        {about && (
          <div className="mg-labelled">
            <label className="mg-label" htmlFor={`${id}-item`}>
              {t('contest.submission_item')}
            </label>
            <NativeSelect
              id={`${id}-item`}
              value={item ?? ''}
              options={[
                { value: '', label: t('kit.choose') },
                ...(data?.items ?? []).map((i) => ({ value: i.id, label: i.title })),
              ]}
              onChange={(value) => setItem(value || undefined)}
            />
          </div>
        )}
      </div>
      <CountedTextArea
        label={t('judging.ask_text')}
        value={text}
        max={runningLimits.question}
        rows={3}
        onChange={setText}
      />
      {problem !== undefined && <ProblemView compact problem={problem} />}
      <p>
        <Button tone="primary" busy={busy} off={lacks} onClick={send}>
          {t('judging.ask')}
        </Button>
      </p>
    </div>
  )
}
