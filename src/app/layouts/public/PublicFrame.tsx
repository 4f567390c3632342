import './PublicFrame.css'
import { type ReactNode, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { Brand, BrandMark } from '../shell/Brand.tsx'
import { LaterShell } from '../shell/LaterShell.tsx'
import { Motif } from './Motif.tsx'
import { LanguageSwitch, ThemeSwitch } from '../shell/Preferences.tsx'
import { useSystemName } from '../shell/useTitle.ts'
import { useOutside } from '../shell/useOutside.ts'

/** A picture on one side, one thing to do on the other. Whoever types here will soon need the frame of the inside. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const { embedded, system } = useSettings()
  const name = useSystemName()
  const outside = useOutside(root, embedded)
  return (
    <div ref={root} className="mg-public" style={{ '--mg-outside': `${outside}px` }}>
      <div className="mg-public-frame">
        <aside className="mg-public-stage" aria-label={name}>
          <Motif />
          <div className="mg-public-words">
            <BrandMark size={40} />
            <p className="mg-public-name">{name}</p>
            <p className="mg-public-line">{t('shell.tagline')}</p>
          </div>
        </aside>
        <div className="mg-public-side">
          <header className="mg-public-head">
            <span className="mg-public-brand">
              <Brand name={name} />
            </span>
            <LanguageSwitch />
            <ThemeSwitch />
          </header>
          <main className="mg-public-main" onInput={LaterShell.warm}>
            <div className="mg-public-body">{children}</div>
          </main>
          <footer className="mg-public-foot">{system?.copyright}</footer>
        </div>
      </div>
    </div>
  )
}
