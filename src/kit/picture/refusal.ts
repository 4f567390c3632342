import { t, tOr } from '../../i18n/index.ts'
import type { AppProblem } from '../../lib/problem.ts'

/** Why a picture was not taken. */
export function pictureRefusalText({ code, details }: AppProblem): string {
  const { reason, ...facts } = (details ?? {}) as { reason?: string } & Record<string, number>
  return tOr([`kit.picture.${reason ?? ''}`, `problem.${code}`], t('problem.unknown'), facts)
}
