/** Figures of a paper that are stored in one unit and written in another. */
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { Scaled } from '../../kit/form/ScaledControl.tsx'

export const MinutesControl = (props: ControlProps) => <Scaled {...props} by={1 / 60} unit={t('paper.unit_minutes')} />
