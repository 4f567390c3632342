import { type AlarmRule, ruleUnits } from '../../contract/operation/alarm.ts'
import { format, t } from '../../i18n/index.ts'

/** A measured value of a rule with its unit. */
export const alarmValueText = (rule: AlarmRule, value: number): string =>
  t(`alarm.unit.${ruleUnits[rule]}`, { value: format.number(Math.round(value * 10) / 10) })
