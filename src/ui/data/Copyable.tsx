import './Copyable.css'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../input/Button.tsx'
import { copyText } from './clipboard.ts'

interface CopyableProps {
  text: string
  /** What is shown; the text itself when left out. */
  children?: ReactNode
  mono?: boolean
}

export function Copyable({ text, children, mono }: CopyableProps) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), 2000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => setSaid((await copyText(text)) ? 'copied' : 'refused')
  return (
    <span className="mg-copyable">
      <span className={mono ? 'mg-mono' : undefined}>{children ?? text}</span>
      <IconButton
        className="mg-copy"
        size="small"
        icon={said === 'copied' ? 'check' : said === 'refused' ? 'bad' : 'copy'}
        label={t('ui.copy')}
        onClick={() => void copy()}
      />
      <span className="mg-sr" role="status">
        {said && t(said === 'copied' ? 'ui.copied' : 'ui.copy_refused')}
      </span>
    </span>
  )
}
