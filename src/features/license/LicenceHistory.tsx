import type { LicenceOverview } from '../../contract/license/routes.ts'
import { t } from '../../i18n/index.ts'
import { Table } from '../../ui/data/Table.tsx'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { DateTime, Day } from '../../ui/data/DateTime.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** Every licence that was active here, newest first. */
export function LicenceHistory({ items }: { items: LicenceOverview['history'] }) {
  return (
    <Panel title={t('license.history')} flush>
      <Table
        name={t('license.history')}
        rows={items}
        keyOf={(i) => i.licence.sequence}
        columns={[
          { head: t('license.activated_at'), short: true, cell: (i) => <DateTime at={i.activated_at} /> },
          { head: t('license.activated_by'), cell: (i) => i.activated_by },
          { head: t('license.id'), className: 'mg-mono', cell: (i) => `${i.licence.id} · ${i.licence.sequence}` },
          { head: t('license.edition'), cell: (i) => t(`license.edition.${i.licence.edition}`) },
          {
            head: t('license.term'),
            short: true,
            cell: ({ licence: l }) => (
              <>
                <Day at={l.from} /> – <Day at={l.to} />
              </>
            ),
          },
          {
            head: t('license.how'),
            cell: ({ how, confirmation }) =>
              confirmation ? (
                <Copyable text={confirmation}>{t(`license.how.${how}`)}</Copyable>
              ) : (
                t(`license.how.${how}`)
              ),
          },
        ]}
      />
    </Panel>
  )
}
