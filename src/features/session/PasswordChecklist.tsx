import './PasswordChecklist.css'
import type { PasswordPolicy } from '../../contract/rules.ts'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { passwordChecklist } from './checklist.logic.ts'
import { ruleBreakText } from './rule.ts'

interface PasswordChecklistProps {
  id: string
  password: string
  policy: PasswordPolicy
  /** Words that must not be in it. */
  about: readonly string[]
}

const icons = { open: 'minus', met: 'check', broken: 'close' } as const

export function PasswordChecklist({ id, password, policy, about }: PasswordChecklistProps) {
  return (
    <ul id={id} className="mg-checklist">
      {passwordChecklist(password, policy, about).map(({ says, state }) => (
        <li key={says.rule} className={`mg-check mg-check-${state}`}>
          <Icon name={icons[state]} />
          <span>{ruleBreakText(says)}</span>
          <span className="mg-sr">{t(`session.check_${state}`)}</span>
        </li>
      ))}
      {policy.history > 0 && (
        <li className="mg-check">
          <Icon name="history" />
          <span>{t('session.history', { count: policy.history })}</span>
        </li>
      )}
    </ul>
  )
}
