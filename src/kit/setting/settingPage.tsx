/** The page that sets something about a row, for resources whose screens have one. */
import type { ComponentType } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { type MessageKey, t } from '../../i18n/index.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { useRow } from '../resource/calls.ts'
import { type AnyResource, nameOf } from '../resource/words.ts'
import { type RowSetting, type SettingFrame, SettingOf } from './RowSetting.tsx'

const InPage: SettingFrame = ({ title, actions, children }) => (
  <Page narrow title={title} actions={actions}>
    <Panel>{children}</Panel>
  </Page>
)

/**
 * @param waiting what it is called while the row is on its way
 * @param back where to go when it is saved or given up
 */
export function settingPage<Stands extends Draft & { version: number }, Draft extends object>(
  resource: AnyResource,
  setting: RowSetting<Stands, Draft>,
  waiting: MessageKey,
  back: () => string,
): ComponentType {
  return function SettingPage() {
    const { id = '' } = useParams()
    const go = useNavigate()
    const { data: row, error, refetch } = useRow(resource, id)
    if (row)
      return (
        <SettingOf
          key={id}
          setting={setting}
          resource={resource}
          id={id}
          name={nameOf(resource, row)}
          frame={InPage}
          onClose={() => void go(back())}
        />
      )
    return (
      <Page narrow title={t(waiting)}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="form" />}
      </Page>
    )
  }
}
