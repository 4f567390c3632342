import type { LogLevel } from '../../../contract/system/systemLog.ts'
import type { SystemLogLine } from '../../../contract/system/systemLog.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

const tones = { info: 'info', warn: 'warn', error: 'bad' } as const

export const LogLevelTag = ({ level, dot = true }: { level: LogLevel; dot?: boolean }) => (
  <StatusTag word={level} tone={tones[level]} label={t(`log.level.${level}`)} dot={dot} />
)

/** What happened, with its figures in place; an event whose words this version lacks shows its code. */
export function sentenceOf({ code, params }: Pick<SystemLogLine, 'code' | 'params'>): string {
  const values = Object.fromEntries(
    Object.entries(params).map(([k, v]) => [k, typeof v === 'number' ? format.number(v) : String(v ?? '')]),
  )
  return tOr([`log.said.${code}`], code, values)
}
