/** A package of a lesson: how far its learner is, its parts, and the frame it is played in, which is another origin's. */
import './package.css'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useDispatch } from 'react-redux'
import type { ShownPack } from '../../../../../contract/course/package.schema.ts'
import type { PartState as ItemState } from '../../../../../contract/course/package.ts'
import { format, t } from '../../../../../i18n/index.ts'
import { dataApi } from '../../../../../kit/data/api.ts'
import { useCourseText } from '../../../../../parts/course/words.ts'
import { StatusTag } from '../../../../../ui/data/StatusTag.tsx'
import type { Tone } from '../../../../../ui/data/tone.ts'
import { Empty } from '../../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { Icon } from '../../../../../ui/icon/Icon.tsx'
import { Button, IconButton } from '../../../../../ui/input/Button.tsx'
import { useFullScreen } from '../../../../../ui/layout/useFullScreen.ts'
import { SectionEnd, useDone } from '../SectionEnd.tsx'
import { type LessonSection, type SectionViewProps, shownPack, type LearnedPackage } from '../section.ts'
import type { PackagePhase } from './package.state.ts'
import { usePackage } from './usePackage.ts'

export function PackageSection(props: SectionViewProps<LearnedPackage>) {
  const { file: pack } = shownPack(props)
  return pack ? (
    <OnePackage key={pack.file} {...props} pack={pack} />
  ) : (
    <Empty icon="container" title={t('package.none')} />
  )
}

const tones: Readonly<Record<ItemState, Tone>> = {
  none: 'idle',
  begun: 'accent',
  completed: 'ok',
  passed: 'ok',
  failed: 'bad',
}
const StateTag = ({ state, dot }: { state: ItemState; dot?: boolean }) => (
  <StatusTag word={state} tone={tones[state]} label={t(`package.standing.${state}`)} dot={dot} />
)

/** Of all parts together. */
function wholeState(items: readonly { kind: string; state: ItemState }[]): ItemState {
  const all = items.filter((i) => i.kind !== 'group').map((i) => i.state)
  const over = all.every((s) => s === 'completed' || s === 'passed' || s === 'failed')
  if (over) return all.includes('failed') ? 'failed' : all.includes('passed') ? 'passed' : 'completed'
  return all.every((s) => s === 'none') ? 'none' : 'begun'
}

/** All of a window, which has no style sheet of ours. */
const filling = { position: 'fixed', inset: 0, width: '100%', height: '100%', border: 0 } as const

function OnePackage(props: SectionViewProps<LearnedPackage> & { pack: ShownPack }) {
  const { of, section: s, pack } = props
  const { titleOf } = useCourseText()
  const dispatch = useDispatch()
  const { state, send, frame, own, openOwn } = usePackage({
    course: of.course.id,
    section: s.id,
    file: pack.file,
    preview: of.preview,
  })
  const { phase, said, done, completed } = state
  const stage = useRef<HTMLDivElement>(null)
  const { full, turn } = useFullScreen(() => stage.current)
  const doing = useDone(props)

  // what was reported stands in the outline and the score as well
  useEffect(() => {
    if (!done && phase.at !== 'idle') return
    if (done || Object.keys(said).length) dispatch(dataApi.util.invalidateTags([{ type: 'subject', id: 'learning' }]))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is done, and once it is closed
  }, [done, phase.at, dispatch])
  useEffect(() => {
    if (completed) toast.ok(t('learn.completed_now'))
  }, [completed])

  const items = pack.items.map((i) => ({
    ...i,
    state: said[i.id]?.state ?? i.state,
    score: said[i.id]?.score ?? i.score,
  }))
  const played = items.filter((i) => i.kind !== 'group')
  const first = played.find((i) => i.id === pack.at) ?? played[0]
  const scores = played.flatMap((i) => (i.score === null ? [] : [i.score]))
  const share = scores.length ? scores.reduce((a, b) => a + b, 0) / scores.length : null
  const whole = wholeState(items)
  const open = phase.at === 'idle' ? undefined : phase.item
  const start = (item: string) => send({ type: 'ask/open', item })
  const apart = (item: string) => {
    if (!openOwn(item)) toast.bad(t('package.own_refused'))
  }
  const title = pack.title || titleOf(s, of.course)
  const there = phase.at === 'open' && phase.own ? own : undefined
  const heading = there && phase.at === 'open' ? (items.find((i) => i.id === phase.item)?.title ?? title) : ''
  const kept = phase.at === 'open' ? said[phase.item] : undefined
  useEffect(() => {
    if (there) there.document.title = heading
  }, [there, heading])
  const page = phase.at === 'open' && (
    <iframe
      key={`${phase.n} ${phase.item}`}
      ref={frame}
      className="package-frame"
      title={items.find((i) => i.id === phase.item)?.title ?? pack.title}
      src={`${phase.launch.address}?item=${encodeURIComponent(phase.item)}`}
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      style={there && filling}
    />
  )
  const word = whole === 'none' ? 'package.start' : whole === 'begun' ? 'package.resume' : 'package.again'
  return (
    <>
      <p className="learn-steps package-line" role="status">
        <StateTag state={whole} />
        {share !== null && <span className="mg-num">{t('package.score', { share: format.percent(share) })}</span>}
        {pack.seconds >= 60 && (
          <span className="mg-dim">{t('package.spent', { n: Math.round(pack.seconds / 60) })}</span>
        )}
        <Rule section={s} />
      </p>
      {of.preview && <p className="mg-faint package-note">{t('package.preview')}</p>}
      <div
        ref={stage}
        className={[
          'package-stage',
          played.length > 1 && 'package-several',
          phase.at === 'open' && !phase.own && 'package-playing',
        ]
          .filter(Boolean)
          .join(' ')}
      >
        {played.length > 1 && (
          <nav className="package-parts" aria-label={t('package.parts')}>
            <ul>
              {items.map((i) => (
                <li key={i.id} style={{ paddingInlineStart: `${Math.min(i.depth, 6) * 12}px` }}>
                  {i.kind === 'group' ? (
                    <span className="package-part package-group">{i.title}</span>
                  ) : (
                    <button
                      type="button"
                      className="package-part"
                      aria-current={open === i.id ? 'true' : undefined}
                      onClick={() => open !== i.id && start(i.id)}
                    >
                      <span>{i.title}</span>
                      <StateTag dot state={i.state} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="package-main">
          <Place
            phase={phase}
            start={
              first && (
                <span className="package-acts">
                  <Button tone="primary" icon="play" onClick={() => start(first.id)}>
                    {t(word)}
                  </Button>
                  <Button icon="external" onClick={() => apart(first.id)}>
                    {t('shell.own_window')}
                  </Button>
                </span>
              )
            }
            title={title}
            onOpen={start}
            onShow={apart}
            onBack={(item) => send({ type: 'ask/open', item, own: false })}
          />
          {there ? createPortal(page, there.document.body) : page}
        </div>
        {phase.at === 'open' && (
          <div className="package-bar">
            <Kept of={kept} preview={of.preview} />
            <span className="package-acts">
              {!phase.own && (
                <>
                  <IconButton icon="external" label={t('shell.own_window')} onClick={() => apart(phase.item)} />
                  <IconButton
                    icon={full ? 'shrink' : 'expand'}
                    label={t(full ? 'learn.full_screen_end' : 'learn.full_screen')}
                    onClick={() => void turn()}
                  />
                </>
              )}
              <IconButton icon="close" label={t('package.close')} onClick={() => send({ type: 'ask/close' })} />
            </span>
          </div>
        )}
      </div>
      {(s.rule === 'ticked' || s.rule === 'teacher') && <SectionEnd of={props} hint="" doing={doing} />}
    </>
  )
}

function Rule({ section: s }: { section: LessonSection }) {
  if (s.rule === 'ticked' || s.rule === 'teacher') return null
  if (s.done_at !== null)
    return (
      <span className="learn-done">
        <Icon name="check" /> {t('learn.result_done')}
      </span>
    )
  return (
    <span className="mg-faint">
      {s.rule === 'score' ? t('package.done_score', { share: format.percent(s.share) }) : t('package.done_completed')}
    </span>
  )
}

interface PlaceProps {
  phase: PackagePhase
  start: React.ReactNode
  title: string
  onOpen: (item: string) => void
  onShow: (item: string) => void
  onBack: (item: string) => void
}
/** What stands where the package will be. */
function Place({ phase, start, title, onOpen, onShow, onBack }: PlaceProps) {
  switch (phase.at) {
    case 'idle':
      return <Empty icon="container" title={title} action={start} />
    case 'opening':
      return <Loading kind="detail" />
    case 'open':
      if (phase.own)
        return (
          <Empty
            icon="external"
            title={t('package.apart')}
            action={
              <span className="package-acts">
                <Button icon="external" onClick={() => onShow(phase.item)}>
                  {t('package.show')}
                </Button>
                <Button icon="undo" onClick={() => onBack(phase.item)}>
                  {t('package.take')}
                </Button>
              </span>
            }
          >
            {t('package.apart_text')}
          </Empty>
        )
      return phase.heard ? null : <p className="package-wait mg-faint">{t('package.opening')}</p>
    case 'taken':
      return (
        <Empty
          icon="warn"
          title={t('package.taken')}
          action={
            <Button icon="play" onClick={() => onOpen(phase.item)}>
              {t('package.take')}
            </Button>
          }
        >
          {t('package.taken_text')}
        </Empty>
      )
    case 'unreachable':
      return (
        <Empty
          icon="warn"
          title={t('package.unreachable')}
          action={
            <Button icon="refresh" onClick={() => onOpen(phase.item)}>
              {t('shell.retry')}
            </Button>
          }
        >
          {t('package.unreachable_text', { origin: phase.origin })}
        </Empty>
      )
    case 'failed':
      return <ProblemView problem={phase.problem} onRetry={() => onOpen(phase.item)} />
  }
}

function Kept({ of, preview }: { of: { saved: boolean; trouble: string } | undefined; preview: boolean }) {
  if (!of || preview) return <span />
  const bad = of.trouble !== ''
  return (
    <span role="status" className={bad ? 'mg-error' : 'mg-faint'}>
      <Icon name={bad ? 'warn' : of.saved ? 'check' : 'clock'} />{' '}
      {t(
        of.trouble === 'offline' || of.trouble === 'over'
          ? 'package.unsaved_offline'
          : of.trouble === 'refused'
            ? 'package.refused'
            : of.saved
              ? 'package.saved'
              : 'package.unsaved',
      )}
    </span>
  )
}
