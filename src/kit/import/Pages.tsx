import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'

/** From page to page of a longer table; nothing for one that fits. */
export function PlanRowsPager({
  page,
  size,
  total,
  onTurn,
}: {
  page: number
  size: number
  total: number
  onTurn: (page: number) => void
}) {
  if (total <= size) return null
  return (
    <div className="import-pages">
      <span className="mg-faint mg-num">
        {t('import.page-of', {
          from: format.number((page - 1) * size + 1),
          to: format.number(Math.min(page * size, total)),
          total: format.number(total),
        })}
      </span>
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('import.previous')}
      </Button>
      <Button size="small" disabled={page * size >= total} onClick={() => onTurn(page + 1)}>
        {t('import.next')}
      </Button>
    </div>
  )
}
