/** Services of the platform: how each stands, its log, and a restart. */
import { useState } from 'react'
import type { BusinessService } from '../../../contract/operation/service.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { ServiceCard } from '../../../parts/service/ServiceCard.tsx'
import { ServiceLogDialog } from '../../../parts/service/ServiceLog.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

type Open = { at: 'log' | 'restart'; service: BusinessService }

export default function BusinessServices() {
  const [hurry, setHurry] = useState(false)
  const { data, error, refetch } = useRead('GET /business-services', undefined, { every: hurry ? 2000 : 15_000 })
  const [open, setOpen] = useState<Open>()
  const [restart] = useWrite('POST /business-services/:id/restart')
  const title = t('screen.system-business-service')
  if (!data)
    return (
      <Page title={title}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" rows={9} />}
      </Page>
    )
  const moving = data.items.some((s) => s.status === 'restarting') || error !== undefined
  // a restart is followed closely, and so is a server that does not answer because of one
  if (moving !== hurry) setHurry(moving)
  const counts = (['running', 'restarting', 'abnormal'] as const).map((s) => ({
    s,
    n: data.items.filter((i) => i.status === s).length,
  }))
  return (
    <Page
      title={title}
      description={t('service.about')}
      tags={counts
        .filter((c) => c.n > 0)
        .map(({ s, n }) => <StatusTag key={s} word={s} label={t(`service.count.${s}`, { n })} />)}
    >
      {error && <ProblemView compact problem={error} onRetry={refetch} />}
      <ul className="service-grid">
        {data.items.map((service) => (
          <ServiceCard
            key={service.id}
            service={service}
            now={data.server_time}
            onLog={() => setOpen({ at: 'log', service })}
            onRestart={() => setOpen({ at: 'restart', service })}
          />
        ))}
      </ul>
      {open?.at === 'log' && <ServiceLogDialog service={open.service} onClose={() => setOpen(undefined)} />}
      {open?.at === 'restart' && (
        <Confirm
          open
          danger
          title={t('service.restart_title', { name: t(`service.name.${open.service.id}`) })}
          confirm={t('service.restart')}
          onConfirm={async () => {
            await restart({ params: { id: open.service.id } })
            toast.info(t('service.restarting_now', { name: t(`service.name.${open.service.id}`) }))
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>{t(`service.effect.${open.service.id}`)}</p>
        </Confirm>
      )}
    </Page>
  )
}
