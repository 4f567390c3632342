import { t } from '../../../../i18n/index.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { type EditorState, isWritable } from '../editor.state.ts'
import { useEditor } from '../store.ts'
import { usesWord } from '../words.ts'

const used = (s: EditorState) => (isWritable(s) ? s.used : null)

/** Said before the first change: who else lives on this topology. */
export function UseBanner() {
  const uses = useEditor(used)
  if (!uses) return null
  return (
    <div className="te-banner" role="status" data-used>
      <Icon name="warn" />
      <span>
        {usesWord(uses)} {t('editor.used_about')}
      </span>
    </div>
  )
}
