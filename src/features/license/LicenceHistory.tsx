import type { LicenceOverview } from '../../contract/license/routes.ts'
import { t } from '../../i18n/index.ts'
import { Copyable } from '../../ui/Copyable.tsx'
import { DateTime, Day } from '../../ui/DateTime.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** Every licence that was active here, newest first. */
export function LicenceHistory({ items }: { items: LicenceOverview['history'] }) {
  return (
    <Panel title={t('license.history')} flush>
      <div className="license-scroll">
        <table className="license-table">
          <thead>
            <tr>
              <th scope="col">{t('license.activated_at')}</th>
              <th scope="col">{t('license.activated_by')}</th>
              <th scope="col">{t('license.id')}</th>
              <th scope="col">{t('license.edition')}</th>
              <th scope="col">{t('license.term')}</th>
              <th scope="col">{t('license.how')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ licence: l, how, confirmation, activated_at, activated_by }) => (
              <tr key={l.sequence}>
                <td>
                  <DateTime at={activated_at} />
                </td>
                <td>{activated_by}</td>
                <td className="mg-mono">{`${l.id} · ${l.sequence}`}</td>
                <td>{t(`license.edition.${l.edition}`)}</td>
                <td>
                  <Day at={l.from} /> – <Day at={l.to} />
                </td>
                <td>
                  {confirmation ? (
                    <Copyable text={confirmation}>{t(`license.how.${how}`)}</Copyable>
                  ) : (
                    t(`license.how.${how}`)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
