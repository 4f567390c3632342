/** The machine an image is worked on at: `?image=…`. Its keeper connects, works at the console, then keeps what he did or throws it away. */
import './connect.css'
import { Link, useSearchParams } from 'react-router-dom'
import type { Image } from '../../../contract/image/image.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useMe } from '../../../kit/session/use.ts'
import { ImageIcon } from '../../../parts/image/ImageIcon.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { NoRight } from '../../../ui/layout/NoRight.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Before } from './Before.tsx'
import { phaseOf } from './connect.logic.ts'
import { Workbench } from './Workbench.tsx'

const toImages = () => <Link to={href('image-manage')}>{t('image.connect_list')}</Link>

export default function ImageConnect() {
  const id = useSearchParams()[0].get('image') ?? ''
  if (id === '')
    return (
      <Empty page icon="terminal" title={t('image.connect_none')} action={toImages()}>
        {t('image.connect_none_text')}
      </Empty>
    )
  return <Connect key={id} id={id} />
}

function Connect({ id }: { id: string }) {
  const { data: row, error, refetch } = useRead('GET /images/:id', { params: { id } }, { every: 2000 })
  const me = useMe()?.resource_id
  const phase = row && phaseOf(row, me)
  if (phase === 'barred' || error?.code === 'no_operation_permission' || error?.code === 'not_authorized_yet')
    return <NoRight page />
  if (!row || !phase)
    return error ? (
      <div className="image-connect-page">
        <h1 className="mg-sr">{t('screen.image-connect')}</h1>
        <ProblemView problem={error} onRetry={refetch} />
        {toImages()}
      </div>
    ) : (
      <Loading />
    )
  return (
    <div className="image-connect">
      <Head row={row} />
      {phase === 'working' && row.bench ? (
        <Workbench row={row} scene={row.bench.scene_id} />
      ) : (
        <Before row={row} phase={phase === 'working' ? 'saving' : phase} />
      )}
    </div>
  )
}

function Head({ row }: { row: Image }) {
  return (
    <header className="image-connect-head">
      <ImageIcon icon={row.icon} category={row.category} size={24} />
      <h1 className="mg-ellipsis">{t('image.connect_title', { name: row.name })}</h1>
      {toImages()}
    </header>
  )
}
