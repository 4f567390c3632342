/** An exam while it goes on: every candidate live, and what an invigilator may do for one, several or all. */
import { counterOf } from '../../../kit/resource/counter.ts'
import '../exam.css'
import './watch.css'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Publishing } from '../marking/Publishing.tsx'
import { TurnoutFigures } from '../TurnoutFigures.tsx'
import { Candidates } from './Candidates.tsx'
import { type Deed, Deeds } from './Deeds.tsx'
import { ExamClock } from './ExamClock.tsx'
import { WholeExam } from './WholeExam.tsx'
import { type CandidateState, candidateOrder, statesShown, turn } from './watch.logic.ts'

const start = { page: 1, q: '', state: undefined as CandidateState | undefined }
const among = { state: candidateOrder }

export default function Watch({ id }: { id: string }) {
  const exam = useRead('GET /exams/:id', { params: { id } }, { every: 10_000 })
  if (!exam.data)
    return (
      <Page title={t('watch.title')}>
        {exam.error ? <ProblemView problem={exam.error} onRetry={exam.refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  return <Watched exam={exam.data} />
}

function Watched({ exam }: { exam: Exam }) {
  const [deed, setDeed] = useState<Deed>()
  const [clock, setClock] = useState(false)
  const may = exam.can.includes('run')
  // who marks without names has no list of candidates, and nothing that would tell them
  const named = exam.can.includes('watch')
  const live = exam.status === 'ongoing' || exam.status === 'pause'
  return (
    <Page
      title={exam.name}
      description={<When exam={exam} />}
      tags={<StatusTag word={exam.status} label={t(`exam.status.${exam.status}`)} />}
      actions={
        <>
          {exam.status !== 'ended' && (
            <Button icon="clock" onClick={() => setClock(true)}>
              {t('watch.clock')}
            </Button>
          )}
          {named && (
            <Button icon="history" onClick={() => setDeed({ what: 'timeline' })}>
              {t('watch.timeline')}
            </Button>
          )}
          {live && may && (
            <Button icon="bell" onClick={() => setDeed({ what: 'message', to: [] })}>
              {t('watch.message_all')}
            </Button>
          )}
          <WholeExam exam={exam} />
          <Publishing exam={exam} />
          {exam.handed_in > 0 && exam.can.includes('mark') && (
            <Link className={linkClass()} to={href('exam-scoring', { examId: exam.id })}>
              {t(exam.can.includes('give') ? 'exam.deed.score' : 'screen.exam-scoring')}
            </Link>
          )}
        </>
      }
    >
      {!may && exam.status !== 'ended' && !exam.can.includes('share') && (
        <p className="mg-dim" role="note">
          {exam.owner_name ? t('watch.looks_on_of', { owner: exam.owner_name }) : t('watch.looks_on')}
        </p>
      )}
      {named ? <Hall exam={exam} live={live} onDeed={setDeed} /> : <WithoutNames exam={exam} />}
      {clock && <ExamClock exam={exam} onClose={() => setClock(false)} />}
      {deed && <Deeds exam={exam} deed={deed} onClose={() => setDeed(undefined)} />}
    </Page>
  )
}

/** Every candidate, and what may be done for those chosen. */
function Hall({ exam, live, onDeed }: { exam: Exam; live: boolean; onDeed: (deed: Deed) => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map())
  // sheets are collected after the end, and some are written beyond it
  const [waits, setWaits] = useState(false)
  const may = exam.can.includes('run')
  const candidates = useBrowse('GET /exams/:id/candidates', {
    start,
    among,
    params: { id: exam.id },
    size: 50,
    every: live || waits ? 5000 : 30_000,
  })
  const { at, data } = candidates
  const writing = (data?.counts.writing ?? 0) > 0
  useEffect(() => setWaits(writing), [writing])
  const rows = data?.items ?? []
  // what is done to them is worked out from how they stand now
  const picked = [...chosen.values()].map((c) => rows.find((r) => r.user_id === c.user_id) ?? c)
  return (
    <>
      <BrowseBar
        of={candidates}
        search={t('watch.search')}
        filters={[
          {
            field: 'state',
            label: t('exam.field.status'),
            all: t('exam.all'),
            options: statesShown(data?.counts, exam.status === 'ended', at.state, data?.everybody).map((value) => ({
              value,
              label: `${t(`watch.state.${value}`)} ${data ? format.number(data.counts[value]) : '–'}`,
            })),
          },
        ]}
      />
      {may && chosen.size > 0 && (
        <section
          className="kit-chosen watch-chosen"
          aria-label={t('kit.list.selected', { n: chosen.size, unit: counterOf('user') })}
        >
          <strong className="mg-num" role="status">
            {t('kit.list.selected', { n: chosen.size, unit: counterOf('user') })}
          </strong>
          <Button size="small" icon="bell" onClick={() => onDeed({ what: 'message', to: picked })}>
            {t('watch.message')}
          </Button>
          <Button size="small" icon="clock" onClick={() => onDeed({ what: 'extra', to: picked })}>
            {t('watch.extra')}
          </Button>
          <span className="kit-space" />
          <Button size="small" tone="quiet" onClick={() => setChosen(new Map())}>
            {t('kit.list.select_none')}
          </Button>
        </section>
      )}
      <Panel flush className="watch-panel">
        <BrowseView
          compact
          of={candidates}
          name={t('watch.candidates')}
          counts="user"
          empty={{ icon: 'users', title: t('watch.nobody'), text: t('watch.nobody_text') }}
        >
          {(page) => (
            <Candidates
              exam={exam}
              of={page}
              chosen={chosen}
              onTurn={(some, on) => setChosen(turn(chosen, some, on))}
              onDeed={onDeed}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}

/** What is left to whoever runs an exam and marks it without names: how far it is, and how to have the rest. */
function WithoutNames({ exam }: { exam: Exam }) {
  return (
    <Panel title={t('watch.turnout')}>
      <p role="note">{t('watch.without_names')}</p>
      {exam.can.includes('update') && (
        <p>
          <Link to={href('exam-edit', { id: exam.id })}>{t('watch.choose_markers')}</Link>
        </p>
      )}
      <TurnoutFigures exam={exam.id} />
    </Panel>
  )
}

function When({ exam }: { exam: Exam }) {
  if (!exam.began_at) return t('watch.waits')
  return (
    <>
      {t(exam.status === 'not-started' ? 'watch.begins' : 'watch.began')} <DateTime at={exam.began_at} />
      {exam.end_at && (
        <>
          {' · '}
          {t(exam.status === 'ended' ? 'watch.ended' : 'watch.ends')} <DateTime at={exam.end_at} />
        </>
      )}
    </>
  )
}
