import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'

export function JoinArena({ id }: { id: string }) {
  const [join, { busy }] = useWrite('POST /my-arenas/:id/join')
  const act = () =>
    void join({ params: { id }, body: {} }).then(
      (a) => toast.ok(t('arena.joined', { name: a.name })),
      (problem: unknown) => toast.problem(problem),
    )
  return (
    <Button tone="primary" size="small" busy={busy} onClick={act}>
      {t('arena.join')}
    </Button>
  )
}
