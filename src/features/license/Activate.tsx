/** The two ways to activate: a file, or codes read over the phone. Both end in the same preview. */
import { useId, useState } from 'react'
import { licenceLimits } from '../../contract/license/licence.ts'
import type { LicenceOverview, LicencePreview } from '../../contract/license/routes.ts'
import { t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { ByCode } from './ByCode.tsx'
import { LicencePreviewDialog } from './PreviewDialog.tsx'

type Way = 'file' | 'code'

export function Activate({ data }: { data: LicenceOverview }) {
  const [way, setWay] = useState<Way>('file')
  const [found, setFound] = useState<{ given: string; preview: LicencePreview } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [look, { busy }] = useCall('POST /license/preview')
  const panel = useId()
  const preview = async (given: string) => {
    setProblem(null)
    try {
      setFound({ given, preview: await look({ body: { licence: given } }) })
    } catch (e) {
      setProblem(e)
    }
  }
  const take = (next: Way) => {
    setProblem(null)
    setWay(next)
  }
  return (
    <Panel title={t('license.activation')} description={t('license.activation_about')}>
      <Tabs
        label={t('license.ways')}
        items={[
          { id: 'file', label: t('license.by_file') },
          { id: 'code', label: t('license.by_code') },
        ]}
        active={way}
        panel={panel}
        onChange={(id) => take(id === 'code' ? 'code' : 'file')}
      />
      <div
        id={panel}
        role="tabpanel"
        aria-label={t(way === 'file' ? 'license.by_file' : 'license.by_code')}
        className="license-way"
      >
        {way === 'file' ? (
          <FileDrop
            accept={['.lic', '.json']}
            max={licenceLimits.text}
            disabled={busy}
            onFiles={([file]) => void file?.text().then(preview)}
          />
        ) : (
          <ByCode
            key={data.licence?.id}
            request={data.request}
            confirmation={data.confirmation}
            busy={busy}
            onCode={(code) => void preview(code)}
          />
        )}
        {problem !== null && <ProblemView compact problem={problem} />}
      </div>
      {found && <LicencePreviewDialog {...found} now={data.server_time} onClose={() => setFound(null)} />}
    </Panel>
  )
}
