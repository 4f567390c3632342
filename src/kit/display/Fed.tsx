/** Regions of one answer: waiting, failed, and shown on when no newer one comes, with the time they are of. */
import './display.css'
import type { ReactNode } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView, problemText } from '../../ui/feedback/ProblemView.tsx'
import type { ReadState } from '../data/api.ts'

interface FedProps<D> {
  by: ReadState<D>
  waits?: { kind: 'tiles' | 'detail' | 'text'; rows?: number }
  compact?: boolean
  children: (data: D) => ReactNode
}

export function Fed<D>({ by, waits = { kind: 'tiles' }, compact = false, children }: FedProps<D>) {
  if (by.data === undefined) return by.error ? <FeedProblem of={by} compact={compact} /> : <Loading {...waits} />
  return (
    <>
      <FeedProblem of={by} />
      {children(by.data)}
    </>
  )
}

interface FeedProblemProps {
  of: ReadState<unknown>
  compact?: boolean
}

/** Why nothing came; or since when nothing newer came, and why. Nothing while all is well. */
export function FeedProblem({ of: { data, error, heard, refetch }, compact = false }: FeedProblemProps) {
  if (!error) return null
  if (data === undefined || heard === undefined)
    return <ProblemView compact={compact} problem={error} onRetry={refetch} />
  return (
    <p className="kit-stale" role="status">
      <Icon name="warn" />
      <span>
        {t('ui.stale', { at: format.dateTimeSeconds(heard) })} {problemText(error)}
      </span>
      <Button size="small" icon="refresh" onClick={refetch}>
        {t('problem.retry')}
      </Button>
    </p>
  )
}
