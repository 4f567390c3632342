/** A flag challenge before its solver: what it asks, its files and machines, hints, and the place for the flag. */
import './flag.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { FlagExercise as Exercise } from '../../../contract/practice/flag.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { FileLinks } from '../../../parts/question/FileLinks.tsx'
import { languageName } from '../../../parts/question/language.ts'
import { useTextLanguage } from '../../../parts/question/useTextLanguage.ts'
import { Hints } from '../../../parts/question-tools/Hints.tsx'
import { QuestionToolbar } from '../../../parts/question-tools/QuestionTools.tsx'
import { Lab } from '../../../parts/scene/lab/Lab.tsx'
import { useLab } from '../../../parts/scene/lab/useLab.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { challengeQueryOf, challengeSearchOf, isChallengeSearch, narrowingOf } from './browse.logic.ts'
import { DifficultyTag, stateTones } from './ChallengeCards.tsx'
import { ScenePanel } from './ScenePanel.tsx'
import { SubmitFlag } from './SubmitFlag.tsx'

export default function FlagExercise() {
  const { exercise_id: id = '' } = useParams()
  const [search] = useSearchParams()
  const [set, at] = [search.get('set'), challengeSearchOf(search)]
  const from = { ...(set ? { set } : {}), ...challengeQueryOf(at) }
  const [language, setLanguage] = useTextLanguage()
  const lab = useLab()
  const { data, error, refetch } = useRead('GET /practice-flags/:id', {
    params: { id },
    query: { language, ...(set ? { set_id: set } : {}), ...narrowingOf(at) },
  })
  if (!data)
    return (
      <Page title={t('screen.practice-capture-flag-exercise')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  const { question: q } = data
  if (lab && data.scene)
    return (
      <Lab
        at={lab}
        title={q.title}
        back={t('console.back_task')}
        over={data.solve && <Solved next={data.next} from={from} />}
      >
        <Task of={q} />
        <SubmitFlag key={id} of={data} />
        {q.hints.length > 0 && <Hints question={id} language={language} solved={data.solve !== null} />}
        {data.after && <After of={data.after} />}
      </Lab>
    )
  return (
    <Page
      title={q.title}
      tags={<StatusTag word={data.state} tone={stateTones[data.state]} label={t(`flag.state.${data.state}`)} />}
      description={
        <>
          <Link
            to={href('capture-flag-list', { id: data.set.id }, set === data.set.id ? challengeQueryOf(at) : undefined)}
          >
            {data.set.name}
          </Link>
          {(set ? set !== data.set.id : isChallengeSearch(at)) && (
            <>
              {' · '}
              <Link
                to={
                  set
                    ? href('capture-flag-list', { id: set }, challengeQueryOf(at))
                    : href('practice-capture-flag', undefined, challengeQueryOf(at))
                }
              >
                {t('flag.back_to_found')}
              </Link>
            </>
          )}
        </>
      }
      actions={
        <>
          {data.languages.length > 1 && (
            <Select
              fit
              small
              aria-label={t('flag.language')}
              value={q.language}
              options={data.languages.map((l) => ({ value: l, label: languageName(l) }))}
              onChange={(to) => setLanguage(to === 'zh-CN' ? 'zh-CN' : 'en-US')}
            />
          )}
          <Neighbour to={data.previous} from={from} label={t('flag.previous')} />
          <Neighbour to={data.next} from={from} label={t('flag.next')} />
        </>
      }
    >
      <div className="flag-page">
        <div className="flag-main">
          <Panel title={t('flag.task')}>
            <Task of={q} />
          </Panel>
          {data.scene && <ScenePanel key={id} challenge={id} from={from} scene={data.scene_id} />}
          <Panel title={t('flag.submit_title')}>
            <SubmitFlag key={id} of={data} />
          </Panel>
          {data.after && <After of={data.after} />}
          <Panel>
            <QuestionToolbar key={id} question={id} language={language} />
          </Panel>
        </div>
        <aside className="flag-aside">
          <Panel title={t('flag.about')}>
            <KeyValue items={factsOf(data)} />
            <Words of={data} />
          </Panel>
          {q.hints.length > 0 && (
            <Panel>
              <Hints question={id} language={language} solved={data.solve !== null} />
            </Panel>
          )}
          {data.submissions.length > 0 && <Mine of={data} />}
        </aside>
      </div>
    </Page>
  )
}

/** The machines were closed by the flag. */
const Solved = ({ next, from }: { next: string | null; from: Record<string, string> }) => (
  <Empty
    icon="trophy"
    title={t('flag.solved_scene')}
    action={<Neighbour to={next} from={from} label={t('flag.next')} />}
  >
    {t('flag.solved_scene_text')}
  </Empty>
)

const Task = ({ of: q }: { of: Exercise['question'] }) => (
  <div className="flag-task">
    {q.stem !== '' && <Markdown text={q.stem} />}
    {q.connection !== '' && (
      <p className="flag-line">
        <span className="mg-dim">{t('flag.connection')}</span> <Copyable mono text={q.connection} />
      </p>
    )}
    <FileLinks files={q.attachments} />
  </div>
)

interface NeighbourProps {
  to: string | null
  from: Record<string, string>
  label: string
}
const Neighbour = ({ to, from, label }: NeighbourProps) =>
  to && (
    <Link
      className={linkClass('plain', 'small')}
      to={href('practice-capture-flag-exercise', { exercise_id: to }, from)}
    >
      {label}
    </Link>
  )

const factsOf = (c: Exercise) => [
  { label: t('flag.points'), value: format.number(c.score) },
  { label: t('flag.difficulty'), value: <DifficultyTag of={c.difficulty} /> },
  {
    label: t('flag.solved_by'),
    value: t('flag.people', { n: c.solves }),
  },
  ...(c.rate === null ? [] : [{ label: t('flag.right_share'), value: format.percent(c.rate) }]),
  ...(c.first
    ? [
        {
          label: t('flag.first'),
          value: (
            <>
              {c.first.name} <span className="mg-faint">{<Ago at={c.first.at} />}</span>
            </>
          ),
        },
      ]
    : []),
  ...(c.question.author ? [{ label: t('flag.author'), value: c.question.author }] : []),
]

function Words({ of: c }: { of: Exercise }) {
  const all = [
    ...c.keywords.map((w) => ['keywords', w] as const),
    ...c.knowledge.map((w) => ['knowledge', w] as const),
    ...c.cve_ids.map((w) => ['cve_ids', w] as const),
  ]
  if (!all.length) return null
  return (
    <ul className="flag-tags" aria-label={t('flag.words')}>
      {all.map(([by, word]) => (
        <li key={`${by} ${word}`}>
          <Link to={href('practice-capture-flag', undefined, { [by]: word })}>{word}</Link>
        </li>
      ))}
    </ul>
  )
}

function After({ of: { explanation, writeup, writeup_file } }: { of: NonNullable<Exercise['after']> }) {
  if (!explanation && !writeup && !writeup_file) return null
  return (
    <Panel title={t(writeup || writeup_file ? 'flag.writeup' : 'flag.explanation')}>
      <div className="flag-task">
        {explanation && <Markdown text={explanation} />}
        {writeup && <Markdown text={writeup} />}
        {writeup_file && <FileLinks files={[writeup_file]} />}
      </div>
    </Panel>
  )
}

const Mine = ({ of: c }: { of: Exercise }) => (
  <Panel title={t('flag.mine')}>
    <ul className="flag-submissions">
      {c.submissions.map((s) => (
        <li key={s.id}>
          <StatusTag
            dot
            word={s.right ? 'right' : 'wrong'}
            tone={s.right ? 'ok' : 'bad'}
            label={t(s.right ? 'flag.right' : 'flag.wrong')}
          />
          <span className="mg-mono mg-dim mg-ellipsis">{s.masked}</span>
          <span className="mg-faint flag-end">
            <Ago at={s.at} />
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)
