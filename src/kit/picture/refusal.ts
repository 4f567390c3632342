import { t, tOr } from '../../i18n/index.ts'
import type { AppProblem } from '../../lib/problem.ts'

/** Why a picture was not taken. */
export function pictureRefusalText({ code, details }: AppProblem): string {
  const { reason, ...others } = details ?? {}
  const facts = Object.fromEntries(
    Object.entries(others).flatMap(([name, v]) => (typeof v === 'number' ? [[name, v]] : [])),
  )
  return tOr(
    [`kit.picture.${typeof reason === 'string' ? reason : ''}`, `problem.${code}`],
    t('problem.unknown'),
    facts,
  )
}
