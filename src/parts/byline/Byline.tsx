import { Fragment } from 'react'
import type { Byline as By } from '../../contract/notice/byline.ts'
import { t } from '../../i18n/index.ts'
import { shippedName } from '../../kit/resource/words.ts'

/** Name, account and role of who says something. A name of another direction of writing turns nothing beside it. */
export function BylineText({ of, strong = false }: { of: By; strong?: boolean }) {
  const Name = strong ? 'strong' : Fragment
  return (
    <>
      <Name>
        <bdi>{of.name}</bdi>
      </Name>{' '}
      {of.username === '' ? (
        <span className="mg-faint">{t('byline.gone')}</span>
      ) : (
        <>
          <span className="mg-faint mg-mono">@{of.username}</span>{' '}
          {of.role_name !== '' && <span className="mg-dim">{shippedName('role', of.role_key, of.role_name)}</span>}
        </>
      )}
    </>
  )
}
