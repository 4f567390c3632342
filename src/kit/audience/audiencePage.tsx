/** The page that chooses who may see a row, for resources whose screens have one. */
import type { ComponentType } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { useRow } from '../resource/calls.ts'
import { type AnyResource, nameOf } from '../resource/words.ts'
import { type SettingFrame, SettingOf } from '../setting/RowSetting.tsx'
import { audienceSetting } from './AudienceDialog.tsx'

const audience = audienceSetting()
const InPage: SettingFrame = ({ title, actions, children }) => (
  <Page narrow title={title} actions={actions}>
    <Panel>{children}</Panel>
  </Page>
)

/** @param back where to go when it is saved or given up */
export function audiencePage(resource: AnyResource, back: () => string): ComponentType {
  return function AudiencePage() {
    const { id = '' } = useParams()
    const go = useNavigate()
    const { data: row, error, refetch } = useRow(resource, id)
    if (row)
      return (
        <SettingOf
          key={id}
          setting={audience}
          resource={resource}
          id={id}
          name={nameOf(resource, row)}
          frame={InPage}
          onClose={() => void go(back())}
        />
      )
    return (
      <Page narrow title={t('kit.action.audience')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="form" />}
      </Page>
    )
  }
}
