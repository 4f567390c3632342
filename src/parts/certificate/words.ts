/** What is said of certificates in several places. */
import type { Certificate } from '../../contract/record/certificate.schema.ts'
import { format, t } from '../../i18n/index.ts'

export const hoursText = (c: Pick<Certificate, 'theory_hours' | 'experiment_hours'>): string =>
  t('certificate.hours_value', {
    theory: format.number(c.theory_hours),
    experiment: format.number(c.experiment_hours),
  })
export const endText = ({ expires_at }: Pick<Certificate, 'expires_at'>): string =>
  expires_at === null ? t('certificate.no_end') : format.date(expires_at)

/** Score and grade of the course. */
export const scoreText = ({ score = 0, grade }: Pick<Certificate, 'score' | 'grade'>): string =>
  [format.percent(score), grade].filter(Boolean).join(' · ')

/** Of a contest: the place in it. */
export const contestFacts = (
  c: Pick<Certificate, 'completed_at'>,
  { rank, of, team }: NonNullable<Certificate['contest']>,
): { label: string; value: string }[] => [
  {
    label: t('certificate.rank'),
    value: t('certificate.rank_value', { rank: format.number(rank), of: format.number(of) }),
  },
  ...(team ? [{ label: t('certificate.team'), value: team }] : []),
  { label: t('certificate.ended'), value: format.date(c.completed_at) },
]

/** All that is printed, as label and value, in the order of the paper. */
export const printedFacts = (c: Certificate): { label: string; value: string }[] => [
  { label: t('certificate.holder'), value: c.holder },
  {
    label: t(c.contest ? 'certificate.contest' : 'certificate.course'),
    value: [c.course, c.course_other].filter(Boolean).join(' / '),
  },
  ...(c.contest
    ? contestFacts(c, c.contest)
    : [
        { label: t('certificate.hours'), value: hoursText(c) },
        { label: t('certificate.credit'), value: format.number(c.credit) },
        ...(c.score === undefined ? [] : [{ label: t('certificate.score'), value: scoreText(c) }]),
        { label: t('certificate.completed'), value: format.date(c.completed_at) },
      ]),
  { label: t('certificate.issued'), value: format.date(c.issued_at) },
  { label: t('certificate.expires'), value: endText(c) },
  { label: t('certificate.issuer'), value: c.issuer },
  { label: t('certificate.number'), value: c.number },
]
