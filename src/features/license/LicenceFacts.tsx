import type { LicenceOverview } from '../../contract/license/routes.ts'
import { format, t } from '../../i18n/index.ts'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { Day } from '../../ui/data/DateTime.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'

/** Whose licence it is and what it says; without one, what there is instead. */
export function LicenceFacts({ data }: { data: LicenceOverview }) {
  const { licence: l, serial, version, confirmation } = data
  return (
    <>
      <p className="license-standing">
        {t(`license.standing_about.${data.standing.at}`, {
          until: data.standing.until ? format.date(data.standing.until) : '',
          days: data.grace_days,
        })}
      </p>
      <KeyValue
        columns={3}
        items={[
          { label: t('license.serial'), value: <Copyable text={serial} mono /> },
          { label: t('license.version'), value: <span className="mg-num">{version}</span> },
          ...(l
            ? [
                { label: t('license.edition'), value: t(`license.edition.${l.edition}`) },
                { label: t('license.customer'), value: l.customer },
                {
                  label: t('license.term'),
                  value: (
                    <>
                      <Day at={l.from} /> – <Day at={l.to} />
                    </>
                  ),
                },
                { label: t('license.id'), value: <span className="mg-mono">{`${l.id} · ${l.sequence}`}</span> },
              ]
            : []),
          ...(confirmation
            ? [
                {
                  label: t('license.confirmation'),
                  value: (
                    <>
                      <Copyable text={confirmation} mono />
                      <p className="mg-faint">{t('license.confirmation_about')}</p>
                    </>
                  ),
                  wide: true,
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
