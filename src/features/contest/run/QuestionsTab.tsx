/** Questions of those who take part: who waits, who answers, and what was said. */
import '../running.css'
import { useState } from 'react'
import {
  askedCategories,
  type AskedCategory,
  askedPlaces,
  type AskedPlace,
  runningLimits,
} from '../../../contract/contest/running.ts'
import type { AskedInQueue } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ContestAnswers } from '../ContestAnswers.tsx'

const start = {
  page: 1,
  place: undefined as AskedPlace | undefined,
  category: undefined as AskedCategory | undefined,
}
const among = { place: askedPlaces, category: askedCategories }
const tones = { waiting: 'warn', claimed: 'info', answered: 'ok' } as const

export function QuestionsTab({ contest, judges }: { contest: string; judges: boolean }) {
  const asked = useBrowse('GET /flag-contests/:id/questions', { start, among, place: 'q_', params: { id: contest } })
  return (
    <>
      <BrowseBar
        of={asked}
        filters={[
          {
            field: 'place',
            label: t('judging.place'),
            all: t('contest.entry_all'),
            options: askedPlaces.map((value) => ({ value, label: t(`judging.place.${value}`) })),
          },
          {
            field: 'category',
            label: t('judging.category'),
            all: t('judging.category_all'),
            closed: true,
            options: askedCategories.map((value) => ({ value, label: t(`judging.category.${value}`) })),
          },
        ]}
      />
      <BrowseView
        of={asked}
        name={t('contest.tab.questions')}
        empty={{ icon: 'question', title: t('judging.questions_none'), text: t('judging.questions_none_text') }}
      >
        {({ items }) => (
          <ul className="contest-notices">
            {items.map((q) => (
              <Question key={q.id} of={q} judges={judges} />
            ))}
          </ul>
        )}
      </BrowseView>
    </>
  )
}

function Question({ of: q, judges }: { of: AskedInQueue; judges: boolean }) {
  const [answering, setAnswering] = useState(false)
  const [claim, { busy }] = useWrite('POST /contest-questions/:id/claim')
  const taken = q.claimed_by !== '' && !q.claimed
  const take = (claimed: boolean) =>
    claim({ params: { id: q.id }, body: { claimed } }).then(
      () => setAnswering(claimed),
      (e: unknown) => toast.problem(e),
    )
  return (
    <li className="contest-notice contest-asked">
      <div>
        <p className="contest-fact">
          <StatusTag word={q.place} tone={tones[q.place]} label={t(`judging.place.${q.place}`)} />
          <strong>{q.entry}</strong>
          <span className="mg-dim">
            {t(`judging.category.${q.category}`)}
            {q.item && <> · {q.item}</>}
          </span>
          <span className="mg-faint contest-end">
            {q.by} · <Ago at={q.at} />
          </span>
        </p>
        <p className="contest-said-text">{q.text}</p>
        <ContestAnswers of={q.answers} />
        {judges && (
          <p className="contest-buttons">
            {q.place !== 'answered' && q.claimed_by !== '' && (
              <span className="mg-dim">
                {q.claimed ? t('judging.claimed_mine') : t('judging.claimed_by', { name: q.claimed_by })}
              </span>
            )}
            {q.place === 'waiting' && (
              <Button size="small" busy={busy} onClick={() => void take(true)}>
                {t('judging.claim')}
              </Button>
            )}
            {q.place === 'claimed' && q.claimed && (
              <Button size="small" busy={busy} onClick={() => void take(false)}>
                {t('judging.release')}
              </Button>
            )}
            {!answering && (
              <Button
                size="small"
                tone={q.place === 'claimed' && q.claimed ? 'primary' : 'plain'}
                off={q.place === 'claimed' && taken && t('judging.claimed_by', { name: q.claimed_by })}
                onClick={() => setAnswering(true)}
              >
                {t(q.answers.length ? 'judging.answer_more' : 'judging.answer')}
              </Button>
            )}
          </p>
        )}
        {answering && <NewAnswer of={q} onClose={() => setAnswering(false)} />}
      </div>
    </li>
  )
}

const canned = ['read', 'no_comment', 'no_hint', 'looking', 'mended', 'yes', 'no'] as const

function NewAnswer({ of: q, onClose }: { of: AskedInQueue; onClose: () => void }) {
  const [text, setText] = useTyped(`contest-answer:${q.id}`)
  const [problem, setProblem] = useState<unknown>()
  const [answer, { busy }] = useWrite('POST /contest-questions/:id/answer')
  const lacks = text.trim() === '' && t('judging.answer_empty')
  const send = (told: 'one' | 'all') => {
    setProblem(undefined)
    answer({ params: { id: q.id }, body: { text: text.trim(), told } }).then(
      () => {
        setText('')
        toast.ok(t('judging.answered'))
        onClose()
      },
      (e: unknown) => setProblem(e),
    )
  }
  return (
    <div className="contest-dialog contest-answer-new">
      <NativeSelect
        aria-label={t('judging.canned')}
        value=""
        options={[
          { value: '', label: t('judging.canned') },
          ...canned.map((value) => ({ value, label: t(`judging.canned.${value}`) })),
        ]}
        onChange={(value) => value !== '' && setText(t(`judging.canned.${value}`))}
      />
      <CountedTextArea
        label={t('judging.answer_text')}
        value={text}
        max={runningLimits.answer}
        rows={3}
        onChange={setText}
      />
      {problem !== undefined && <ProblemView compact problem={problem} />}
      <p className="contest-buttons">
        <Button size="small" tone="primary" busy={busy} off={lacks} onClick={() => send('one')}>
          {t('judging.answer_one', { name: q.entry })}
        </Button>
        <Button size="small" busy={busy} off={lacks} onClick={() => send('all')}>
          {t(q.item ? 'judging.answer_open' : 'judging.answer_all')}
        </Button>
        <Button size="small" tone="quiet" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
      </p>
    </div>
  )
}
