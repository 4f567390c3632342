/** A video: the player, what of it was watched, its chapters and its transcript. Where its learner was comes back on any device. */
import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { CourseVideo } from '../../../../../contract/course/media.schema.ts'
import {
  isWatched,
  mergedPieces,
  type Piece,
  watchedTo,
  watchedSeconds,
} from '../../../../../contract/course/watched.ts'
import { format, t } from '../../../../../i18n/index.ts'
import { dataApi, useRead } from '../../../../../kit/data/api.ts'
import { useSession } from '../../../../../kit/session/use.ts'
import { languageName } from '../../../../../parts/question/language.ts'
import { DateTime } from '../../../../../ui/data/DateTime.tsx'
import { Empty } from '../../../../../ui/feedback/Empty.tsx'
import { ProgressBar } from '../../../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { Icon } from '../../../../../ui/icon/Icon.tsx'
import { useCourseText } from '../../../../../parts/course/words.ts'
import { beginsAt } from '../media/media.state.ts'
import { useMedia, useMediaAddress, useMediaState } from '../media/useMedia.ts'
import { useNamedPlace, useSectionPlace } from '../place.ts'
import { breaksAllowed, MediaFrame } from '../media/MediaFrame.tsx'
import { SectionEnd, useDone } from '../SectionEnd.tsx'
import { type SectionViewProps, type ShownVideo, shownVideo } from '../section.ts'
import { type TimedLine, TimedList } from './TimedList.tsx'
import { usePlayerPrefs } from './usePlayerPrefs.ts'
import type { CaptionTrack, PlayerHandle } from './VideoPlayer.tsx'

const VideoPlayer = lazy(() => import('./VideoPlayer.tsx'))

export function VideoSection(props: SectionViewProps<ShownVideo>) {
  const { file: video } = shownVideo(props)
  if (!video) return <Empty icon="play" title={t('learn.video_empty')} />
  return <OneVideo key={video.file} {...props} video={video} />
}

function OneVideo(props: SectionViewProps<ShownVideo> & { video: CourseVideo }) {
  const { of, section: s, content, video } = props
  const { titleOf } = useCourseText()
  const dispatch = useDispatch()
  const addressOf = useMediaAddress()
  const named = useNamedPlace()
  const before = content.watched.find((w) => w.file === video.file)
  const [start] = useState(named ?? before?.place ?? 0)
  const asked = {
    course: of.course.id,
    section: s.id,
    file: video.file,
    preview: of.preview,
    watches: true,
    place: start,
  }
  const media = useMedia(asked)
  const {
    source,
    seconds: counted,
    done,
    completed,
  } = useMediaState(
    media,
    useMemo(() => beginsAt(start), [start]),
  )
  const doing = useDone(props)

  // what was watched before, and since
  const mine = useRef<Piece[]>(before?.seen ?? [])
  const [held, setHeld] = useState(false)
  const [second, setSecond] = useState(start)
  const [breaks, setBreaks] = useState(0)
  const player = useRef<PlayerHandle>()
  const place = useSectionPlace()
  const ready = useCallback(
    (handle: PlayerHandle | undefined) => {
      player.current = handle
      place.tell(handle && { now: handle.second, goTo: (at) => void handle.goTo(at) })
    },
    [place],
  )
  // a session that ended stops it where it is
  const phase = useSession()
  const locked = phase.at === 'in' && phase.locked
  useEffect(() => {
    if (locked) player.current?.pause()
  }, [locked])
  const free = content.free_seek || s.done_at !== null || of.preview
  const reach = useCallback(() => (free ? undefined : watchedTo(mine.current)), [free])

  useEffect(() => {
    if (!done) return
    dispatch(dataApi.util.invalidateTags([{ type: 'subject', id: 'learning' }]))
    if (completed) toast.ok(t('learn.completed_now'))
  }, [done, completed, dispatch])

  const tracks = useTracks(props)
  const prefs = usePlayerPrefs(of.captions)
  const chapters: TimedLine[] = content.chapters.map((c) => ({ at: c.at, text: titleOf(c, of.course) }))
  const share =
    video.seconds > 0 ? Math.min(1, Math.max(counted ?? 0, watchedSeconds(mine.current)) / video.seconds) : 0
  const goTo = (at: number) => void player.current?.goTo(at)
  return (
    <div className="learn-video">
      <MediaFrame
        source={source}
        breaks={breaks}
        broken={t('learn.video_broken')}
        brokenText={t('learn.video_broken_text')}
        onOpen={() => media?.dispatch({ type: 'ask/open' })}
        onAgain={() => {
          setBreaks(0)
          media?.dispatch({ type: 'ask/open' })
        }}
      >
        {(address) => (
          <VideoPlayer
            src={addressOf(address)}
            type={typeOf(video.name)}
            label={titleOf(s, of.course)}
            seconds={video.seconds}
            start={start}
            reach={reach}
            tracks={tracks}
            prefs={prefs}
            onReady={ready}
            onWatched={(piece) => {
              mine.current = mergedPieces([...mine.current, piece])
              setBreaks(0)
              media?.dispatch({ type: 'watched', piece })
            }}
            onMoved={(at) => {
              setSecond(at)
              media?.dispatch({ type: 'moved', place: at })
            }}
            onRest={() => media?.dispatch({ type: 'ask/report' })}
            onHeld={() => setHeld(true)}
            onBroken={() => {
              setBreaks(breaks + 1)
              if (breaks < breaksAllowed) media?.dispatch({ type: 'ask/open' })
            }}
          />
        )}
      </MediaFrame>
      {held && !free && (
        <p className="learn-video-note" role="status">
          <Icon name="lock" /> {t('learn.video_held')}
        </p>
      )}
      <WatchedEnd {...props} share={share} whole={isWatched(mine.current, s.share, video.seconds)} doing={doing} />
      {chapters.length > 0 && (
        <TimedList title={t('learn.video_chapters')} lines={chapters} second={second} onGo={goTo} />
      )}
      {tracks.map((track) => (
        <TimedList
          key={track.language}
          tall
          title={t('learn.video_transcript', { language: track.label })}
          language={track.language}
          lines={track.cues.map((c) => ({ at: c.from, text: c.text }))}
          second={second}
          onGo={goTo}
        />
      ))}
    </div>
  )
}

/** What browsers are told it is: the server has looked, and its name agrees. */
const typeOf = (name: string): string =>
  /\.webm$/i.test(name) ? 'video/webm' : /\.ogv$/i.test(name) ? 'video/ogg' : 'video/mp4'

/** Captions, those in the language that is read first. */
function useTracks({ of, section: s, content, language }: SectionViewProps<ShownVideo>): readonly CaptionTrack[] {
  const sorted = content.captions.toSorted((a, b) => Number(b.language === language) - Number(a.language === language))
  const [one, two] = sorted
  const argsOf = (file: string | undefined) => ({
    params: { id: of.course.id, section: s.id, file: file ?? '' },
    query: of.preview ? { preview: true } : {},
  })
  const route = 'GET /learning/courses/:id/sections/:section/captions/:file'
  const first = useRead(route, argsOf(one?.file), { skip: !one })
  const second = useRead(route, argsOf(two?.file), { skip: !two })
  const [a, b] = [one && first.data, two && second.data]
  return useMemo(() => {
    const track = (c: typeof one, data: typeof a): CaptionTrack[] =>
      c && data ? [{ language: c.language, label: languageName(c.language), cues: data.cues }] : []
    return [...track(one, a), ...track(two, b)]
    // the same answer is the same object
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [a, b, one?.language, two?.language])
}

interface WatchedEndProps extends SectionViewProps<ShownVideo> {
  share: number
  whole: boolean
  doing: ReturnType<typeof useDone>
}
function WatchedEnd({ share, whole, doing, ...props }: WatchedEndProps) {
  const { section: s } = props
  if (s.rule !== 'watched') return <SectionEnd of={props} hint="" doing={doing} />
  return (
    <>
      {s.done_at === null ? (
        <ProgressBar
          value={share}
          tone={whole ? 'ok' : 'accent'}
          label={t('learn.video_watched')}
          says={t('learn.video_watched_of', { share: format.percent(share), needed: format.percent(s.share) })}
        />
      ) : (
        <p className="learn-done" role="status">
          <Icon name="check" /> {t('learn.watched_at')} <DateTime at={s.done_at} />
        </p>
      )}
    </>
  )
}
