import type { ReportEvidence } from '../../../contract/course/report.schema.ts'
import type { ReportStatus } from '../../../contract/course/report.ts'
import type { RecordingKind } from '../../../contract/scene/recording.ts'
import { t } from '../../../i18n/index.ts'
import type { IconName } from '../../../ui/icon/Icon.tsx'

export const reportStatusTones = {
  draft: 'idle',
  submitted: 'info',
  returned: 'warn',
  marked: 'ok',
} as const satisfies Record<ReportStatus, string>
export const evidenceIcons = {
  terminal: 'terminal',
  desktop: 'desktop',
  screenshot: 'camera',
} as const satisfies Record<RecordingKind, IconName>
/** “[2] Screenshot of web”: as its report names it. */
export const evidenceText = ({ n, kind, node }: Pick<ReportEvidence, 'n' | 'kind' | 'node'>): string =>
  t('learn.evidence_n', { n, text: t(`learn.evidence.${kind}`, { node }) })
