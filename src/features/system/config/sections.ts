/** What the page has for each section: its icon, its settings in groups, what stands below them, or a body of its own. */
import { type ComponentType, lazy } from 'react'
import type { ConfigSection, SectionValues, SettingSection } from '../../../contract/system/config.ts'
import type { MessageKey } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import type { IconName } from '../../../ui/icon/Icon.tsx'

type FieldOf<S extends SettingSection> = keyof SectionValues<S> & string
interface Group<F extends string = string> {
  title?: MessageKey
  fields: readonly F[]
}
interface Looks {
  icon: IconName
}
interface SettingsUi<S extends SettingSection> extends Looks {
  groups: readonly Group<FieldOf<S>>[]
  /** Controls of the page’s own in the place of the kit’s. */
  controls?: Partial<Record<FieldOf<S>, ComponentType<ControlProps>>>
  /** Below the settings, which it reads as they are saved. */
  below?: ComponentType
}
interface OwnUi extends Looks {
  /** The whole page, its frame included. */
  body: ComponentType
}
type Sections = { [S in SettingSection]: SettingsUi<S> } & { [S in Exclude<ConfigSection, SettingSection>]: OwnUi }

export const sections: Sections = {
  basics: {
    icon: 'settings',
    groups: [
      { title: 'config.group.names', fields: ['system_name', 'logo', 'copyright'] },
      { title: 'config.group.newcomers', fields: ['language', 'theme', 'time_zone'] },
    ],
  },
  registration: {
    icon: 'user',
    groups: [
      {
        fields: [
          'register_button',
          'register_review',
          'register_role',
          'register_most',
          'register_waiting',
          'register_days',
        ],
      },
    ],
  },
  password: {
    icon: 'key',
    groups: [{ fields: ['min', 'max', 'kinds', 'strict', 'expires_days', 'history'] }],
  },
  session: {
    icon: 'lock',
    groups: [
      { title: 'config.group.time', fields: ['idle', 'absolute', 'most'] },
      { title: 'config.group.tries', fields: ['failures', 'lock'] },
    ],
  },
  course: { icon: 'book', groups: [{ fields: ['extension_minutes', 'extensions'] }] },
  scenes: {
    icon: 'play',
    groups: [{ fields: ['scene_driver', 'scene_choice', 'scene_most'] }],
    controls: { scene_driver: lazy(() => import('./scenes/DriverControl.tsx')) },
  },
  licence: { icon: 'shield', groups: [{ fields: ['grace_days'] }] },
  clearing: {
    icon: 'trash',
    below: lazy(() => import('./clearing/Clearing.tsx')),
    groups: [
      { title: 'config.group.interval', fields: ['auto', 'every'] },
      {
        title: 'config.group.records',
        fields: ['log_days', 'message_days', 'import_days', 'session_days', 'upload_days'],
      },
      { title: 'config.group.files', fields: ['recording_months', 'recording_space', 'files_after'] },
    ],
  },
  alarms: {
    icon: 'bell',
    groups: [
      { title: 'config.group.machine', fields: ['cpu', 'memory', 'disk', 'event_loop', 'services'] },
      { title: 'config.group.use', fields: ['online', 'failed_sign_ins', 'queue'] },
    ],
  },
  store: { icon: 'server', groups: [{ fields: ['store_quota', 'store_watermark', 'store_video'] }] },
  backup: {
    icon: 'history',
    groups: [{ fields: ['backup_auto', 'backup_every', 'backup_unit', 'backup_keep'] }],
    below: lazy(() => import('../backup/BackupSection.tsx')),
  },
  network: { icon: 'network', body: lazy(() => import('./network/NetworkForm.tsx')) },
  nodes: { icon: 'server', body: lazy(() => import('./network/Nodes.tsx')) },
}
