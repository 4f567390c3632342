/** A file of a section that comes, or does not: its address is asked for again by itself, and then by hand. */
import { type ReactNode, Suspense } from 'react'
import { t } from '../../../../../i18n/index.ts'
import { Empty } from '../../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../../../ui/input/Button.tsx'
import type { MediaSource } from './media.state.ts'

/** How often it may break before its reader is asked. */
export const breaksAllowed = 2

interface MediaFrameProps {
  source: MediaSource
  /** How often it broke. */
  breaks: number
  /** What is said when it broke too often. */
  broken: string
  brokenText?: string
  /** Asks for its address. */
  onOpen: () => void
  /** After it broke too often. */
  onAgain: () => void
  children: (address: string) => ReactNode
}
export function MediaFrame({ source, breaks, broken, brokenText, onOpen, onAgain, children }: MediaFrameProps) {
  if (source.at === 'failed') return <ProblemView problem={source.problem} onRetry={onOpen} />
  if (breaks > breaksAllowed)
    return (
      <Empty
        icon="warn"
        title={broken}
        action={
          <Button icon="refresh" onClick={onAgain}>
            {t('shell.retry')}
          </Button>
        }
      >
        {brokenText}
      </Empty>
    )
  if (source.at !== 'open') return <Loading kind="detail" />
  return <Suspense fallback={<Loading kind="detail" />}>{children(source.address)}</Suspense>
}
