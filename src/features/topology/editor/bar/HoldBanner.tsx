import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { DateTime } from '../../../../ui/data/DateTime.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import type { EditorState } from '../editor.state.ts'
import { useEditor, useEditorStore } from '../store.ts'

const hold = (s: EditorState) => s.hold

/** Why nothing can be changed, and what can be done about it. */
export function HoldBanner() {
  const store = useEditorStore()
  const phase = useEditor(hold)
  const [asked, ask] = useState(false)
  if (phase.at !== 'theirs') return null
  const take = () => void store.dispatch({ type: 'ask/hold', takeOver: true })
  return (
    <div className="te-banner" role="status">
      <Icon name="lock" />
      <span>
        {phase.me ? t('editor.held_by_me') : t('editor.held_by', { who: phase.who || '—' })}
        {phase.since && (
          <span className="mg-faint">
            {' '}
            <DateTime at={phase.since} />
          </span>
        )}
      </span>
      <Button size="small" onClick={() => (phase.me ? take() : ask(true))}>
        {t('editor.take_over')}
      </Button>
      <Confirm
        open={asked}
        title={t('editor.take_over_title', { who: phase.who || '—' })}
        confirm={t('editor.take_over')}
        onConfirm={take}
        onClose={() => ask(false)}
      >
        <p>{t('editor.take_over_text')}</p>
      </Confirm>
    </div>
  )
}
