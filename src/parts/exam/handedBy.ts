import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { t } from '../../i18n/index.ts'

/** Who handed a sheet in, by name where it is told. @param time as it is to be read */
export const handedBy = (
  { handed_by, handed_by_name }: Pick<Receipt, 'handed_by' | 'handed_by_name'>,
  time: string,
): string =>
  handed_by === 'invigilator' && handed_by_name
    ? t('exam.handed_by_named', { name: handed_by_name, time })
    : t(`exam.handed_by.${handed_by}`, { time })
