import { Link } from 'react-router-dom'
import type { ListQuery, RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import type { Action } from './action.ts'

interface PageActionsProps<X extends RowBase> {
  actions: readonly Action<X>[]
  busy: string | undefined
  /** The row the page is about; none for a list. */
  row?: X | undefined
  /** Rows that are chosen in the list: a page that is gone to may begin with them. */
  chosen?: readonly X[] | undefined
  /** What the list shows. */
  query?: ListQuery
  onStart: (action: Action<X>, rows: readonly X[], query?: ListQuery) => void
}

/** Actions as the buttons of a page; the main one stands last. */
export function PageActions<X extends RowBase>({
  actions,
  busy,
  row,
  chosen = [],
  query,
  onStart,
}: PageActionsProps<X>) {
  const ordered = [...actions.filter((a) => !a.main), ...actions.filter((a) => a.main)]
  return (
    <>
      {ordered.map((a) =>
        'to' in a ? (
          <Link
            key={a.id}
            to={a.to(row, row ? [row] : chosen, query)}
            className={linkClass(a.main ? 'primary' : 'plain')}
          >
            {a.icon && <Icon name={a.icon} />}
            <span className="mg-btn-text">{t(a.label)}</span>
          </Link>
        ) : (
          <Button
            key={a.id}
            tone={a.main ? 'primary' : 'plain'}
            icon={a.icon}
            busy={busy === a.id}
            onClick={() => onStart(a, row ? [row] : [], query)}
          >
            {t(a.label)}
          </Button>
        ),
      )}
    </>
  )
}
