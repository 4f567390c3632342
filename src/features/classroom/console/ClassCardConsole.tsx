/** Consoles of a learner in a class hour, over the whole window: looked at with notice, taken over by consent or with a reason, given back. */
import './card-console.css'
import '../../../parts/scene/console/console.css'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { classLimits } from '../../../contract/classroom/class.ts'
import type { LearnerConsoles } from '../../../contract/classroom/scene.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { AskReason } from '../../../kit/action/AskReason.tsx'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { ConsolePane } from '../../../parts/scene/console/ConsolePane.tsx'
import { consolesActions } from '../../../parts/scene/console/consoles.slice.ts'
import { useFontSize } from '../../../parts/scene/console/fontSize.ts'
import { consoleStreams } from '../../../parts/scene/console/part.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'

type LearnerConsole = LearnerConsoles['consoles'][number]

export default function ClassCardConsole() {
  const { lessonId = '', userId = '' } = useParams()
  const [search] = useSearchParams()
  const hour = search.get('hour')
  const { data, error, refetch } = useRead(
    'GET /class-cards/:lesson/:user/console',
    { params: { lesson: lessonId, user: userId }, query: hour === null ? {} : { hour } },
    { every: 15_000, fresh: true },
  )
  // what was looked at stays said when the hour is over
  if (error?.code === 'not_found')
    return (
      <div className="class-console-over">
        <Empty page icon="clock" title={t('classroom.console_over')}>
          {t('classroom.console_over_text')}
        </Empty>
      </div>
    )
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading />
  return <Shown of={data} />
}

function Shown({ of }: { of: LearnerConsoles }) {
  const { hour, learner, scene, consoles } = of
  const { nameOf, titleOf } = useCourseText()
  const { visible } = useAccess()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('console')
  const at = consoles.find((c) => c.id === asked) ?? consoles[0]
  return (
    <div className="class-console">
      <header className="class-console-head">
        {visible.has('classroom-monitor') && (
          <Link className={linkClass('quiet', 'small')} to={href('classroom-monitor', { id: hour.id })}>
            <Icon name="arrow-left" /> {t('classroom.to_hour')}
          </Link>
        )}
        <h1>{t('classroom.console_of', { name: learner.name })}</h1>
        <span className="mg-dim">
          {[hour.class_name, titleOf(of.lesson, of.course), nameOf(of.course).text].filter(Boolean).join(' · ')}
        </span>
        {scene && <StatusTag dot word={scene.status} label={t(`scene.status.${scene.status}`)} />}
        {scene?.frozen && <StatusTag word="frozen" tone="warn" label={t('classroom.machines_held')} />}
        <span className="mg-faint">{t('classroom.console_until', { time: format.time(hour.ends_at) })}</span>
      </header>
      {at ? (
        <>
          <Tabs
            label={t('classroom.console_of', { name: learner.name })}
            active={at.id}
            items={consoles.map((c) => ({ id: c.id, label: `${c.node_name} · ${t(`scene.console_kind.${c.kind}`)}` }))}
            onChange={(id) =>
              setSearch(
                (old) => {
                  const next = new URLSearchParams(old)
                  next.set('console', id)
                  return next
                },
                { replace: true },
              )
            }
          />
          <Keys key={`${at.id} keys`} of={of} at={at} />
          <Watched key={at.id} of={of} at={at} />
        </>
      ) : (
        <Empty icon="terminal" title={t('classroom.console_none')}>
          {t('classroom.console_none_text', { name: learner.name })}
        </Empty>
      )}
    </div>
  )
}

/** A look over the shoulder, as long as it is on the page. */
function Watched({ of, at }: { of: LearnerConsoles; at: LearnerConsole }) {
  const dispatch = useDispatch()
  const [fontSize, setFontSize] = useFontSize()
  const { id, node_id: node, kind } = at
  const scene = of.scene?.id ?? ''
  const hour = of.hour.id
  const key = `class/${hour}/${id}`
  useEffect(() => {
    dispatch(consolesActions.opened({ key, scene, node, kind, shadow: id, hour, record: false }))
    return () => {
      dispatch(consolesActions.closed(key))
      consoleStreams.drop(key)
    }
  }, [dispatch, key, scene, node, kind, id, hour])
  const name = t('scene.shadow_of', { node: at.node_name, user: of.learner.name })
  const keys = at.takeover?.mine === true && at.takeover.state === 'taken'
  return (
    <div className="class-console-screen">
      <ConsolePane wire={key} name={name} fontSize={fontSize} setFontSize={setFontSize} keys={keys} />
    </div>
  )
}

/** Whose keys it is: asked for, taken with a reason, given back. */
function Keys({ of: { hour, learner }, at }: { of: LearnerConsoles; at: LearnerConsole }) {
  const [forcing, setForcing] = useState(false)
  const [take, taking] = useWrite('POST /class-hours/:id/consoles/:console/take')
  const [back, giving] = useWrite('POST /class-hours/:id/consoles/:console/give-back')
  const params = { id: hour.id, console: at.id }
  const { takeover } = at
  const free = takeover === null
  return (
    <div className="class-console-keys">
      <span role="status">
        {free
          ? t('classroom.keys_learner', { name: learner.name })
          : takeover.mine
            ? t(takeover.state === 'asked' ? 'classroom.keys_asked' : 'classroom.keys_mine', { name: learner.name })
            : t('classroom.keys_other', { name: takeover.by })}
      </span>
      <span className="kit-space" />
      {free && (
        <Button
          size="small"
          icon="hand"
          busy={taking.busy}
          onClick={() => void take({ params, body: {} }).catch(toast.problem)}
        >
          {t('classroom.keys_ask')}
        </Button>
      )}
      {(free || (takeover.mine && takeover.state === 'asked')) && (
        <Button size="small" onClick={() => setForcing(true)}>
          {t('classroom.keys_take')}
        </Button>
      )}
      {takeover?.mine && (
        <Button
          size="small"
          tone={takeover.state === 'taken' ? 'primary' : 'plain'}
          icon="undo"
          busy={giving.busy}
          onClick={() => void back({ params, body: {} }).catch(toast.problem)}
        >
          {t(takeover.state === 'taken' ? 'classroom.keys_give_back' : 'classroom.keys_stop_asking')}
        </Button>
      )}
      {forcing && <TakeDialog of={params} name={learner.name} onClose={() => setForcing(false)} />}
    </div>
  )
}

interface TakeDialogProps {
  of: { id: string; console: string }
  name: string
  onClose: () => void
}
function TakeDialog({ of, name, onClose }: TakeDialogProps) {
  const [take] = useWrite('POST /class-hours/:id/consoles/:console/take')
  return (
    <AskReason
      kept={`take-over:${of.console}`}
      label={t('classroom.reason')}
      max={classLimits.reason}
      title={t('classroom.keys_take_title', { name })}
      confirm={t('classroom.keys_take')}
      onConfirm={(reason) => take({ params: of, body: { reason } })}
      onClose={onClose}
    >
      <p>{t('classroom.keys_take_text', { name })}</p>
    </AskReason>
  )
}
