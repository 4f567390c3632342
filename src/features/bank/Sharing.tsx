/** Flags that were made for one learner and handed in by another: what keepers look into, and no verdict. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import '../../ui/table.css'

const size = 10

export default function Sharing({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useRead('GET /flag-sharing', { query: { page, page_size: size } })
  return (
    <Dialog open size="large" title={t('keep.sharing_title')} onClose={onClose}>
      <p className="mg-dim">{t('keep.sharing_text')}</p>
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="text" rows={4} />}
      {data?.total === 0 && <Empty compact icon="check" title={t('keep.sharing_none')} />}
      {data && data.total > 0 && (
        <table className="mg-table">
          <thead>
            <tr>
              <th scope="col">{t('keep.sharing_at')}</th>
              <th scope="col">{t('keep.sharing_question')}</th>
              <th scope="col">{t('keep.sharing_by')}</th>
              <th scope="col">{t('keep.sharing_owner')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((s) => (
              <tr key={s.id}>
                <td>
                  <DateTime at={s.at} />
                </td>
                <td>
                  <Link to={href('flags-solve-edit', { id: s.question_id })}>{s.title}</Link>
                </td>
                <td>{s.by_name}</td>
                <td>{s.owner_name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager of={t('keep.sharing')} page={page} size={size} total={data?.total} onPage={setPage} />
    </Dialog>
  )
}
