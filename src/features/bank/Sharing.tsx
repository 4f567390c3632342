/** Flags that were made for one learner and handed in by another: what keepers look into, and no verdict. */
import { Link } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import '../../ui/table.css'

const start = { page: 1 }

export default function Sharing({ onClose }: { onClose: () => void }) {
  const found = useBrowse('GET /flag-sharing', { start, inDialog: true, size: 10 })
  return (
    <Dialog open size="large" title={t('keep.sharing_title')} onClose={onClose}>
      <p className="mg-dim">{t('keep.sharing_text')}</p>
      <BrowseView
        compact
        kind="text"
        of={found}
        name={t('keep.sharing')}
        empty={{ icon: 'check', title: t('keep.sharing_none') }}
      >
        {({ items }) => (
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
              {items.map((s) => (
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
      </BrowseView>
    </Dialog>
  )
}
