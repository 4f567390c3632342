import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ContestDisplay } from '../../../contract/contest/display.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { FullDisplay } from '../../../kit/display/FullDisplay.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'

interface HallProps {
  id: string
  of: Pick<ContestDisplay, 'name' | 'status'> | undefined
  variant: 'board' | 'reveal'
  children: ReactNode
}
/** Its frame: which contest, how it stands, and the way to the other variant. */
export function Hall({ id, of, variant, children }: HallProps) {
  const { visible } = useAccess()
  const other = variant === 'board' ? 'reveal' : 'board'
  return (
    <FullDisplay
      title={of?.name ?? t('screen.flag-display')}
      status={of && <StatusTag word={of.status} label={t(`flag-contest.status.${of.status}`)} />}
      back={
        <Link
          className={linkClass('quiet')}
          to={visible.has('flag-detail') ? href('flag-detail', { id }) : href('flag-contest-play', { resource_id: id })}
        >
          <Icon name="arrow-left" /> {t('contest-display.back')}
        </Link>
      }
      actions={
        <Link
          replace
          className={linkClass('quiet', 'small')}
          to={href('flag-display', { resource_id: id, value: other })}
        >
          {t(`contest-display.${other}`)}
        </Link>
      }
    >
      {children}
    </FullDisplay>
  )
}

/** What is not told now, and why. */
export function HallNote({ of }: { of: Pick<ContestDisplay, 'hidden' | 'frozen_at'> }) {
  if (!of.hidden && of.frozen_at === null) return null
  return (
    <p className="contest-note">
      <Icon name={of.hidden ? 'eye-off' : 'lock'} />
      {of.hidden || of.frozen_at === null
        ? t('contest-display.hidden')
        : t('contest.board_frozen', { time: format.dateTime(of.frozen_at) })}
    </p>
  )
}
