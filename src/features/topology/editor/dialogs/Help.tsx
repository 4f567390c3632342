import './dialogs.css'
import { t } from '../../../../i18n/index.ts'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { Kbd } from '../../../../ui/data/Kbd.tsx'
import { commandGroups } from '../commands/command.ts'
import { commands } from '../commands/commands.ts'
import { shownKeys } from '../commands/keys.ts'

/** Every command with a key, by group, and what the mouse does. */
export function Help({ mac, onClose }: { mac: boolean; onClose: () => void }) {
  const mouse = ['pan', 'zoom', 'band', 'cable', 'bend', 'unbend', 'free'] as const
  return (
    <Dialog open size="wide" title={t('editor.help_title')} onClose={onClose} light>
      <div className="te-help">
        {commandGroups.map((group) => (
          <section key={group}>
            <h3>{t(`editor.group.${group}`)}</h3>
            <dl>
              {commands
                .filter((c) => c.group === group && c.keys)
                .map((c) => (
                  <div key={c.id}>
                    <dt>{t(c.label)}</dt>
                    <dd>
                      <Kbd keys={shownKeys(c.keys?.[0] ?? '', mac)} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{t('editor.group.mouse')}</h3>
          <dl>
            {mouse.map((m) => (
              <div key={m}>
                <dt>{t(`editor.mouse.${m}`)}</dt>
                <dd className="mg-dim">{t(`editor.mouse_how.${m}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
