import './detail.css'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import { copyText } from '../../ui/data/clipboard.ts'

/** A command, a path or a query as it is written, with a button that copies it. Always text, whatever is in it. */
export function CodeLine({ text }: { text: string }) {
  const [said, setSaid] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), 2000)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div className="kit-code">
      <code>{text}</code>
      <IconButton
        size="small"
        icon={said === 'copied' ? 'check' : said === 'refused' ? 'bad' : 'copy'}
        label={t('ui.copy')}
        onClick={() => void copyText(text).then((ok) => setSaid(ok ? 'copied' : 'refused'))}
      />
      <span className="mg-sr" role="status">
        {said && t(said === 'copied' ? 'ui.copied' : 'ui.copy_refused')}
      </span>
    </div>
  )
}
