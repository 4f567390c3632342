/** One notice of a contest, as its staff and those who take part see it. */
import './running.css'
import type { ReactNode } from 'react'
import type { ContestNotice } from '../../contract/contest/running.schema.ts'
import { t } from '../../i18n/index.ts'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Icon, type IconName } from '../../ui/icon/Icon.tsx'

const icons: Record<ContestNotice['kind'], IconName> = {
  staff: 'bell',
  start: 'play',
  freeze: 'lock',
  thaw: 'eye',
  extend: 'clock',
  first: 'trophy',
  rules: 'scale',
  final: 'check',
}
function wordsOf(n: ContestNotice): string {
  switch (n.kind) {
    case 'staff':
      return n.text
    case 'first':
      return t('judging.notice.first', { item: n.item, entry: n.entry })
    case 'extend':
      return [t('judging.notice.extend', { n: n.minutes }), n.text].filter(Boolean).join(' ')
    case 'rules':
      return `${t('judging.notice.rules')} ${n.text}`
    case 'start':
    case 'freeze':
    case 'thaw':
    case 'final':
      return t(`judging.notice.${n.kind}`)
  }
}

export function NoticeLine({ of: n, children }: { of: ContestNotice; children?: ReactNode }) {
  return (
    <li className={`contest-notice${n.kind === 'staff' ? ' contest-notice-own' : ''}`}>
      <Icon name={icons[n.kind]} />
      <div>
        <p className="contest-said-text">{wordsOf(n)}</p>
        <p className="mg-faint contest-sub">
          <Ago at={n.at} />
          {n.by && <> · {n.by}</>}
          {n.pinned && <> · {t('judging.pinned')}</>}
          {n.to !== 'all' && <> · {t('judging.told_to', { name: n.to_name })}</>}
        </p>
        {children}
      </div>
    </li>
  )
}
