import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type ConfigSection,
  configSections,
  type SettingSection,
  settingSections,
} from '../../../contract/system/config.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ConfigFrame } from './ConfigFrame.tsx'
import { sections } from './sections.ts'
import { SettingsForm } from './SettingsForm.tsx'

const isSetting = (s: ConfigSection): s is SettingSection => (settingSections as readonly string[]).includes(s)

/** System configuration: the address keeps the section. */
export default function Config() {
  const [query] = useSearchParams()
  const wished = query.get('section')
  const section = configSections.find((s) => s === wished) ?? 'basics'
  if (isSetting(section)) return <SettingsForm key={section} section={section} />
  const Body = sections[section].body
  return (
    <Suspense
      fallback={
        <ConfigFrame section={section}>
          <Loading kind="form" />
        </ConfigFrame>
      }
    >
      <Body key={section} />
    </Suspense>
  )
}
