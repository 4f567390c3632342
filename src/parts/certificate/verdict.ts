/** What is said of a certificate that was checked. */
import type { CertificateVerdict } from '../../contract/record/certificate.schema.ts'
import { format, t } from '../../i18n/index.ts'

type Said = Pick<CertificateVerdict, 'verdict' | 'state' | 'since' | 'group'>

export function verdictText({ verdict, state, since, group }: Said): string {
  if (verdict !== 'genuine') return t(`certificate.verdict.${verdict}`, { group: group ?? 0 })
  return t(`certificate.verdict.genuine.${state ?? 'valid'}`, { at: since === null ? '' : format.date(since) })
}

/** Only what is genuine and valid is well; what was well once, or may be elsewhere, is to be looked into. */
export const verdictTone = ({ verdict, state }: Said): 'ok' | 'warn' | 'bad' =>
  verdict === 'genuine'
    ? state === 'valid'
      ? 'ok'
      : state === 'revoked'
        ? 'bad'
        : 'warn'
    : verdict === 'changed' || verdict === 'unknown'
      ? 'bad'
      : 'warn'
