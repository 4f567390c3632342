/** The list of recordings and pictures; whose, its screen says. */
import './recording.css'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { recording } from '../../../contract/scene/recording.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ActionOf } from '../../../kit/action/action.ts'
import { removing } from '../../../kit/action/common.ts'
import { useAccess } from '../../../kit/session/access.ts'
import type { ListUi } from '../../../kit/list/list.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

type Recordings = typeof recording
const ReplayDialog = lazy(() => import('./ReplayDialog.tsx'))
const DownloadDialog = lazy(() => import('./DownloadDialog.tsx'))

const keeping = (keep: boolean): ActionOf<Recordings> => ({
  id: keep ? 'keep' : 'unkeep',
  label: keep ? 'recording.keep' : 'recording.unkeep',
  icon: 'lock',
  needs: 'one',
  may: (row) => row.can.includes('keep') && row.keep !== keep,
  call: async ([row], write) => {
    if (row) await write('POST /recordings/:id/keep', { params: { id: row.id }, body: { keep } })
    return undefined
  },
})

const actions: ActionOf<Recordings>[] = [
  {
    id: 'download',
    label: 'recording.download',
    icon: 'download',
    needs: 'one',
    may: () => true,
    dialog: DownloadDialog,
  },
  keeping(true),
  keeping(false),
  removing(recording, {
    one: (row) => t('recording.remove_title', { name: row.node_name }),
    many: (n) => t('recording.remove_many', { n }),
    text: () => t('recording.remove_text'),
  }),
]

/** A row opens what it holds; its id is part of the address, so that a recording can be shown to somebody else. */
function Replay(props: { id: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ReplayDialog {...props} />
    </Suspense>
  )
}

/** The window has nothing else on it: the way back to the scene it was opened from, or to the platform. */
type Home = 'personal' | 'instance-monitoring' | 'topology-manage'
const back = (homes: readonly Home[]) =>
  function Back() {
    const { visible } = useAccess()
    const [query] = useSearchParams()
    const [scene, more] = query.getAll('scene_id')
    const only = more === undefined && scene && !scene.includes(',') ? scene : undefined
    const home = homes.find((name) => visible.has(name)) ?? 'personal'
    return (
      <>
        {only && (
          <Link
            className={linkClass('quiet')}
            to={href('course-scene-console', { id: only, course_id: '-', lesson_id: '-' })}
          >
            <Icon name="arrow-left" /> {t('recording.back_scene')}
          </Link>
        )}
        <Link className={linkClass('quiet')} to={href(home)}>
          <Icon name={only ? 'home' : 'arrow-left'} /> {t('recording.back')}
        </Link>
      </>
    )
  }

export const recordings = (
  o: Pick<ListUi<Recordings>, 'screen' | 'about' | 'only'> & {
    /** Where the platform is gone back to: the first of these that the viewer may see. */
    homes: readonly Home[]
    people: boolean
  },
): ListUi<Recordings> => ({
  of: recording,
  screen: o.screen,
  ...(o.about ? { about: o.about } : {}),
  ...(o.only ? { only: o.only } : {}),
  head: back(o.homes),
  drawer: Replay,
  columns: [
    'scene_name',
    'started_at',
    'kind',
    { of: 'node_name', grow: true },
    ...(o.people ? (['user_name'] as const) : []),
    {
      of: 'seconds',
      width: 140,
      render: (row) =>
        row.recording ? (
          <StatusTag dot word="recording" tone="bad" label={t('recording.growing')} />
        ) : row.kind === 'screenshot' ? null : (
          <span className="mg-num">{format.clock(row.seconds)}</span>
        ),
    },
    'bytes',
    {
      of: 'keep',
      width: 80,
      render: (row) => (row.keep ? <Icon name="lock" label={t('recording.kept')} /> : null),
    },
  ],
  filters: ['kind', 'scene_id', ...(o.people ? (['user_id'] as const) : []), 'started_at', 'keep'],
  card: (row) => (
    <>
      <p className="recording-line">
        <Icon name={row.kind === 'terminal' ? 'terminal' : row.kind === 'desktop' ? 'desktop' : 'camera'} />
        <span className="mg-ellipsis">{row.node_name}</span>
        {row.kind !== 'screenshot' && <span className="mg-num">{format.clock(row.seconds)}</span>}
        {row.keep && <Icon name="lock" label={t('recording.kept')} />}
      </p>
      <p className="mg-faint mg-num">
        {row.user_name} · {format.dateTime(row.started_at)} · {format.size(row.bytes)}
      </p>
    </>
  ),
  actions,
  empty: { title: 'recording.empty', text: 'recording.empty_text' },
})
