/** Flags that were made for one learner and handed in by another: what keepers look into, and no verdict. */
import { Link } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'

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
          <Table
            name={t('keep.sharing')}
            rows={items}
            keyOf={(s) => s.id}
            columns={[
              { head: t('keep.sharing_at'), cell: (s) => <DateTime at={s.at} /> },
              {
                head: t('keep.sharing_question'),
                cell: (s) => <Link to={href('flags-solve-edit', { id: s.question_id })}>{s.title}</Link>,
              },
              { head: t('keep.sharing_by'), cell: (s) => s.by_name },
              { head: t('keep.sharing_owner'), cell: (s) => s.owner_name },
            ]}
          />
        )}
      </BrowseView>
    </Dialog>
  )
}
