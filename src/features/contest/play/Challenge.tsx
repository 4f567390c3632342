/** One challenge opened: its text and files, the place for the flag, what the entry handed in, and who solved it. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ContestVerdict, PlayChallenge, PlayItem } from '../../../contract/contest/play.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { FileLinks } from '../../../parts/question/FileLinks.tsx'
import { FlagField } from '../../../parts/question/FlagField.tsx'
import { useTextLanguage } from '../../../parts/question/useTextLanguage.ts'
import { useWait } from '../../../parts/question/useWait.ts'
import { OwnScene } from '../../../parts/scene/card/OwnScene.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { ledgerPoints } from '../words.ts'
import { ContestHints } from './Hints.tsx'
import { verdictTones } from './item.ts'

type Said = ContestVerdict & { heard: number }

export function ContestChallenge({ item }: { item: PlayItem }) {
  const [language] = useTextLanguage()
  const { data, error, refetch } = useRead('GET /contest-items/:id', { params: { id: item.id }, query: { language } })
  const [said, setSaid] = useState<Said>()
  const box = useRef<HTMLElement>(null)
  // in a narrow window it stands below the list
  const there = data !== undefined
  useEffect(() => {
    if (there) box.current?.scrollIntoView({ block: 'nearest' })
  }, [there])
  return (
    <aside ref={box} className="contest-challenge" aria-label={item.title}>
      <Panel
        title={item.title}
        actions={
          <strong className="mg-num">{t('contest.points', { n: ledgerPoints(item.worth ?? item.value) })}</strong>
        }
      >
        {!data &&
          (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={5} />)}
        {data && (
          <>
            <Task of={data} />
            <ContestHints of={data} />
            {data.can.includes('submit') && <Submit of={data} said={said} onSaid={setSaid} />}
            {data.item.state === 'solved' && <Solved of={data.item} said={said} />}
            {data.item.state === 'closed' && <StatusTag word="closed" label={t('contest.item_state.closed')} />}
            <Mine of={data} />
            <Solvers of={data} />
          </>
        )}
      </Panel>
      {data && (data.can.includes('scene') || data.scene_id !== null) && <Machines of={data} />}
    </aside>
  )
}

const Task = ({ of: { question: q } }: { of: PlayChallenge }) => (
  <div className="contest-task">
    {q.stem !== '' && <Markdown text={q.stem} />}
    {q.connection !== '' && (
      <p>
        <span className="mg-dim">{t('contest.connection')}</span> <Copyable mono text={q.connection} />
      </p>
    )}
    <FileLinks files={q.attachments} />
  </div>
)

/** One scene of the whole entry: whoever of it comes finds the same. */
function Machines({ of: c }: { of: PlayChallenge }) {
  const { resource_id = '' } = useParams()
  const [start] = useWrite('POST /contest-items/:id/scene')
  const page = href('flag-contest-play', { resource_id }, { part: 'challenges', item: c.item.id })
  return (
    <OwnScene
      title={t('contest.machines')}
      about={t('contest.machines_text')}
      scene={c.scene_id}
      disabled={!c.can.includes('scene')}
      from={{ page }}
      onStart={async () => (await start({ params: { id: c.item.id }, body: {} })).scene_id}
    />
  )
}

const Solved = ({ of: i, said }: { of: PlayItem; said: Said | undefined }) => (
  <p className="contest-solved" role="status">
    <StatusTag word="solved" label={t('contest.item_state.solved')} />{' '}
    {said
      ? saidOf(said, false)
      : i.worth === null
        ? t('contest.held_back')
        : t('contest.points', { n: ledgerPoints(i.worth) })}
    {i.blood !== null && <span className="contest-blood"> {t('contest.blood', { n: i.blood })}</span>}
  </p>
)

/** @param parts several flags count by themselves, and some of them are to be found yet */
function saidOf(v: ContestVerdict, parts: boolean): string {
  if (v.verdict === 'already' && parts) return t('contest.said.found_before')
  if (v.verdict === 'right')
    return v.held_back || v.worth === null
      ? t(v.held_back ? 'contest.said.right_held' : 'contest.said.right')
      : t('contest.said.right_points', { n: ledgerPoints(v.worth) })
  if (v.verdict === 'partial')
    return v.worth === null
      ? t(v.held_back ? 'contest.said.partial_held' : 'contest.said.partial')
      : t('contest.said.partial_points', { n: ledgerPoints(v.worth) })
  if (v.verdict === 'wrong') return t(v.again ? 'contest.said.again' : 'contest.said.wrong')
  return t(`contest.said.${v.verdict}`)
}

const noWait = { wait: 0, heard: 0 }
interface SubmitProps {
  of: PlayChallenge
  said: Said | undefined
  onSaid: (said: Said | undefined) => void
}
function Submit({ of: c, said, onSaid }: SubmitProps) {
  const id = useId()
  const [text, setText] = useTyped(`contest:${c.item.id}`)
  const [problem, setProblem] = useState<AppProblem>()
  const [send, { busy }] = useWrite('POST /contest-items/:id/submit')
  const wait = useWait(said ?? noWait)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (busy || wait > 0 || text.trim() === '') return
    setProblem(undefined)
    onSaid(undefined)
    try {
      const verdict = await send({ params: { id: c.item.id }, body: { text } })
      onSaid({ ...verdict, heard: Date.now() })
      if (verdict.verdict === 'right' || verdict.verdict === 'partial' || verdict.verdict === 'already') setText('')
    } catch (err) {
      setProblem(problemOf(err))
    }
  }
  const left = said?.left ?? c.item.left
  return (
    <form className="contest-submit" onSubmit={(e) => void submit(e)}>
      {c.flags > 1 && <p className="mg-hint">{t('contest.found_of', { n: c.item.found, all: c.flags })}</p>}
      <FlagField
        several={c.several}
        label={t(c.several ? 'contest.flags' : 'contest.flag')}
        value={text}
        describedBy={`${id}-said`}
        onChange={setText}
        submit={t('contest.submit')}
        busy={busy}
        waits={wait > 0}
      />
      <p
        id={`${id}-said`}
        aria-live="polite"
        className={`contest-said${said ? ` mg-tone-${verdictTones[said.verdict]}` : ''}`}
      >
        {wait > 0 ? t('contest.said.wait', { n: format.number(wait) }) : said && saidOf(said, c.flags > 1)}
        {left !== null && <span className="mg-dim"> {t('contest.tries_left', { n: left })}</span>}
      </p>
      {problem && <ProblemView compact problem={problem} />}
    </form>
  )
}

function Mine({ of: c }: { of: PlayChallenge }) {
  if (!c.submissions.length) return null
  return (
    <section>
      <h3 className="contest-heading">{t('contest.mine_submissions')}</h3>
      <ul className="contest-lines">
        {c.submissions.map((s) => (
          <li key={s.id}>
            <StatusTag dot word={s.verdict} tone={verdictTones[s.verdict]} label={t(`contest.verdict.${s.verdict}`)} />
            <span className="mg-mono mg-dim mg-ellipsis">{s.text}</span>
            {s.voided && <span className="mg-faint">{t('judging.voided')}</span>}
            <span className="mg-faint contest-end">
              {s.by} · <Ago at={s.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Solvers({ of: c }: { of: PlayChallenge }) {
  if (!c.solvers.length) return null
  return (
    <section>
      <h3 className="contest-heading">{t('contest.solvers')}</h3>
      <ol className="contest-lines">
        {c.solvers.slice(0, 20).map((s, n) => (
          <li key={`${s.name} ${s.at}`}>
            <span className="mg-num mg-faint">{format.number(n + 1)}</span>
            <span className="mg-ellipsis">{s.name}</span>
            {s.mine && <span className="mg-faint">{t('contest.you')}</span>}
            <span className="mg-faint contest-end">
              <Ago at={s.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
