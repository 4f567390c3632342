/** How far marking is: of sheets, of each question, and who did how much. */
import { letterOf } from '../../../lib/letter.ts'
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { MarkingState } from '../../../contract/exam/run.schema.ts'
import { cents } from '../../../contract/exam/score.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { NobodyLeft } from './NobodyLeft.tsx'

/** Whether the viewer gives points question by question: on a page that is never open for reading alone. */
export function useGives(exam: Exam): boolean {
  const { visible } = useAccess()
  return exam.can.includes('give') && visible.has('exam-rapid-marking')
}

export function Progress({ exam, state }: { exam: Exam; state: MarkingState }) {
  const gives = useGives(exam)
  const answers = state.items.reduce((n, i) => n + i.answers, 0)
  const done = state.items.reduce((n, i) => n + i.done, 0)
  const mine = state.items.reduce((n, i) => n + i.mine, 0)
  return (
    <div className="marking-progress">
      <StatRow>
        <Stat
          label={t('marking.sheets_done')}
          value={format.number(state.scored)}
          unit={`/ ${format.number(state.attempts)}`}
        />
        <Stat label={t('marking.answers_done')} value={format.number(done)} unit={`/ ${format.number(answers)}`} />
        <Stat label={t('marking.mine')} value={format.number(mine)} {...(mine > 0 ? { tone: 'warn' as const } : {})} />
        <Stat
          label={t('marking.objections_open')}
          value={format.number(state.objections.open)}
          unit={`/ ${format.number(state.objections.all)}`}
        />
      </StatRow>
      {state.undecided.sheets > 0 && (
        <p className="exam-message" role="status">
          <Icon name="warn" />{' '}
          <NobodyLeft exam={exam} deciders={state.undecided.deciders}>
            {t('marking.undecided_n', { n: state.undecided.sheets })}
          </NobodyLeft>
        </p>
      )}
      <div className="marking-two">
        <Panel title={t('marking.by_question')} flush={state.items.length > 0}>
          {state.items.length === 0 ? (
            <Empty compact icon="check" title={t('marking.nothing_to_mark')}>
              {t('marking.nothing_to_mark_text')}
            </Empty>
          ) : (
            <QuestionTable exam={exam.id} items={state.items} gives={gives} />
          )}
        </Panel>
        <Panel title={t('marking.by_marker')} description={exam.double ? t('marking.double_about') : undefined}>
          {state.markers.length ? (
            <Markers of={state} all={answers * (exam.double ? 2 : 1)} />
          ) : (
            <Empty compact icon="users" title={t('marking.nobody_yet')} />
          )}
        </Panel>
      </div>
    </div>
  )
}

/** Who did how much, how generously, and when last: two who differ much are seen here before the candidates see it. */
function Markers({ of: { markers, pairs }, all }: { of: MarkingState; all: number }) {
  return (
    <>
      <ul className="marking-markers">
        {markers.map((m) => (
          <li key={m.id}>
            <span className="marking-marker">
              <span className="mg-ellipsis">{m.name}</span>
              <span className="mg-num mg-dim">{t('marking.marks_n', { n: m.done })}</span>
            </span>
            <ProgressBar value={all ? m.done / all : 0} label={t('marking.marks_n', { n: m.done })} />
            {m.last_at !== null && (
              <span className="mg-faint mg-num">
                {m.share !== null && <>{t('marking.gives', { share: format.percent(m.share) })} · </>}
                <DateTime at={m.last_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {pairs.difference !== null && (
        <p className="mg-dim">
          {t('marking.pairs', {
            n: pairs.n,
            difference: format.percent(pairs.difference),
            third: pairs.third,
            waiting: pairs.waiting,
          })}
        </p>
      )}
    </>
  )
}

/** Letter of each variant, where there are several. */
export const lettersOf = (items: readonly { variant: string }[]): ReadonlyMap<string, string> => {
  const all = [...new Set(items.map((i) => i.variant))]
  return all.length < 2 ? new Map() : new Map(all.map((v, n) => [v, letterOf(n)]))
}

interface QuestionTableProps {
  exam: string
  items: MarkingState['items']
  gives: boolean
}

export function QuestionTable({ exam, items, gives }: QuestionTableProps) {
  const letters = lettersOf(items)
  const called = (i: MarkingState['items'][number]) =>
    t('marking.question_n', { n: `${letters.get(i.variant) ?? ''}${format.number(i.n)}`, title: i.title })
  return (
    <Table
      name={t('marking.question')}
      rows={items}
      keyOf={(i) => `${i.variant} ${i.id}`}
      columns={[
        {
          head: t('marking.question'),
          cell: (i) => (
            <>
              {gives ? (
                <Link to={href('exam-rapid-marking', { examId: exam }, { item: i.id })}>{called(i)}</Link>
              ) : (
                called(i)
              )}
              <span className="mg-faint marking-sub">{t(`marking.type.${i.type}`)}</span>
            </>
          ),
        },
        {
          head: t('marking.mean'),
          short: true,
          className: 'mg-num',
          cell: (i) => (
            <>
              {i.mean === null ? '–' : format.number(cents(i.mean))}{' '}
              <span className="mg-faint">/ {format.number(i.score)}</span>
            </>
          ),
        },
        {
          head: t('marking.done'),
          className: 'marking-bar',
          cell: (i) => (
            <>
              <ProgressBar
                value={i.answers ? i.done / i.answers : 1}
                label={t('marking.done_of', { n: i.done, all: i.answers })}
                tone={i.done === i.answers ? 'ok' : 'accent'}
              />
              <span className="mg-num mg-dim">
                {format.number(i.done)} / {format.number(i.answers)}
              </span>
            </>
          ),
        },
        { head: t('marking.for_me'), className: 'mg-num', cell: (i) => (i.mine > 0 ? format.number(i.mine) : '–') },
      ]}
    />
  )
}
