import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'

interface PagesProps {
  page: number
  size: number
  total: number
  onTurn: (page: number) => void
}

/** Newer and older, where there is more than one page. */
export function NewerOlderButtons({ page, size, total, onTurn }: PagesProps) {
  if (total <= size) return null
  return (
    <div className="announcement-pages">
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('personal.newer')}
      </Button>
      <Button size="small" disabled={page * size >= total} onClick={() => onTurn(page + 1)}>
        {t('personal.older')}
      </Button>
    </div>
  )
}
