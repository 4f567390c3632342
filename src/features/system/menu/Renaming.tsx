import { useState } from 'react'
import { wide } from '../../../contract/lib/text.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntryKey } from '../../../contract/menu.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import type { LocalisedName } from './menu.logic.ts'
import { usualName } from './names.ts'

interface RenamingProps {
  entry: EntryKey
  names: LocalisedName | undefined
  onName: (names: LocalisedName | undefined) => void
  onClose: () => void
}

/** A name in both languages, or the usual ones again. */
export function Renaming({ entry, names, onName, onClose }: RenamingProps) {
  const usual: LocalisedName = { 'en-US': usualName(entry, 'en-US'), 'zh-CN': usualName(entry, 'zh-CN') }
  const [typed, setTyped] = useState<LocalisedName>(names ?? usual)
  const { max } = limits.menuTitle
  const wrong = (v: string): string | undefined => {
    const text = v.trim()
    if (text === '') return t('rule.required')
    if (wide(text) > max) return t('rule.length', { min: 1, max })
    return /\p{C}/u.test(text) ? t('rule.text_characters') : undefined
  }
  const bad = wrong(typed['en-US']) ?? wrong(typed['zh-CN'])
  const give = () => {
    const next: LocalisedName = { 'en-US': typed['en-US'].trim(), 'zh-CN': typed['zh-CN'].trim() }
    onName(next['en-US'] === usual['en-US'] && next['zh-CN'] === usual['zh-CN'] ? undefined : next)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('menu.rename', { name: usual['en-US'] === usual['zh-CN'] ? usual['en-US'] : t(entry) })}
      onClose={onClose}
      actions={
        <>
          {names && <Button onClick={() => onName(undefined)}>{t('menu.usual_name')}</Button>}
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" disabled={bad !== undefined} onClick={give}>
            {t('menu.use_name')}
          </Button>
        </>
      }
    >
      <form
        className="menu-names"
        onSubmit={(e) => {
          e.preventDefault()
          if (!bad) give()
        }}
      >
        {(['en-US', 'zh-CN'] as const).map((l) => (
          <TextField
            key={l}
            label={t(l === 'en-US' ? 'menu.name_en' : 'menu.name_zh')}
            hint={t('menu.usually', { name: usual[l] })}
            lang={l}
            value={typed[l]}
            error={wrong(typed[l])}
            onChange={(v) => setTyped({ ...typed, [l]: v })}
          />
        ))}
        <button type="submit" className="mg-sr" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
